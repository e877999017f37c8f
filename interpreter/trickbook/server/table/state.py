"""A live table as it stands: what is played, who sits there, the game, and what was done in this match."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from trickbook.game.game import Game
    from trickbook.replays.sealed_deals import Sealed
    from trickbook.ruleset import Ruleset
    from trickbook.seat.rules_request import RulesRequest

PERSON: Final = "person"
BOT: Final = "bot"
NOBODY: Final = "nobody"

TABLE_BOTS: Final = ("duck", "montecarlo")
"""The players that may be asked to a table; the first takes over for people who leave."""


class TableSeat(NamedTuple):
    """A seat: who plays there, and which bot does or would take over; ``left`` if a person got up."""

    name: str = ""
    plays: str = NOBODY
    bot: str = TABLE_BOTS[0]
    token: str = ""
    left: bool = False


class LoggedMove(NamedTuple):
    """A move: what was said, and how much of it the others heard; without a seat it was announced."""

    seq: int
    seat: int | None
    step: str
    said: str
    heard: str | None


class TableState(NamedTuple):
    """A table. ``seq`` counts moves and new matches since it was made, ``match`` the matches.

    ``sealed`` holds how the pack lies, by the number of the deal, ``coming`` how it lies for the first deal
    of the next match, between matches; ``answered`` what came of a decision that a seat has given a name,
    so that nothing is played twice; ``played`` the seconds of this match, ``dealt`` when this deal began.
    """

    name: str
    choice: RulesRequest
    rules: Ruleset
    seats: tuple[TableSeat, ...]
    invitation: str = ""
    listed: bool = True
    seq: int = 0
    match: int = 0
    game: Game | None = None
    sealed: Mapping[int, Sealed] = {}
    coming: Sealed | None = None
    log: tuple[LoggedMove, ...] = ()
    answered: Mapping[tuple[int, str], int] = {}
    played: float = 0.0
    dealt: int = 0


class Row(NamedTuple):
    """Something to be stored before anybody is told: the statement's name, and its values."""

    statement: str
    values: tuple[object, ...]


class Update(NamedTuple):
    """What comes of a message: the table after it, what to store first, what to answer and tell.

    ``moved`` is the move that was made, ``seated`` says that somebody sat down or got up, ``begun`` that a
    match has begun. What is refused leaves the table as it was.
    """

    table: TableState
    answer: Mapping[str, Any]
    rows: tuple[Row, ...] = ()
    moved: LoggedMove | None = None
    seated: bool = False
    begun: bool = False


def free_seats(table: TableState) -> tuple[int, ...]:
    """The seats that nobody has taken."""
    return tuple(place for place, seat in enumerate(table.seats) if seat.plays == NOBODY)


def match_over(table: TableState) -> bool:
    """Whether the match has ended."""
    return table.game is not None and not table.game.actors
