"""Running the machine: on single deals, whole matches, and deals in progress."""

from __future__ import annotations

from threading import local
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from trickbook.fast import deals_in_progress
from trickbook.fast.compiled_game import padded, scratch_buffers
from trickbook.fast.machine.loop import run
from trickbook.fast.shared_compilation import compile_once
from trickbook.fast.tree_arrays import no_tree

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from trickbook.fast.compiled_game import CompiledGame
    from trickbook.fast.deals_in_progress import DealsInProgress

    Numbers = Sequence[int] | NDArray[np.uint64] | NDArray[np.int64]

LEADING_COLUMNS: Final = 3
"""The columns before the others: the match of a deal, its number, whether it is the last."""

COUNTED_COLUMNS: Final = ("choices", "forced", "moves")
"""What the machine counts for each seat: choices, those with one move only, all moves."""


class PlayedDeals(NamedTuple):
    """The points of deals by seat, and why the machine gave one up (0: it did not).

    Complex points are pairs: by deal and seat, the real and the imaginary part.
    """

    points: NDArray[np.int64]
    endings: NDArray[np.int64]


def play_deals(engine: CompiledGame, seeds: Numbers, deals: Numbers) -> PlayedDeals:
    """Play a deal for each seed, by its number, at random."""
    return _once(engine, seeds, deals, deals_in_progress.no_deals(wide=engine.wide))


def finish_begun(engine: CompiledGame, seeds: NDArray[np.uint64], begun: DealsInProgress) -> PlayedDeals:
    """Play deals in progress to their end, one for each seed."""
    return _once(engine, seeds, [1] * len(seeds), begun)


def _once(engine: CompiledGame, seeds: Numbers, deals: Numbers, begun: DealsInProgress) -> PlayedDeals:
    """Play one deal for each seed."""
    many, seats = len(seeds), engine.engine.layout.seats
    parts = 1 + engine.engine.layout.complex
    told, endings = np.zeros((many, LEADING_COLUMNS + seats * parts), np.int64), np.zeros(many, np.int64)
    wanted = np.array(seeds, np.uint64), np.array(deals, np.int64), True
    _, lines = run_machine(engine, wanted, (endings, told), begun)
    points = np.zeros((many, parts, seats), np.int64)
    points[told[:lines, 0]] = told[:lines, LEADING_COLUMNS:].reshape(lines, parts, seats)
    return PlayedDeals(points.swapaxes(1, 2) if parts > 1 else points[:, 0], endings)


def sheet_width(engine: CompiledGame) -> int:
    """Return how many numbers there are for a deal."""
    return LEADING_COLUMNS + engine.engine.layout.seats * (len(engine.told) + len(COUNTED_COLUMNS))


class _Paper(local):
    """The buffers of a thread, kept for its next run; a run does not read what an earlier one wrote."""

    def __init__(self) -> None:
        """Begin with none."""
        self.sheets: dict[bool, tuple[Any, ...]] = {}

    def of(self, *, wide: bool) -> tuple[Any, ...]:
        """Return the buffers for small packs, or for large ones."""
        if wide not in self.sheets:
            self.sheets[wide] = scratch_buffers(wide=wide)
        return self.sheets[wide]


SCRATCH: Final = _Paper()


def run_machine(
    engine: CompiledGame,
    wanted: tuple[Any, ...],
    told: tuple[Any, ...],
    begun: DealsInProgress,
    tree: tuple[Any, ...] | None = None,
) -> tuple[int, int]:
    """Run the machine; return how many matches and deals it finished before the sheet was full."""
    numbers, sets, paper = padded(engine.numbers), padded(engine.sets), SCRATCH.of(wide=engine.wide)
    known = engine.deck, engine.seating, engine.ducks
    tree = tree or no_tree(wide=engine.wide)
    progress = tuple(begun[:-1]), tree, begun.asked
    given = engine.code, numbers, sets, *known, paper, wanted, told, *progress
    compile_once((engine.wide, engine.ducks is None, begun.asked is None), given)
    found = run(*given)
    return int(found[0]), int(found[1])
