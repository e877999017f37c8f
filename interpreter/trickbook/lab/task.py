"""A task: studies whose same matches are played, and what is summarised of them."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final, Generic, NamedTuple, Protocol, TypeVar

import numpy as np

from trickbook.lab.study import first_deals, row_range

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from trickbook.lab.study import Rows, Study
    from trickbook.lab.sums import StudySums


MAX_THREADS: Final = 8
"""More threads would wait for Python's lock."""


def thread_count() -> int:
    """Return the number of threads to play or write in: one for each core that this process may use."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(cores, MAX_THREADS)


class MatchSummary(Protocol):
    """The summary of some matches: their number, and the number of deals of each study."""

    @property
    def matches(self) -> int:
        """The number of matches."""

    @property
    def dealt(self) -> tuple[int, ...]:
        """The number of deals of each study."""

    @property
    def sums(self) -> tuple[StudySums, ...]:
        """The sums of each study."""


Summary = TypeVar("Summary", bound=MatchSummary)


class Task(NamedTuple, Generic[Summary]):
    """Studies, how to summarise their rows, how to add summaries, and perhaps a folder for the rows."""

    studies: tuple[Study, ...]
    tell: Callable[[Sequence[Rows]], Summary]
    add: Callable[[Summary, Summary], Summary]
    folder: Path | None = None


class Quota(NamedTuple):
    """The required amount: at least so many matches, and so many deals of each study."""

    matches: int
    deals: tuple[int, ...]

    @property
    def met(self) -> bool:
        """Whether nothing more is required."""
        return max(self.matches, *self.deals) <= 0

    def less(self, found: MatchSummary) -> Quota:
        """Return the rest of the quota after some matches."""
        left = (quota - dealt for quota, dealt in zip(self.deals, found.dealt, strict=True))
        return Quota(self.matches - found.matches, tuple(left))

    def exceeded(self, found: MatchSummary) -> bool:
        """Return whether fewer matches might do: there are more of everything than required."""
        left = self.less(found)
        return max(left.matches, *left.deals) < 0


def rows_in_quota(rows: Sequence[Rows], quota: Quota) -> list[Rows]:
    """Return the same matches of all studies, as many as the quota needs; all if they are too few."""
    ends = [np.flatnonzero(one.last) + 1 for one in rows]
    needed = (int(first_deals(one, deals).last.sum()) for one, deals in zip(rows, quota.deals, strict=True))
    most = min(max(quota.matches, *needed), len(ends[0]))
    return [
        row_range(one, 0, int(end[most - 1]) if most > 0 else 0) for one, end in zip(rows, ends, strict=True)
    ]
