"""The identity of people at a table: names that tell them apart, and tokens that prove whose a seat is.

Only hashes of tokens are stored, and compared in constant time.
"""

from __future__ import annotations

import secrets
from hashlib import sha256
from hmac import compare_digest
from itertools import pairwise
from typing import TYPE_CHECKING, Final
from unicodedata import category, normalize

from trickbook.problems import TrickbookError, shown
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Iterable

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
            told = Message(
                "somebody here is called {text}, which looks like your name; choose another one",
                text=shown(other),
            )
            raise TrickbookError(told)


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
