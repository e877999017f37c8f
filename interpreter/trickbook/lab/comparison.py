"""Comparison of several studies on the same matches, with the same seeds and players."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from trickbook.lab import result_store
from trickbook.lab.intervals import CrossProducts, cross_products, study_differences
from trickbook.lab.measures import measure_matches
from trickbook.lab.runner import THIS_PROCESS, reread_files, run_task
from trickbook.lab.sums import NO_SUMS, StudySums, added_sums, sum_matches
from trickbook.lab.task import Quota, Task
from trickbook.problems import TrickbookError
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Generator, Mapping, Sequence

    from trickbook.lab.intervals import Difference
    from trickbook.lab.result_store import ResultLocation, ResultStore
    from trickbook.lab.runner import RunProgress, WorkerOptions
    from trickbook.lab.study import Rows, Study

MIN_MATCHES: Final = 2
"""Fewer matches say nothing about a difference."""


class Comparison(NamedTuple):
    """The figures of the same matches of several studies; the first study is the base.

    ``crosses`` has the base's products with each other study; ``lengths`` counts for each study how many
    matches took how many deals.
    """

    matches: int
    sums: tuple[StudySums, ...]
    crosses: tuple[Mapping[str, tuple[CrossProducts, ...]], ...]
    lengths: tuple[Mapping[int, int], ...]

    @property
    def dealt(self) -> tuple[int, ...]:
        """The number of deals of each study."""
        return tuple(one.deals for one in self.sums)

    def differences(self, *, seats: bool = False) -> tuple[Difference, ...]:
        """Return each other study's differences from the base, over all seats and perhaps by seat."""
        base, *others = (one.measures for one in self.sums)
        return study_differences(base, others, self.crosses, self.matches, seats=seats)


def empty_comparison(studies: int) -> Comparison:
    """Return the comparison of no matches."""
    return Comparison(0, (NO_SUMS,) * studies, ({},) * (studies - 1), ({},) * studies)


def run_comparison(
    studies: Sequence[Study],
    deals: int,
    options: WorkerOptions = THIS_PROCESS,
    store: ResultStore[Comparison] | None = None,
) -> Generator[RunProgress[Comparison], None, None]:
    """Play the same matches of all studies until each has enough deals; yield the figures so far.

    At least two matches are played. The result does not depend on the executor.
    """
    return run_task(_task(studies), Quota(MIN_MATCHES, (deals,) * len(studies)), options, store)


def resume_comparison(at: ResultLocation, studies: Sequence[Study]) -> ResultStore[Comparison]:
    """Return the store with the matches so far; TrickbookError if they belong to another comparison."""
    return result_store.resume_store(at, _task(studies), partial(reread_files, _task(studies)))


def _task(studies: Sequence[Study]) -> Task[Comparison]:
    """Return the task of studies that can be compared."""
    check_comparable(studies)
    return Task(tuple(studies), compare_rows, added_comparisons)


def check_comparable(studies: Sequence[Study]) -> None:
    """Raise TrickbookError unless the studies have the same players and seed."""
    if len({study[1:] for study in studies}) > 1:
        raise TrickbookError(Message("studies that are compared need the same players and the same seed"))


def compare_rows(rows: Sequence[Rows]) -> Comparison:
    """Return the comparison of the same matches of several studies."""
    found = [measure_matches(one) for one in rows]
    base, *others = found
    crosses = tuple(
        {name: cross_products(base[name], other[name]) for name in base if name in other} for other in others
    )
    return Comparison(
        int(rows[0].last.sum()),
        tuple(map(sum_matches, rows, found)),
        crosses,
        tuple(length_counts(one) for one in rows),
    )


def length_counts(rows: Rows) -> dict[int, int]:
    """Return how many matches took how many deals."""
    return Counter(np.diff(np.flatnonzero(rows.last), prepend=-1).tolist())


def added_comparisons(one: Comparison, other: Comparison) -> Comparison:
    """Return the comparison of both parts."""
    return Comparison(
        one.matches + other.matches,
        tuple(map(added_sums, one.sums, other.sums)),
        tuple(map(_crosses, one.crosses, other.crosses)),
        tuple(
            dict(Counter(left) + Counter(right))
            for left, right in zip(one.lengths, other.lengths, strict=True)
        ),
    )


def _crosses(
    one: Mapping[str, tuple[CrossProducts, ...]], other: Mapping[str, tuple[CrossProducts, ...]]
) -> Mapping[str, tuple[CrossProducts, ...]]:
    """Return the sums of both products."""
    if not one or not other:
        return one or other
    return {
        name: tuple(
            CrossProducts(*map(int.__add__, left, right))
            for left, right in zip(mine, other[name], strict=True)
        )
        for name, mine in one.items()
    }
