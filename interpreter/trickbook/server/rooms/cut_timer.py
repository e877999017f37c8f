"""The time of the steps of cutting: who has not answered when it is up is absent."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from trickbook.server.table import cutting
from trickbook.server.table.match import no_change
from trickbook.server.table.state import free_seats

if TYPE_CHECKING:
    from trickbook.server.table.state import TableState, Update


class CutStep(NamedTuple):
    """A step of cutting: which deal's pack, and whether the hashes are shown."""

    match: int
    deal: int
    shown: bool


class CutTimer:
    """Measures how long a step of cutting waits."""

    def __init__(self, seconds: float) -> None:
        """Start without a step; each waits so many seconds."""
        self.seconds, self.begun = seconds, 0.0
        self.step: CutStep | None = None

    def left(self, step: CutStep, since: float) -> float:
        """The seconds that a step has left; it waits only while somebody is there, who came at some time."""
        if step != self.step:
            self.step, self.begun = step, monotonic()
        return max(self.begun, since) + self.seconds - monotonic()


def current_step(table: TableState) -> CutStep | None:
    """The step of cutting at a table; None if there is none, or seats are free."""
    cut = None if free_seats(table) else cutting.running_cut(table)
    return cut and CutStep(cut.match, cut.deal, bool(cut.sealed.hashes))


def ended_step(table: TableState, step: CutStep) -> Update:
    """The table with a step ended; unchanged if it is over already."""
    cut = cutting.running_cut(table)
    return no_change(table) if cut is None or current_step(table) != step else cutting.step(table, cut)
