"""The machine code of a batch: translated and compiled once, and kept for later runs on this processor."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final

import llvmlite

from trickbook.batch import chance, expected_cost, gains, nodes, odds, selections
from trickbook.cards import chance as stream
from trickbook.core import reals, subset
from trickbook.core.native import QUICK, deposits, load_code, object_code, processor
from trickbook.core.translation import translation
from trickbook.source.cache import keep_bytes, known_bytes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trickbook.core.translation import Memory

SHARED: Final = (subset, reals, stream, chance, selections, expected_cost, nodes, gains, odds)
"""The modules of functions that a batch calls."""

RARE: Final = ("draw_below", "shuffle_one_by_one")
"""What is called where a number would favour some."""

SOON: Final = -1
"""The level for those who cannot wait: the best code if it is kept, else what is compiled in a moment."""

MOST: Final = 400
"""So many programs are kept as machine code."""

KEPT: Final = "code-"


def machine_code(source: str, exported: Sequence[str], memory: Memory, level: int, *, doors: str = "") -> Any:
    """Return what knows the address of each of some functions; SubsetError for what is no part of the subset.

    What is compiled quickly is not kept. At the level ``SOON`` that is done unless the best is kept already.
    ``doors`` are functions in the language of the translation, through which others are called.
    """
    name = KEPT + _digest(source, exported, memory, doors)
    code = _whole(known_bytes(name)) if level != QUICK else None
    if code is None:
        best = level > QUICK
        text = translation(source, exported, memory, SHARED, rare=RARE, deposits=deposits())
        code = object_code(text + doors, level if best else QUICK)
        if best:
            keep_bytes(name, sha256(code).digest() + code, of=f"{KEPT}*", most=MOST)
    return load_code(code)


def _whole(kept: bytes | None) -> bytes | None:
    """Return machine code that was kept; None if there is none, or if a bit of it has changed."""
    size = sha256().digest_size
    code = None if kept is None else kept[size:]
    return code if kept is not None and code and sha256(code).digest() == kept[:size] else None


def _digest(source: str, exported: Sequence[str], memory: Memory, doors: str) -> str:
    """Return what the code depends on, in short; what translates it is part of the installation."""
    on = llvmlite.__version__, processor(), exported, memory, source, doors
    return sha256(repr(on).encode()).hexdigest()[:32]
