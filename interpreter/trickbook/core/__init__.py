"""The core: rules as Python source in a small subset, over one flat list of whole numbers, its cells.

The list is the cells of a state. A set of cards or of seats is one number, bit by bit. A condition is 0 or 1,
a choice the number that its name has in the program, 0 for none. A complex number has its real part in one
cell and its imaginary part in another, as far away as the layout says.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from trickbook.cards.gaussian import Gaussian, parts
from trickbook.problems import visible

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from trickbook.state import Layout


SINGLE: Final = (
    "DEAL", "DEALER", "LEADER", "TRICKS", "PLAYS", "LAST", "LED", "TAKER", "RESTING", "CLOSING", "AHEAD",
    "STEP", "WAITING", "ACTOR", "REPEATS", "ASKED", "ANSWERED", "FIRST", "LEADS", "GATHERED", "DEPTH",
    "FAULT",
)  # fmt: skip
"""Single cells: numbers of deal, seats and tricks, the led suit, sets of seats; then the step
that is taken, who is waited for, who acts, how often the steps went back; who is asked, who of them has
answered, and who is asked first; who is to lead first; how many plays the last trick had; how many frames
wait, and what went wrong."""

(
    DEAL, DEALER, LEADER, TRICKS, PLAYS, LAST, LED, TAKER, RESTING, CLOSING, AHEAD,
    STEP, WAITING, ACTOR, REPEATS, ASKED, ANSWERED, FIRST, LEADS, GATHERED, DEPTH,
    FAULT,
) = range(len(SINGLE))  # fmt: skip

FRAME: Final = ("task", "p", "x", "STEP", "ACTOR", "ASKED", "ANSWERED", "FIRST")
"""The cells of a frame, for what goes on later: its task, seat and play or answer, and cells as they were."""

BY_SEAT: Final = ("WON", "SCORES", "POINTS", "OUTCOMES")
"""The cells of a seat: tricks won, the score, the points of the deal, the score that an answer would give."""

COMPLEX_TOO: Final = ("SCORES", "POINTS", "OUTCOMES")
"""The regions that may be complex; the imaginary parts stand behind all real ones."""


CONSTANT: Final = re.compile(r"\b[A-Z]\w*\b")
"""The name of a region in a source."""


class Sizes(NamedTuple):
    """How much there may be: plays to a trick, frames of what goes on later, questions that go round."""

    plays: int
    frames: int = 0
    rounds: int = 0


class Region(NamedTuple):
    """Cells in a row: their name in the source, the first one's index, and how many there are."""

    name: str
    start: int
    size: int


class Cells:
    """The cells of a table's state, region by region.

    ``layout`` has the piles and the slots, ``most`` is the greatest number of plays to a trick. The first
    cells of the regions that are read by name are ``won``, ``piles``, ``slots``, ``players`` and ``plays``;
    ``many`` is the number of slots. ``beyond`` names regions behind those of a deal, with their sizes;
    where plays are listed in none of them, ``OFFERS`` begins behind all.
    """

    def __init__(self, layout: Layout, sizes: Sizes, beyond: Sequence[tuple[str, int]] = ()) -> None:
        """Lay out the cells."""
        self.layout, self.sizes, (self.most, self.frames, self.rounds) = layout, sizes, sizes
        self.beyond = beyond
        self.seats, self.complex, self.many = layout.seats, layout.complex, layout.many
        found, start = list[Region](), 0
        for name, size in self._sizes():
            found.append(Region(name, start, size))
            start += size
        self.regions, self.size = tuple(found), start
        self.start = {region.name: region.start for region in found}
        self.won, self.slots, self.imaginary = (self.start[name] for name in ("WON", "SLOTS", "SLOTS_I"))
        self.players, self.plays = (self.start[name] for name in ("SEATS_OF_PLAYS", "CARDS_OF_PLAYS"))
        self.piles = self.slots - layout.pile_cells
        self._points, self._scores = self._stretches("POINTS"), self._stretches("SCORES")

    def _sizes(self) -> Iterator[tuple[str, int]]:
        seats, layout = self.seats, self.layout
        yield from ((name, 1) for name in SINGLE)
        for name in BY_SEAT:
            yield name, seats
            if name in COMPLEX_TOO:
                yield f"{name}_I", seats if layout.complex else 0
        yield "GIVEN", seats
        yield "ROUNDS", self.rounds
        for index, pile in enumerate(layout.piles.values()):
            yield f"PILE{index}", seats if pile.owned else 1
            if pile.ever is not None:
                yield f"EVER{index}", 1
        yield "SLOTS", self.many
        yield "SLOTS_I", self.many if layout.complex else 0
        yield "SEATS_OF_PLAYS", self.most
        yield "CARDS_OF_PLAYS", self.most
        yield "FRAMES", self.frames * len(FRAME)
        yield from self.beyond
        if not any(name == "OFFERS" for name, _ in self.beyond):
            yield "OFFERS", 0

    def _stretches(self, name: str) -> tuple[slice, slice]:
        """The cells of a number of each seat, and those of its imaginary parts."""
        real, imaginary = self.start[name], self.start[f"{name}_I"]
        return slice(real, real + self.seats), slice(imaginary, imaginary + self.seats * self.complex)

    @cached_property
    def pile_at(self) -> dict[int, str]:
        """The region that begins at each index of a pile."""
        names = {}
        for index, pile in enumerate(self.layout.piles.values()):
            names[pile.base] = f"PILE{index}"
            if pile.ever is not None:
                names[pile.ever] = f"EVER{index}"
        return names

    def constants(self, source: str, *, comments: bool) -> Iterator[str]:
        """Yield a line for each region that a source names: its first cell, what an author calls it."""
        titles, used = self._titles() if comments else {}, set(CONSTANT.findall(source))
        for region in self.regions:
            if region.name in used:
                comment = f"  # {visible(titles[region.name])}" if titles.get(region.name) else ""
                yield f"{region.name} = {region.start}{comment}"

    def _titles(self) -> dict[str, str]:
        """The names of piles and of what is remembered, each with its index behind the first."""
        piles = self.layout.piles
        slots = ", ".join(f"{slot} {name}" for name, slot in self.layout.slots.items())
        return {
            **{self.pile_at[pile.base]: name for name, pile in piles.items()},
            **{self.pile_at[piles[name].ever or 0]: ever for ever, name in self.layout.ever.items()},
            "SLOTS": slots,
        }

    # Numbers of seats

    def points(self, v: Sequence[int]) -> tuple[Any, ...]:
        """The points of each seat."""
        return self._numbers(v, self._points)

    def scores(self, v: Sequence[int]) -> tuple[Any, ...]:
        """The score of each seat."""
        return self._numbers(v, self._scores)

    def put_points(self, v: list[int], points: Sequence[Any]) -> None:
        """Write the points of each seat."""
        self._put(v, self._points, points)

    def put_scores(self, v: list[int], scores: Sequence[Any]) -> None:
        """Write the score of each seat."""
        self._put(v, self._scores, scores)

    def _numbers(self, v: Sequence[int], stretches: tuple[slice, slice]) -> tuple[Any, ...]:
        real, imaginary = stretches
        if not self.complex:
            return tuple(v[real])
        return tuple(map(Gaussian, v[real], v[imaginary]))

    def _put(self, v: list[int], stretches: tuple[slice, slice], numbers: Sequence[Any]) -> None:
        if self.complex:
            v[stretches[0]], v[stretches[1]] = zip(*map(parts, numbers), strict=True)
        else:
            v[stretches[0]] = numbers
