"""Keys and items around a place of the source, found by bisection: a file may have very many comments."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from itertools import accumulate
from operator import attrgetter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trickbook.formatting.units import Unit
    from trickbook.source.text import Page


class Surroundings:
    """The units of a page, with the indexes that find those near a character."""

    def __init__(self, sheet: Page, known: Sequence[Unit], closed: dict[int, int]) -> None:
        """Sort the units by their ends, too, and the brackets by their beginnings."""
        self.sheet, self.known = sheet, known
        self.begins = [unit.begin for unit in known]
        self.ended = sorted(known, key=attrgetter("end"))
        self.ends = [unit.end for unit in self.ended]
        self.brackets = sorted(closed)
        self.farthest = list(accumulate((closed[begin] for begin in self.brackets), max))
        self.columns = _Columns(known)

    def following(self, index: int) -> Unit | None:
        """Return the first unit behind a character."""
        place = bisect_right(self.begins, index)
        return self.known[place] if place < len(self.known) else None

    def within(self, index: int) -> bool:
        """Return whether a character stands in brackets or braces."""
        place = bisect_left(self.brackets, index)
        return place > 0 and self.farthest[place - 1] > index

    def beside(self, index: int) -> Unit | None:
        """The outermost that ends on the line before a character, or the innermost that it interrupts."""
        start = self.sheet.line_start(index)
        here = self.known[bisect_left(self.begins, start) : bisect_left(self.begins, index)]
        done = [unit for unit in here if unit.end <= index]
        if done:
            return min(done, key=lambda unit: (unit.depth, -unit.begin))
        if here:
            return max(here, key=lambda unit: unit.depth)
        ended = self.ended[bisect_right(self.ends, start) : bisect_right(self.ends, index)]
        return min(ended, key=lambda unit: (unit.depth, -unit.begin), default=None)

    def above(self, index: int, column: int) -> Unit:
        """The last unit before a character that stands at most as far to the right as a column."""
        count = bisect_left(self.begins, index)
        return self.columns.last(count, column) or self.known[count - 1]


class _Columns:
    """A stack of units, each further right than the one below; ``last`` takes counts in ascending order."""

    def __init__(self, known: Sequence[Unit]) -> None:
        self.known = known
        self.count = 0
        self.open: list[Unit] = []

    def last(self, count: int, column: int) -> Unit | None:
        """The last of the first ``count`` units that stands at most as far to the right as a column."""
        for unit in self.known[self.count : count]:
            while self.open and self.open[-1].column >= unit.column:
                self.open.pop()
            self.open.append(unit)
        self.count = max(self.count, count)
        place = bisect_right(self.open, column, key=attrgetter("column"))
        return self.open[place - 1] if place else None
