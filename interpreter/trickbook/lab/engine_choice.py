"""The choice of the engine for a study. Both give the same rows, to the bit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from trickbook import batch
from trickbook.lab import interpreter_rows
from trickbook.problems import MissingError, needs

try:
    with needs(batch.MISSING):
        from trickbook.lab import machine_rows
except MissingError as missing:
    machine_rows = None  # type: ignore[assignment]
    MISSING = str(missing)
else:
    MISSING = ""

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from trickbook.lab.study import Rows, Study


class RowEngine(NamedTuple):
    """An engine: its name, why it is not machine code, and a function from matches to rows."""

    name: str
    reason: str
    rows: Callable[[Study, int, int], Rows]


INTERPRETER: Final = RowEngine("interpreter", "", interpreter_rows.interpreter_rows)


def choose_engine(study: Study) -> RowEngine:
    """Return the fastest engine that can play a study."""
    reason = MISSING or machine_rows.refusal(study)
    if reason:
        return INTERPRETER._replace(reason=reason)
    return RowEngine("fast", "", machine_rows.machine_rows)


def is_compiled(studies: Iterable[Study]) -> bool:
    """Return whether machine code plays all of these studies."""
    return not any(study.single or choose_engine(study).reason for study in studies)
