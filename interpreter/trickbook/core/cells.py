"""The cells of a state: one flat list of whole numbers, and which of them stands for what.

A set of cards or of seats is one number, bit by bit. A condition is 0 or 1, a choice the number that its name
has in the program, 0 for none. A complex number has its real part in one cell and its imaginary part in
another, as far away as the layout says.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickbook.state import Layout

SINGLE: Final = (
    "DEAL", "DEALER", "LEADER", "TRICKS", "PLAYS", "LAST", "LED", "TAKER", "RESTING", "CLOSING", "AHEAD",
)  # fmt: skip
"""What there is once: numbers of the deal, of seats and of tricks, the led suit, sets of seats."""

BY_SEAT: Final = ("WON", "SCORES", "POINTS", "OUTCOMES")
"""What each seat has: tricks won, the score, the points of the deal, the score that an answer would give."""

COMPLEX_TOO: Final = ("SCORES", "POINTS", "OUTCOMES")
"""What may be complex; the imaginary parts stand behind all real ones."""


class Region(NamedTuple):
    """Cells in a row: their name in the source, the first one's index, and how many there are."""

    name: str
    start: int
    size: int


class Cells:
    """The cells of a table's state, region by region.

    ``layout`` has the piles and the slots, ``plays`` is the greatest number of plays to a trick.
    """

    def __init__(self, layout: Layout, plays: int) -> None:
        """Lay out the cells."""
        self.layout, self.plays = layout, plays

    @cached_property
    def regions(self) -> tuple[Region, ...]:
        """All regions, in order."""
        found, start = list[Region](), 0
        for name, size in self._sizes():
            found.append(Region(name, start, size))
            start += size
        return tuple(found)

    def _sizes(self) -> Iterator[tuple[str, int]]:
        seats, layout = self.layout.seats, self.layout
        yield from ((name, 1) for name in SINGLE)
        for name in BY_SEAT:
            yield name, seats
            if name in COMPLEX_TOO:
                yield f"{name}_I", seats if layout.complex else 0
        for place, pile in enumerate(layout.piles.values()):
            yield f"PILE{place}", seats if pile.owned else 1
            if pile.ever is not None:
                yield f"EVER{place}", 1
        yield "SLOTS", len(layout.blank)
        yield "SLOTS_I", len(layout.blank) if layout.complex else 0
        yield "SEATS_OF_PLAYS", self.plays
        yield "CARDS_OF_PLAYS", self.plays

    @cached_property
    def start(self) -> dict[str, int]:
        """The index of the first cell of each region."""
        return {region.name: region.start for region in self.regions}

    @cached_property
    def size(self) -> int:
        """How many cells there are."""
        return sum(region.size for region in self.regions)

    @cached_property
    def pile_at(self) -> dict[int, str]:
        """The region that begins at each place of the table's layout."""
        found = {}
        for place, pile in enumerate(self.layout.piles.values()):
            found[pile.base] = f"PILE{place}"
            if pile.ever is not None:
                found[pile.ever] = f"EVER{place}"
        return found

    def constants(self) -> Iterator[str]:
        """Yield a line of the source for each region: its name and its first cell."""
        return (f"{region.name} = {region.start}" for region in self.regions if region.size)
