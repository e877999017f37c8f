"""The numbers that sentences state, as figures or in words."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


class StatedNumber(NamedTuple):
    """A number in a sentence; it is certain unless it may be a rank, a pronoun or a number of players."""

    value: int
    certain: bool


TOKEN: Final = re.compile(r"\d+(?:,\d{3})+|\d+|[^\W\d_]+|[^\w\s]")

SMALL: Final = {word: value for value, word in enumerate((
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
))}  # fmt: skip
TENS: Final = {word: value for value, word in zip(range(20, 100, 10), (
    "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety",
), strict=True)}  # fmt: skip
SCALES: Final = {"dozen": 12, "hundred": 100, "thousand": 1000}

IMPLIED: Final = {
    "no": 0, "none": 0, "nothing": 0, "nobody": 0, "once": 1, "single": 1, "twice": 2, "double": 2,
    "doubles": 2, "doubled": 2, "both": 2, "pair": 2, "half": 2, "thrice": 3, "first": 1, "second": 2,
    "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8,
}  # fmt: skip
"""Words that say a number in passing."""

RANKS: Final = range(2, 11)
"""The numbers that are also ranks."""

COUNTED: Final = frozenset({"cards", "deals", "games", "packs", "points", "tricks"})
PEOPLE: Final = frozenset({"opponents", "others", "partners", "players", "sides"})
POINTING: Final = frozenset({
    "a", "above", "all", "an", "another", "bare", "beyond", "black", "each", "every", "its", "lone", "no",
    "of", "off", "over", "red", "that", "the", "this", "with",
})  # fmt: skip
"""Words before a rank, a number of players, or all cards of a kind."""

JOINTS: Final = frozenset({",", "a", "above", "an", "and", "as", "below", "or", "than", "the", "then", "to"})


@cache
def _named_cards() -> frozenset[str]:
    """The cards of a rank that has a name."""
    from trickbook.expression.diagnostics.slips import PLURALS

    return frozenset({*PLURALS.values(), "knights", "unders", "obers", "jokers"})


def _is_named(word: str) -> bool:
    """Return whether a word is the name of a rank, of one card or of several."""
    named = _named_cards()
    return word in named or (word not in SMALL and f"{word}s" in named)


def english(sentence: str) -> Iterator[StatedNumber]:
    """The numbers in an English sentence."""
    words, place = TOKEN.findall(sentence.lower()), 0
    while place < len(words):
        value, end = _number(words, place)
        if value is not None:
            yield StatedNumber(value, _is_certain(words, place, end, value))
        elif words[place] in IMPLIED:
            yield StatedNumber(IMPLIED[words[place]], certain=False)
        place = end


def _number(words: Sequence[str], begin: int) -> tuple[int | None, int]:
    """The number that begins at a word, and where it ends; None if there is none."""
    value, end = _below_hundred(words, begin)
    if words[begin : begin + 3] == ["half", "a", "dozen"]:
        return 6, begin + 3
    if words[begin] == "a" and "".join(words[begin + 1 : begin + 2]) in SCALES:
        value = 1
    while value is not None and end < len(words) and words[end] in SCALES:
        value *= SCALES[words[end]]
        joint = end + 1 + (words[end + 1 : end + 2] == ["and"])
        more, after = _below_hundred(words, joint)
        value, end = (value, end + 1) if more is None else (value + more, after)
    return value, end


def _below_hundred(words: Sequence[str], begin: int) -> tuple[int | None, int]:
    word = words[begin] if begin < len(words) else ""
    if word.replace(",", "").isdecimal():
        return int(word.replace(",", "")), begin + 1
    match words[begin : begin + 3]:
        case [ten, "-", digit] if ten in TENS and digit in SMALL:
            return TENS[ten] + SMALL[digit], begin + 3
    return TENS.get(word, SMALL.get(word)), begin + 1


def _is_certain(words: Sequence[str], begin: int, end: int, value: int) -> bool:
    """Return whether a number can be neither a rank, nor a pronoun, nor a number of players."""
    before, behind = words[:begin][-1:], words[end : end + 1]
    near = {*_joined(words[:begin][::-1])[:1], *_joined(words[end:])[:1]}
    if words[begin:end] == ["one"] or not PEOPLE.isdisjoint(_joined(words[end:])[:2]):
        return False
    if value in RANKS and (behind == ["of"] or any(map(_is_named, near))):
        return False
    return POINTING.isdisjoint(before) or not COUNTED.isdisjoint(behind)


def _joined(words: Sequence[str]) -> Sequence[str]:
    """Words without the joints at their beginning."""
    return next((words[place:] for place, word in enumerate(words) if word not in JOINTS), ())


NUMERAL: Final = re.compile(r"[零一二两双三四五六七八九十百千]+|\d+")
DIGITS: Final = {sign: value for value, sign in enumerate("零一二三四五六七八九")} | {"两": 2, "双": 2}
POWERS: Final = {"十": 10, "百": 100, "千": 1000}
MEASURES: Final = frozenset("倍点分局轮张墩")
"""The words behind a number that is no rank and no number of players."""


def chinese(sentence: str) -> Iterator[StatedNumber]:
    """The numbers in a Chinese sentence."""
    for found in NUMERAL.finditer(sentence):
        before, behind = sentence[: found.start()][-1:], sentence[found.end() :][:1]
        yield StatedNumber(_value(found[0]), certain=behind in MEASURES and before != "第")


def _value(numeral: str) -> int:
    if numeral.isdecimal():
        return int(numeral)
    value = digit = 0
    for sign in numeral:
        if sign not in POWERS:
            digit = DIGITS[sign]
            continue
        value, digit = value + (digit or 1) * POWERS[sign], 0
    return value + digit


READERS: Final = {"en": english, "zh": chinese}
"""The languages whose numbers are read."""
