"""Running the machine: on single deals, whole matches, and deals in progress."""

from __future__ import annotations

from threading import local
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from trickbook.fast import deals_in_progress
from trickbook.fast.compiled_game import padded, scratch_buffers
from trickbook.fast.instructions import NumberRegister
from trickbook.fast.machine.loop import run
from trickbook.fast.shared_compilation import compile_once
from trickbook.fast.tree_arrays import no_tree

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from trickbook.core.state import State
    from trickbook.fast.compiled_game import CompiledGame
    from trickbook.fast.deals_in_progress import DealsInProgress, MachinePlayout

    Numbers = Sequence[int] | NDArray[np.uint64] | NDArray[np.int64]

INITIAL_DEALS: Final = 18_432
"""The room for deals at first."""

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


def play_deals(engine: CompiledGame, seeds: Numbers, deals: Numbers, ducks: int = 0) -> PlayedDeals:
    """Play a deal for each seed, by its number; a set of seats ducks, the others play at random."""
    return _once(engine, seeds, deals, deals_in_progress.no_deals(wide=engine.wide), ducks)


def finish_deals(
    engine: CompiledGame, states: Sequence[State], trials: Sequence[MachinePlayout]
) -> PlayedDeals:
    """Play deals in progress to their end, one for each trial; somebody must be about to play to a trick."""
    places, ducks = (np.array([one[part] for one in trials], np.int64) for part in (0, 2))
    units, plays = deals_in_progress.playout_units(places, ducks), [trial.play for trial in trials]
    begun = deals_in_progress.deals_in_progress(
        engine.engine, engine.places, states, units, plays, wide=engine.wide
    )
    return _once(engine, [trial.seed for trial in trials], [1] * len(trials), begun)


def finish_begun(engine: CompiledGame, seeds: NDArray[np.uint64], begun: DealsInProgress) -> PlayedDeals:
    """Play deals in progress to their end, one for each seed."""
    return _once(engine, seeds, [1] * len(seeds), begun)


def _once(
    engine: CompiledGame, seeds: Numbers, deals: Numbers, begun: DealsInProgress, ducks: int = 0
) -> PlayedDeals:
    """Play one deal for each seed."""
    many, seats = len(seeds), engine.engine.layout.seats
    parts = 1 + engine.engine.layout.complex
    told, endings = np.zeros((many, LEADING_COLUMNS + seats * parts), np.int64), np.zeros(many, np.int64)
    wanted = np.array(seeds, np.uint64), np.array(deals, np.int64), True
    _, lines = run_machine(engine, wanted, (endings, told), begun, ducks=ducks)
    points = np.zeros((many, parts, seats), np.int64)
    points[told[:lines, 0]] = told[:lines, LEADING_COLUMNS:].reshape(lines, parts, seats)
    return PlayedDeals(points.swapaxes(1, 2) if parts > 1 else points[:, 0], endings)


class MatchDeals(NamedTuple):
    """The deals of whole matches, in order: the match's place among the seeds, the deal's number in it.

    ``over`` marks the last deal of a match; ``columns`` have a number for each deal and seat. ``endings`` say
    why the machine gave a match up (0: it did not); such a match has no further deals.
    """

    match: NDArray[np.int64]
    deal: NDArray[np.int64]
    over: NDArray[np.bool_]
    columns: Mapping[str, NDArray[np.int64]]
    endings: NDArray[np.int64]


def play_matches(
    engine: CompiledGame, seeds: Sequence[int] | NDArray[np.uint64], ducks: int = 0
) -> MatchDeals:
    """Play a whole match for each seed; a set of seats ducks, the others play at random.

    A sheet that is full is replaced by a larger one, estimated from what it has.
    """
    every, done, filled, least = np.asarray(seeds, np.uint64), 0, 0, _least(engine)
    endings, nothing = np.zeros(len(every), np.int64), deals_in_progress.no_deals(wide=engine.wide)
    sheet = np.empty((least, sheet_width(engine)), np.int64)
    while done < len(every):
        wanted = every[done:], np.ones(len(every) - done, np.int64), False
        finished, lines = run_machine(engine, wanted, (endings[done:], sheet[filled:]), nothing, ducks=ducks)
        sheet[filled : filled + lines, 0] += done
        done, filled = done + finished, filled + lines
        if done < len(every):
            more = (len(every) - done) * filled // max(done, 1)
            larger = np.empty((filled + more + more // 8 + least, sheet_width(engine)), np.int64)
            larger[:filled] = sheet[:filled]
            sheet = larger
    return _columns(engine, sheet[:filled], endings)


def _columns(engine: CompiledGame, sheet: NDArray[np.int64], endings: NDArray[np.int64]) -> MatchDeals:
    """Return a sheet of deals as columns, each of which lies in one piece."""
    lines, seats = np.ascontiguousarray(sheet.T), engine.engine.layout.seats
    columns = {
        name: lines[LEADING_COLUMNS + seats * place : LEADING_COLUMNS + seats * (place + 1)].T
        for place, name in enumerate((*engine.told, *COUNTED_COLUMNS))
    }
    return MatchDeals(lines[0], lines[1], lines[2] != 0, columns, endings)


def _least(engine: CompiledGame) -> int:
    """Return the deals a sheet must have room for: those of the longest match."""
    return max(INITIAL_DEALS, engine.engine.ending.most)


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
    ducks: int = 0,
) -> tuple[int, int]:
    """Run the machine; return how many matches and deals it finished before the sheet was full."""
    numbers, sets, paper = padded(engine.numbers), padded(engine.sets), SCRATCH.of(wide=engine.wide)
    numbers[NumberRegister.DUCKS] = ducks
    known = engine.deck, engine.seating, engine.ducks
    tree = tree or no_tree(wide=engine.wide)
    progress = tuple(begun[:-1]), tree, begun.asked
    given = engine.code, numbers, sets, *known, paper, wanted, told, *progress
    compile_once((engine.wide, engine.ducks is None, begun.asked is None), given)
    found = run(*given)
    return int(found[0]), int(found[1])
