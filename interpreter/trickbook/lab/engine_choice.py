"""Engines: whoever plays the matches of a study. All give the same rows, to the bit."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from trickbook.lab import interpreter_rows

try:
    from trickbook.lab import machine_rows
except ImportError as missing:
    machine_rows = None  # type: ignore[assignment]
    MISSING = str(missing)
else:
    MISSING = ""

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from trickbook.lab.rows import Rows
    from trickbook.lab.study import Study


class RowEngine(NamedTuple):
    """An engine by name, why it is not the fast one, and the rows of matches: the first, how many."""

    name: str
    reason: str
    rows: Callable[[Study, int, int], Rows]


def choose_engine(study: Study) -> RowEngine:
    """The fastest engine that can play a study."""
    reason = MISSING or machine_rows.refusal(study)
    if reason:
        return RowEngine("interpreter", reason, interpreter_rows.interpreter_rows)
    return RowEngine("fast", "", machine_rows.machine_rows)


def warm_up(studies: Iterable[Study]) -> None:
    """Have the fast engine compiled and kept on disk, if it is there and can play any of these."""
    if not MISSING:
        machine_rows.warm_up_machine(studies)
