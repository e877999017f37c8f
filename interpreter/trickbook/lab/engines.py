"""Engines: whoever plays the matches of a study. All give the same rows, to the bit."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from trickbook.lab import interpreting

try:
    from trickbook.lab import machine
except ImportError as missing:
    machine = None  # type: ignore[assignment]
    MISSING = str(missing)
else:
    MISSING = ""

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from trickbook.lab.rows import Rows
    from trickbook.lab.study import Study


class Engine(NamedTuple):
    """An engine by name, why it is not the fast one, and the rows of matches: the first, how many."""

    name: str
    reason: str
    rows: Callable[[Study, int, int], Rows]


def choose(study: Study) -> Engine:
    """The fastest engine that can play a study."""
    reason = MISSING or machine.refuses(study)
    if reason:
        return Engine("interpreter", reason, interpreting.rows)
    return Engine("fast", "", machine.rows)


def warm(studies: Iterable[Study]) -> None:
    """Have the fast engine compiled and kept on disk, if it is there and can play any of these."""
    if not MISSING:
        machine.warm(studies)
