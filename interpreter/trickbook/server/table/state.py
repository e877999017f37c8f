"""The state of a table: the rules, the seats, the game, and the moves of this match."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from trickbook.game.events import Event
    from trickbook.game.game import Game
    from trickbook.replays.sealed_deals import Sealed
    from trickbook.ruleset import Ruleset
    from trickbook.seat.rules_request import RulesRequest

PERSON: Final = "person"
BOT: Final = "bot"
NOBODY: Final = "nobody"

TABLE_BOTS: Final = ("duck", "montecarlo")
"""The bots that may sit at a table; the first substitutes for people."""


class TableSeat(NamedTuple):
    """A seat: who plays there, the bot that plays or would substitute; ``left`` if its player left."""

    name: str = ""
    plays: str = NOBODY
    bot: str = TABLE_BOTS[0]
    token: str = ""
    left: bool = False


class LoggedMove(NamedTuple):
    """A move, or the beginning of a match: who moved, the move as text, and what it caused.

    An announcement and a beginning have no seat.
    """

    seq: int
    seat: int | None
    said: str
    events: tuple[Event, ...]


class Request(NamedTuple):
    """A request to take back: who asks, the ``seq`` of what stays, and the people who still have to agree.

    ``outcome`` is None while it waits; then ``done``, ``refused``, or ``over`` if play went on.
    """

    seat: int
    to: int
    waits: frozenset[int]
    outcome: str | None = None


def written_back(to: int) -> str:
    """The move, as stored, by which a game goes back to where it was after ``to``; no fact is called so."""
    return f"back to {to}"


def read_back(move: str) -> int | None:
    """The ``seq`` to which a stored move goes back; None if it does not."""
    return int(move.removeprefix("back to ")) if move.startswith("back to ") else None


class TableState(NamedTuple):
    """A table. ``seq`` counts its moves and new matches, ``match`` its matches.

    ``maker`` is the hash of the address that made it.
    ``clock`` is the playing time in seconds after which a bot moves for a seat; 0 means never.

    ``sealed`` holds the drawn deals by number; ``coming``, between matches, the first deal of the next one.
    ``cuts`` holds the answers of seats to this step of cutting, by seat.
    ``answered`` holds the answers to decisions by seat and id, so that nothing is done twice. ``played`` is
    the playing time of this match in seconds, ``dealt`` the ``seq`` at which this deal began, or went back.

    ``again`` says that another match begins as soon as its pack is cut; it is not stored.
    ``take_back`` allows to take back moves by consent; then ``positions`` holds the games of this deal by
    ``seq``. ``request`` is what is asked now; it is not stored.
    """

    name: str
    choice: RulesRequest
    rules: Ruleset
    seats: tuple[TableSeat, ...]
    invitation: str = ""
    listed: bool = True
    clock: int = 0
    seq: int = 0
    match: int = 0
    game: Game | None = None
    sealed: Mapping[int, Sealed] = {}
    coming: Sealed | None = None
    cuts: Mapping[int, str] = {}
    log: tuple[LoggedMove, ...] = ()
    answered: Mapping[tuple[int, str], int] = {}
    played: float = 0.0
    dealt: int = 0
    again: bool = False
    take_back: bool = False
    positions: Mapping[int, Game] = {}
    request: Request | None = None
    maker: str = ""


class Row(NamedTuple):
    """A row to store: the name of the statement, and its values."""

    statement: str
    values: tuple[object, ...]


class Update(NamedTuple):
    """The result of a message: the new table, the rows to store first, and the answer.

    ``moved`` is the move made, ``seated`` whether seats changed, ``begun`` whether a match began or a deal
    went back, ``request`` what is told of taking back. A refusal leaves the table unchanged.
    """

    table: TableState
    answer: Mapping[str, Any]
    rows: tuple[Row, ...] = ()
    moved: LoggedMove | None = None
    seated: bool = False
    begun: bool = False
    request: Request | None = None


def people(table: TableState) -> list[int]:
    """The seats that belong to people."""
    return [place for place, seat in enumerate(table.seats) if seat.plays == PERSON]


def free_seats(table: TableState) -> tuple[int, ...]:
    """The free seats."""
    return tuple(place for place, seat in enumerate(table.seats) if seat.plays == NOBODY)


def match_over(table: TableState) -> bool:
    """Return whether the match has ended."""
    return table.game is not None and not table.game.actors
