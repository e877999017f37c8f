"""Slips in expressions: what people write who speak otherwise, and how it is said here."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from trickbook.expression.types import SEATS
from trickbook.expression.vocabulary import GRAMMAR, TABLE
from trickbook.problems import nearest
from trickbook.source.diagnostics.punctuation import is_card, joining

if TYPE_CHECKING:
    from collections.abc import Iterable

SLIPS: Final = {
    "==": "write `is`; cards are named, not compared: `keep: QS`",
    "!=": "write `is not`",
    "=": "write `is`",
    "&": "write `and`",
    "|": "write `or`",
    "!": "write `not`",
    "/": "write `div`, which leaves out the rest",
    "%": "write `mod`",
    ",": "an expression has no commas; join with `and` or `or`",
    ".": "write the cards from a rank up as `rank >= 5`",
    '"': "an expression has no quotes; names stand bare",
    "'": "an expression has no quotes; write `hand of dealer`, not `dealer's hand`",
    "[": "an expression has no lists; join with `or`",
    "{": "an expression has no braces; use `(` and `)`",
    "?": "write `if … then … else …`",
    "in": "write `A has B`, or `A and B` for the cards that are in both",
    "contains": "write `has`",
    "who": "write `players where (…)`",
    "without": "write `A has no B`, or `A and not B` for the cards",
    "then": "write `if … then … else …`",
    "else": "write `if … then … else …`",
    ")": "there is no `(` for it",
    "than": "leave it out: `score < 50`",
}
"""What people write who know other languages, and what it is here."""

ARTICLES: Final = frozenset({"a", "an", "the"})

SEATS_BESIDE: Final = {
    "left": "{seat} + 1", "next": "{seat} + 1", "right": "{seat} - 1", "previous": "{seat} - 1",
    "across": "{seat} + 2", "opposite": "{seat} + 2", "partner": "{seat} + 2",
}  # fmt: skip
"""Seats by where they are, seen from a seat."""

OTHER_WORDS: Final = {
    **SEATS_BESIDE, "void": "hand has no led_suit",
    "opponents": "others", "everybody": "players", "everyone": "players", "seats": "players",
    "noone": "nobody", "no_one": "nobody", "me": "player", "self": "player", "winner": "taker",
    "empty": "nothing", "none": "nothing` for no cards, or `null", "true": "yes", "false": "no",
    "number": "count of …",
    "sum": "total of … (…)", "max": "highest of …", "min": "lowest of …", "led": "led_suit",
    "odd": "… mod 2 is 1", "even": "… mod 2 is 0", "double": "points * 2", "triple": "points * 3",
    "half": "points div 2", "face": "rank >= J and rank <= K", "court": "rank >= J and rank <= K",
    "value": "rank` or `worth", "who": "players where (…)", "whoever": "players where (…)",
    "total": "score", "zero": "0", "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6",
    "seven": "7", "eight": "8", "nine": "9", "ten": "10",
}  # fmt: skip
"""What many would say for something that is said otherwise here; of whom, where that matters."""

_INCOMPLETE: Final = frozenset("`…")
"""What stands in a meaning that is no expression by itself."""

_WORD: Final = r"[\w\u2660-\u2667]+"
_WORDS_BEFORE: Final = re.compile(rf"(?:{_WORD}\s+)+$")
_WORDS_AFTER: Final = re.compile(rf"{_WORD}(?:\s+{_WORD})*")
_LIES_IN: Final = re.compile(rf"(?:^|\(|\b(?:and|not|if|then|else)\s)\s*({_WORD})\s+$")
_PILE: Final = re.compile(rf"in\s+((?:the\s+)?{_WORD}(?:\s+of\s+{_WORD})*)")
_CALLED: Final = re.compile(rf"({_WORD})\($")
_ARGUMENT: Final = re.compile(rf"\(\s*({_WORD})\s*\)")
_JOINED_OF: Final = re.compile(rf"({_WORD}?)_of\s+$")
_OF: Final = re.compile(r"^the\s+")
_ASKED: Final = frozenset({"count", "rank", "suit", "worth"})
_DOTTED: Final = re.compile(rf"({_WORD})\.({_WORD})")
_SPOKEN: Final[dict[str, Any]] = json.loads(Path(__file__).with_name("spoken_cards.json").read_text("utf-8"))

RANKS: Final[dict[str, str]] = _SPOKEN["ranks"]
"""Ranks in words, with their letters."""

SUITS: Final[list[str]] = _SPOKEN["suits"]
"""Suits in words; a suit's letter is its first."""

CHINESE_SUITS: Final[dict[str, str]] = _SPOKEN["chinese"]
"""Suits in Chinese."""


def otherwise(word: str, seat: str, *, alone: bool = True) -> str | None:
    """Return how a word of everyday speech is said here, of a seat where it is about one.

    Beside others, what is several words for one is put in brackets.
    """
    meant = OTHER_WORDS.get(word)
    if meant and not alone and " " in meant and _INCOMPLETE.isdisjoint(meant):
        meant = f"({meant})"
    return f"write `{meant.format(seat=seat)}`" if meant else None


def beside(text: str, begin: int) -> str | None:
    """Return what to do with a word that stands where none can, by what stands right before and after it."""
    before, after = _WORDS_BEFORE.search(text[:begin]), _WORDS_AFTER.match(text, begin)
    if before is None or after is None:
        return None
    left, right = before[0].split(), after[0].split()
    pair = (left[-1], right[0])
    if pair[0] in ARTICLES:
        return f"leave out `{pair[0]}`: names have no article"
    if right[0] in SLIPS:
        return (_lying(text, begin) if right[0] == "in" else None) or SLIPS[right[0]]
    if left[-1] in SLIPS:
        return SLIPS[left[-1]]
    if {*left[-2:]} == {"not", "has"} or right[:2] == ["not", "has"]:
        return "write `A has no B`, or `not A has B`"
    return _cards(left, right) or next(filter(None, (otherwise(word, "player") for word in pair)), None)


def called(text: str, begin: int) -> str | None:
    """Return how a word is asked of something that is written ``pairs(spades)`` or ``pairs_of spades``."""
    if found := _CALLED.search(text[: begin + 1]):
        inner = _ARGUMENT.match(text, begin)
        return f"write `{found[1]} of {inner[1]}`" if inner else f"write `{found[1]} of (…)`"
    word = re.compile(_WORD).match(text, begin)
    if word and (found := _JOINED_OF.search(text[:begin])):
        return f"write `{found[1]} of {word[0]}`"
    return None


def _lying(text: str, begin: int) -> str | None:
    """``QS in taken``: the cards stand behind the pile."""
    cards, pile = _LIES_IN.search(text[:begin]), _PILE.match(text, begin)
    if not (cards and pile):
        return None
    among = _OF.sub("", pile[1])
    return f"write `{among} has {cards[1]}`, or `{cards[1]} and {among}` for the cards that are in both"


def _cards(left: list[str], right: list[str]) -> str | None:
    """Return how to join a card with what stands right before or after it."""
    pair = (left[-1], right[0])
    if GRAMMAR.isdisjoint(pair) and any(map(is_card, pair)):
        cards = [*left, *right] if all(map(is_card, [*left, *right])) else pair
        return joining(*cards)
    small = [word.upper() for word in pair]
    return joining(*small) if GRAMMAR.isdisjoint(pair) and all(map(is_card, small)) else None


def pile_meant(name: str, piles: Iterable[str]) -> str:
    """Return which pile is likely meant by a word that names none: that of a seat, or one like it."""
    seat = SEATS_BESIDE.get(name, name if _is_seats(name) else None)
    if seat:
        return f"write `hand of ({seat.format(seat='player')})`, or another pile of theirs"
    near = nearest(name, piles)
    return (
        f"did you mean `{near}`?" if near else f"one of {', '.join(piles)}, or one of your own from `piles:`"
    )


def dotted(text: str, begin: int) -> str | None:
    """Return what a full stop is elsewhere: ``10.5``, ``hand.spades``, ``dealer.score``."""
    if text[begin + 1 : begin + 2].isdigit():
        return "only whole numbers are allowed"
    for found in _DOTTED.finditer(text):
        if found.end(1) == begin:
            left, right = found.groups()
            if _is_seats(left) or right in _ASKED:
                return f"write `{right} of {left}`"
            joint = "of" if _is_seats(right) else "and"
            return f"write `{left} {right} …`" if right in GRAMMAR else f"write `{left} {joint} {right}`"
    return None


def _is_seats(word: str) -> bool:
    """Return whether a word of the language is about seats."""
    return word in TABLE and TABLE[word].type is SEATS


def in_one(text: str, begin: int, known: Iterable[str]) -> str | None:
    """``first trick``: two words that are one, joined by ``_``."""
    before, after = _WORDS_BEFORE.search(text[:begin]), _WORDS_AFTER.match(text, begin)
    if before is None or after is None:
        return None
    word = f"{before[0].split()[-1]}_{after[0].split()[0]}"
    return f"did you mean `{word}`?" if word in known else None
