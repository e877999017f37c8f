"""Expressions mended: what was written as people speak, written as it is said here."""

from __future__ import annotations

import re
from typing import Final

from trickbook.expression import lalr
from trickbook.expression.diagnostics.mends import MENDS
from trickbook.expression.grammar import tables
from trickbook.problems import short

LONGEST: Final = 120
"""Characters of an expression that is written out, better, in a hint."""

MEASURES: Final = frozenset(
    {"more", "higher", "greater", "better", "above", "over", "up", "odd", "even"}
    | {"less", "fewer", "lower", "below", "under", "down"}
)
"""Words of comparison that may stand where an expression has a name."""

_ADDED: Final = re.compile(r"\s*\+=?\s*(\d+)\s*")
"""A number with nothing that it is added to."""


def mended(text: str, start: str = "start") -> str | None:
    """Return how to write what is no expression; None if none of the mends makes one of it."""
    tries = [mend.slip.sub(mend.right, text) for mend in MENDS]
    for mend in MENDS:
        text = mend.slip.sub(mend.right, text)
    found = next((one for one in (*tries, text) if sound(one, start)), None)
    return found and f"write `{short(' '.join(found.split()), LONGEST)}`"


def respoken(text: str, word: str) -> str | None:
    """Return how to write an expression of which a word is none here, such as ``tricks is 3 or more``."""
    if word not in MEASURES:
        return None
    tries = (mend.slip.sub(mend.right, text) for mend in MENDS)
    found = next((one for one in tries if one != text and sound(one)), None)
    return found and f"write `{short(' '.join(found.split()), LONGEST)}`"


def sound(text: str, start: str = "start") -> bool:
    """Return whether a text is an expression."""
    return not isinstance(lalr.parse(tables(), text, start), lalr.Stop)


def added(text: str) -> str | None:
    """Return how to add to something, for who wrote ``+5`` or ``+= 5``."""
    found = _ADDED.fullmatch(text)
    if found is None:
        return None
    return f"write `{found[1]}`; in `points:`, `points + {found[1]}` adds to what the player has"
