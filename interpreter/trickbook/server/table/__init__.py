"""A table: its state, and what each message changes.

The state holds the rules, the people and their seats, the game, and the moves of this match. Only hashes of
tokens are stored, and compared in constant time.
"""

from __future__ import annotations

import secrets
from hashlib import sha256
from hmac import compare_digest
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from unicodedata import category, normalize

from trickbook.problems import TrickbookError, shown
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from trickbook.game import Game
    from trickbook.game.events import Event
    from trickbook.replays.sealed_deals import Sealed
    from trickbook.ruleset import Ruleset
    from trickbook.seat.rules_request import RulesRequest


MAX_NAME_LENGTH: Final = 24
"""The longest name of a player."""

MAX_MARKS: Final = 2
"""The most marks on one letter, as in Thai and Arabic; more of them reach into other lines."""

MAX_STACK: Final = 5
TIBETAN: Final = range(0x0F71, 0x0FBD)
"""The most marks on a Tibetan letter, whose syllables stack letters, and these marks."""

VISIBLE_CATEGORIES: Final = "LNPS"
"""The Unicode categories of visible characters: letters, numbers, punctuation, symbols."""

BLANK_CHARACTERS: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\U0001d159")
"""Characters of these categories, and marks, that show nothing."""

VARIATIONS: Final = frozenset(
    map(chr, [*range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)])
)
"""Marks that choose another form; only after a symbol, such as a heart, anything is seen of them."""

ALIKE: Final = str.maketrans(
    "АВЕЅІЈКМНОРСТУХаеѕіјорсухԁһԛԝкгпѵԍ" + "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧινορυακχγηωτ" + "օոսհ01|",  # noqa: RUF001 - they are meant
    "ABESIJKMHOPCTYXaesijopcyxdhqwkrnvg" + "ABEZHIKMNOPTYXivopuakxynwt" + "onuholl",
)
"""Cyrillic, Greek and Armenian letters, digits and signs, and the Latin letters that look like them."""

TOKEN_BYTES: Final = 24
"""The random bytes of a token: 192 bits."""

NAME_ALPHABET: Final = "23456789abcdefghjkmnpqrstuvwxyz"
"""The letters of table ids; none is easily mistaken for another."""

NAME_LENGTH: Final = 10
"""The length of a table id."""


def player_name(name: object) -> str:
    """The name of a player, in one line; TrickbookError if it is invalid."""
    if not isinstance(name, str) or not (bare := " ".join(name.split())) or not bare.isprintable():
        raise TrickbookError(Message("a player has a name: some letters in one line"))
    if not any(category(one)[0] in VISIBLE_CATEGORIES and one not in BLANK_CHARACTERS for one in bare):
        raise TrickbookError(
            Message("a player has a name that is seen: a letter, a digit or a sign at least")
        )
    if len(bare) > MAX_NAME_LENGTH:
        raise TrickbookError(Message("a name has {number} characters at most", number=MAX_NAME_LENGTH))
    if not _is_legible(bare):
        raise TrickbookError(
            Message(
                "a name has no invisible characters, and {number} marks on a letter at most", number=MAX_MARKS
            )
        )
    return bare


def check_title(title: str) -> None:
    """Check the title of a game; TrickbookError if it is not seen as it is written."""
    if not title.isprintable() or not _is_legible(title):
        raise TrickbookError(
            Message(
                "a title has no invisible characters, and {number} marks on a letter at most",
                number=MAX_MARKS,
            )
        )


def _is_legible(text: str) -> bool:
    """Return whether each character of a line is seen, and marks are not piled up."""
    marks = 0
    for before, one in pairwise(" " + normalize("NFC", text)):
        marks = marks + 1 if category(one) in ("Mn", "Me") else 0
        misplaced = one in VARIATIONS and category(before)[0] != "S"
        most = MAX_STACK if ord(one) in TIBETAN else MAX_MARKS
        if one in BLANK_CHARACTERS or misplaced or marks > most:
            return False
    return True


def check_distinct(name: str, others: Iterable[str]) -> None:
    """Check that a name looks like none of the others; TrickbookError otherwise."""
    for other in others:
        if appearance(name) == appearance(other):
            message = Message(
                "somebody here is called {text}, which looks like your name; choose another one",
                text=shown(other),
            )
            raise TrickbookError(message)


def appearance(name: str) -> str:
    """The appearance of a name: names that look alike have the same."""
    plain = "".join(one for one in normalize("NFKC", name) if one not in VARIATIONS)
    return plain.translate(ALIKE).casefold().replace("i", "l").replace(" ", "")


def new_token() -> str:
    """A new token, sent to one person once."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def new_table_name() -> str:
    """The id of a new table; it is not secret."""
    return "".join(secrets.choice(NAME_ALPHABET) for _ in range(NAME_LENGTH))


def hashed(token: str) -> str:
    """The stored hash of a token."""
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def matches(token: str, kept: str) -> bool:
    """Return whether a token has the stored hash; no token matches an empty one."""
    return bool(kept) and compare_digest(hashed(token), kept)


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
