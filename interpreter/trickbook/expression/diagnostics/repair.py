"""Expressions mended: what was written as people speak, written as it is said here."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from trickbook.expression import lalr
from trickbook.expression.diagnostics.mends import MENDS, SIGNS
from trickbook.expression.grammar import tables
from trickbook.problems import short

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from trickbook.expression.diagnostics.mends import Mend

LONGEST: Final = 120
"""Characters of an expression that is written out, better, in a hint."""

MEASURES: Final = frozenset(
    {"more", "higher", "greater", "better", "above", "over", "up", "odd", "even"}
    | {"less", "fewer", "lower", "below", "under", "down", "void"}
)
"""Words of comparison, and of a hand without the led suit, that may stand where an expression has a name."""

MISFITS: Final = frozenset({"mixed", "wrong-type", "cards-compared"})
"""What is wrong with an expression that has another meaning than was meant."""

TRIES: Final = (*((mend,) for mend in MENDS), MENDS, tuple(mend for mend in MENDS if mend not in SIGNS))
"""The mends to try together: each by itself, then all, then those of words."""

_ADDED: Final = re.compile(r"\s*\+=?\s*(\d+)\s*")
"""A number with nothing that it is added to."""


class Rewritten(NamedTuple):
    """A whole expression, written as it is said here."""

    text: str

    def __str__(self) -> str:
        """Tell what to write."""
        return f"write `{short(self.text, LONGEST)}`"


class Misspelling(NamedTuple):
    """A text that is no expression. Its mends are hints, computed when the hints are read."""

    text: str
    start: str = "start"


Hint: TypeAlias = str | Rewritten | Misspelling


def mended(text: str, start: str = "start") -> Iterator[Rewritten]:
    """Yield ways to write what is no expression, the likeliest first; each is computed when it is read."""
    known, found = set[Rewritten](), _mended(text, start, 0)
    while found is not None:
        if found[0] not in known:
            known.add(found[0])
            yield found[0]
        found = _mended(text, start, found[1])


@lru_cache(maxsize=1024)
def _mended(text: str, start: str, place: int) -> tuple[Rewritten, int] | None:
    """Return the first expression that the tries give from a place on, and the place after it."""
    plain = " ".join(text.split())
    for number in range(place, len(TRIES)):
        one = " ".join(_all(TRIES[number], text).split())
        if one != plain and sound(one, start):
            return Rewritten(one), number + 1
    return None


def respoken(text: str, word: str) -> Iterator[Rewritten]:
    """Yield ways to write an expression with a word that is none here, such as ``tricks is 3 or more``."""
    tries = _rewritten(_tries(text)) if word in MEASURES else ()
    return (one for one in tries if one.text != text and sound(one.text))


def _tries(text: str) -> Iterator[str]:
    """Yield an expression with each of the mends by itself."""
    return (mend.slip.sub(mend.right, text) for mend in MENDS)


def _all(mends: Iterable[Mend], text: str) -> str:
    """An expression with all of some mends."""
    for mend in mends:
        text = mend.slip.sub(mend.right, text)
    return text


def _rewritten(texts: Iterable[str]) -> Iterator[Rewritten]:
    """Yield each text once, without needless blanks."""
    known = set[str]()
    for text in texts:
        plain = " ".join(text.split())
        if plain not in known:
            known.add(plain)
            yield Rewritten(plain)


def fitting(hints: Iterable[Hint], codes: Callable[[str], set[str]]) -> str | None:
    """Return the first hint that does not mislead; ``codes`` tells what is wrong with a whole expression.

    One that needs another word, or a player, is given only if no other fits better.
    """
    near = None
    for hint in _each_hint(hints):
        if isinstance(hint, str):
            return near or hint
        wrong = codes(hint.text)
        if not wrong:
            return str(hint)
        if near is None and MISFITS.isdisjoint(wrong):
            near = str(hint)
    return near


def _each_hint(hints: Iterable[Hint]) -> Iterator[str | Rewritten]:
    """Yield the hints, with the mends of an expression in its place."""
    for hint in hints:
        if isinstance(hint, Misspelling):
            yield from mended(*hint)
        else:
            yield hint


def sound(text: str, start: str = "start") -> bool:
    """Return whether a text is an expression."""
    return not isinstance(lalr.parse(tables(), text, start), lalr.Stop)


def added(text: str) -> str | None:
    """Return how to add to something, for who wrote ``+5`` or ``+= 5``."""
    found = _ADDED.fullmatch(text)
    if found is None:
        return None
    return f"write `{found[1]}`; in `points:`, `points + {found[1]}` adds to what the player has"
