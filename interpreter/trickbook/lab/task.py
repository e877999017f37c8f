"""A task: studies whose same matches are played, how many of them are wanted, and what is told of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, NamedTuple, Protocol, TypeVar

import numpy as np

from trickbook.lab.rows import first_deals, row_range

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from trickbook.lab.rows import Rows
    from trickbook.lab.study import Study
    from trickbook.lab.sums import StudySums


class MatchSummary(Protocol):
    """What came of some matches: how many they are, and how many deals each study had in them."""

    @property
    def matches(self) -> int:
        """How many matches."""

    @property
    def dealt(self) -> tuple[int, ...]:
        """How many deals, by study."""

    @property
    def sums(self) -> tuple[StudySums, ...]:
        """The sums, by study."""


Summary = TypeVar("Summary", bound=MatchSummary)


class Task(NamedTuple, Generic[Summary]):
    """Studies, what is told of the rows of their matches, how such is added; rows may go into a folder."""

    studies: tuple[Study, ...]
    tell: Callable[[Sequence[Rows]], Summary]
    add: Callable[[Summary, Summary], Summary]
    folder: Path | None = None


class Quota(NamedTuple):
    """What is wanted: at least so many matches, and at least so many deals of each study."""

    matches: int
    deals: tuple[int, ...]

    @property
    def met(self) -> bool:
        """Whether nothing more is wanted."""
        return max(self.matches, *self.deals) <= 0

    def less(self, found: MatchSummary) -> Quota:
        """What is still wanted after some matches."""
        left = (quota - dealt for quota, dealt in zip(self.deals, found.dealt, strict=True))
        return Quota(self.matches - found.matches, tuple(left))

    def exceeded(self, found: MatchSummary) -> bool:
        """Whether fewer matches might do: there are more of everything than is wanted."""
        left = self.less(found)
        return max(left.matches, *left.deals) < 0


def rows_in_quota(rows: Sequence[Rows], quota: Quota) -> list[Rows]:
    """The same matches of all studies, no more than are wanted; all of them, if they are too few."""
    ends = [np.flatnonzero(one.last) + 1 for one in rows]
    needed = (int(first_deals(one, deals).last.sum()) for one, deals in zip(rows, quota.deals, strict=True))
    most = min(max(quota.matches, *needed), len(ends[0]))
    return [
        row_range(one, 0, int(end[most - 1]) if most > 0 else 0) for one, end in zip(rows, ends, strict=True)
    ]
