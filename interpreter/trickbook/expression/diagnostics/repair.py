"""Expressions mended: what was written as people speak, written as it is said here."""

from __future__ import annotations

import re
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

_ADDED: Final = re.compile(r"\s*\+=?\s*(\d+)\s*")
"""A number with nothing that it is added to."""


class Rewritten(NamedTuple):
    """A whole expression, written as it is said here."""

    text: str

    def __str__(self) -> str:
        """Tell what to write."""
        return f"write `{short(self.text, LONGEST)}`"


Hint: TypeAlias = str | Rewritten


def mended(text: str, start: str = "start") -> tuple[Rewritten, ...]:
    """Ways to write what is no expression, the likeliest first."""
    tries = [*_tries(text), _all(MENDS, text), _all([mend for mend in MENDS if mend not in SIGNS], text)]
    return tuple(one for one in _rewritten(tries) if sound(one.text, start))


def respoken(text: str, word: str) -> tuple[Rewritten, ...]:
    """Ways to write an expression of which a word is none here, such as ``tricks is 3 or more``."""
    if word not in MEASURES:
        return ()
    return tuple(one for one in _rewritten(_tries(text)) if one.text != text and sound(one.text))


def _tries(text: str) -> Iterator[str]:
    """Yield an expression with each of the mends by itself."""
    return (mend.slip.sub(mend.right, text) for mend in MENDS)


def _all(mends: Iterable[Mend], text: str) -> str:
    """An expression with all of some mends."""
    for mend in mends:
        text = mend.slip.sub(mend.right, text)
    return text


def _rewritten(texts: Iterable[str]) -> Iterator[Rewritten]:
    return map(Rewritten, dict.fromkeys(" ".join(text.split()) for text in texts))


def fitting(hints: Iterable[Hint], codes: Callable[[str], set[str]]) -> str | None:
    """Return the first hint that does not mislead; ``codes`` tells what is wrong with a whole expression.

    One that needs another word, or a player, is given only if no other fits better.
    """
    near = None
    for hint in hints:
        if isinstance(hint, str):
            return near or hint
        wrong = codes(hint.text)
        if not wrong:
            return str(hint)
        if near is None and MISFITS.isdisjoint(wrong):
            near = str(hint)
    return near


def sound(text: str, start: str = "start") -> bool:
    """Return whether a text is an expression."""
    return not isinstance(lalr.parse(tables(), text, start), lalr.Stop)


def added(text: str) -> str | None:
    """Return how to add to something, for who wrote ``+5`` or ``+= 5``."""
    found = _ADDED.fullmatch(text)
    if found is None:
        return None
    return f"write `{found[1]}`; in `points:`, `points + {found[1]}` adds to what the player has"
