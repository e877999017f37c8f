"""Comparing: several studies on the same matches, from the same seeds, between the same players."""

from __future__ import annotations

from collections import Counter
from time import monotonic
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from trickbook.lab.engines import choose
from trickbook.lab.measures import measured
from trickbook.lab.paired import Cross, crossed, differences
from trickbook.lab.rows import part, until
from trickbook.lab.sums import NOTHING, Sums, added, sums
from trickbook.problems import TrickbookError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from trickbook.lab.paired import Difference
    from trickbook.lab.rows import Rows
    from trickbook.lab.study import Study

PATIENCE: Final = 0.25
"""So many seconds of a part go to each study, or less: after each part there is something to see."""

LEAST: Final = 2
"""Fewer matches tell nothing about a difference."""


class Compared(NamedTuple):
    """What is known of the same matches of several studies, the first of them the base.

    ``crosses`` are the base's products with each of the others; ``lengths`` tell of each study how many
    matches took how many deals.
    """

    matches: int
    sums: tuple[Sums, ...]
    crosses: tuple[Mapping[str, tuple[Cross, ...]], ...]
    lengths: tuple[Mapping[int, int], ...]

    def differences(self, *, seats: bool = False) -> tuple[Difference, ...]:
        """Each other study's differences from the base, of all seats together or of each seat, too."""
        base, *others = (one.measures for one in self.sums)
        return differences(base, others, self.crosses, self.matches, seats=seats)


def nothing(studies: int) -> Compared:
    """Before any match was played."""
    return Compared(0, (NOTHING,) * studies, ({},) * (studies - 1), ({},) * studies)


def comparing(studies: Sequence[Study], deals: int) -> Iterator[Compared]:
    """Play the same matches of all studies, until each has so many deals; tell what is known after each part.

    At least two matches are played. The parts do not matter for what comes out in the end.
    """
    check(studies)
    engines = [choose(study) for study in studies]
    total, many = nothing(len(studies)), 1
    while wanted(total, deals):
        begun = monotonic()
        rows = [
            engine.rows(study, total.matches, many) for engine, study in zip(engines, studies, strict=True)
        ]
        total = together(total, compared(enough(rows, [deals - one.deals for one in total.sums], total)))
        yield total
        many = max(1, min(grown(many, (monotonic() - begun) / len(studies)), wanted(total, deals)))


def check(studies: Sequence[Study]) -> None:
    """Only studies between the same players and from the same seed can be compared."""
    if len({study[1:] for study in studies}) > 1:
        raise TrickbookError("studies that are compared need the same players and the same seed")


def grown(many: int, seconds: float) -> int:
    """How many matches the next part has, after so many took each study so long."""
    if seconds < PATIENCE / 2:
        return 2 * many
    return many if seconds < PATIENCE else many // 2


def wanted(total: Compared, deals: int) -> int:
    """About how many more matches are needed; none once every study has its deals."""
    if not total.matches:
        return LEAST
    left = (-((one.deals - deals) * total.matches // one.deals) for one in total.sums)
    return max(LEAST - total.matches, *left, 0)


def enough(rows: Sequence[Rows], left: Sequence[int], before: Compared) -> list[Rows]:
    """The same matches of all, no more than each needs to have so many deals."""
    ends = [np.flatnonzero(one.last) + 1 for one in rows]
    needed = max(int(until(one, more).last.sum()) for one, more in zip(rows, left, strict=True))
    most = max(needed, min(LEAST - before.matches, len(ends[0])))
    return [part(one, 0, int(end[most - 1]) if most else 0) for one, end in zip(rows, ends, strict=True)]


def compared(rows: Sequence[Rows]) -> Compared:
    """What the same matches of several studies tell."""
    base, *others = (measured(one) for one in rows)
    crosses = tuple(
        {name: crossed(base[name], other[name]) for name in base if name in other} for other in others
    )
    return Compared(
        int(rows[0].last.sum()), tuple(map(sums, rows)), crosses, tuple(lengths(one) for one in rows)
    )


def lengths(rows: Rows) -> dict[int, int]:
    """How many matches took how many deals."""
    return Counter(np.diff(np.flatnonzero(rows.last), prepend=-1).tolist())


def together(one: Compared, other: Compared) -> Compared:
    """What two stretches of matches tell together."""
    return Compared(
        one.matches + other.matches,
        tuple(map(added, one.sums, other.sums)),
        tuple(map(_crosses, one.crosses, other.crosses)),
        tuple(
            dict(Counter(left) + Counter(right))
            for left, right in zip(one.lengths, other.lengths, strict=True)
        ),
    )


def _crosses(
    one: Mapping[str, tuple[Cross, ...]], other: Mapping[str, tuple[Cross, ...]]
) -> Mapping[str, tuple[Cross, ...]]:
    """The products of both."""
    if not one or not other:
        return one or other
    return {
        name: tuple(
            Cross(*map(int.__add__, left, right)) for left, right in zip(mine, other[name], strict=True)
        )
        for name, mine in one.items()
    }
