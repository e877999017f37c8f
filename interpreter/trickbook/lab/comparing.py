"""Comparing: several studies on the same matches, from the same seeds, between the same players."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from trickbook.lab import shelf
from trickbook.lab.hiring import ALONE
from trickbook.lab.measures import measured
from trickbook.lab.paired import Cross, crossed, differences
from trickbook.lab.running import going, reread
from trickbook.lab.sums import NOTHING, Sums, added, sums
from trickbook.lab.task import Task, Want
from trickbook.problems import TrickbookError

if TYPE_CHECKING:
    from collections.abc import Generator, Mapping, Sequence

    from trickbook.lab.hiring import Hands
    from trickbook.lab.paired import Difference
    from trickbook.lab.rows import Rows
    from trickbook.lab.running import Total
    from trickbook.lab.shelf import Place, Shelf
    from trickbook.lab.study import Study

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

    @property
    def dealt(self) -> tuple[int, ...]:
        """How many deals, by study."""
        return tuple(one.deals for one in self.sums)

    def differences(self, *, seats: bool = False) -> tuple[Difference, ...]:
        """Each other study's differences from the base, of all seats together or of each seat, too."""
        base, *others = (one.measures for one in self.sums)
        return differences(base, others, self.crosses, self.matches, seats=seats)


def nothing(studies: int) -> Compared:
    """Before any match was played."""
    return Compared(0, (NOTHING,) * studies, ({},) * (studies - 1), ({},) * studies)


def comparing(
    studies: Sequence[Study], deals: int, hands: Hands = ALONE, lying: Shelf[Compared] | None = None
) -> Generator[Total[Compared], None, None]:
    """Play the same matches of all studies, until each has so many deals; tell what is known after each part.

    At least two matches are played. Who plays, and in which parts, does not matter for what comes out.
    """
    return going(_task(studies), Want(LEAST, (deals,) * len(studies)), hands, lying)


def resume(at: Place, studies: Sequence[Study]) -> Shelf[Compared]:
    """A shelf with what lies there of a comparison; TrickbookError if that is of another."""
    return shelf.resume(at, _task(studies), partial(reread, _task(studies)))


def _task(studies: Sequence[Study]) -> Task[Compared]:
    """What is told of studies that can be compared."""
    check(studies)
    return Task(tuple(studies), compared, together)


def check(studies: Sequence[Study]) -> None:
    """Only studies between the same players and from the same seed can be compared."""
    if len({study[1:] for study in studies}) > 1:
        raise TrickbookError("studies that are compared need the same players and the same seed")


def compared(rows: Sequence[Rows]) -> Compared:
    """What the same matches of several studies tell."""
    found = [measured(one) for one in rows]
    base, *others = found
    crosses = tuple(
        {name: crossed(base[name], other[name]) for name in base if name in other} for other in others
    )
    return Compared(
        int(rows[0].last.sum()), tuple(map(sums, rows, found)), crosses, tuple(lengths(one) for one in rows)
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
