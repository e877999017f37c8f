"""Playing very many deals: single ones, whole matches, deals in progress."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import accumulate, pairwise
from threading import local
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from trickbook.fast import deals_in_progress
from trickbook.fast.compiled_game import padded, scratch_buffers
from trickbook.fast.instructions import NumberRegister
from trickbook.fast.machine.loop import run

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from trickbook.fast.compiled_game import CompiledGame
    from trickbook.fast.deals_in_progress import DealsInProgress, MachinePlayout
    from trickbook.state.state import State

INITIAL_DEALS: Final = 8192
"""So many deals find room at first."""

FIRST_BATCH: Final = 64
"""So many matches tell how long matches are; and fewer are not shared among threads."""

LEADING_COLUMNS: Final = 3
"""Before the columns it is told which match a deal is of, its number, and whether it was the last."""

COUNTED_COLUMNS: Final = ("choices", "forced", "moves")
"""What the machine itself counts for each seat: choices, those among one move only, all moves together."""


class PlayedDeals(NamedTuple):
    """Deals that were played: the points of each by seat, and why the machine gave one up (0: it did not).

    Where scores are complex, points are pairs: of a deal and seat, the real and the imaginary part.
    """

    points: NDArray[np.int64]
    endings: NDArray[np.int64]


def play_deals(
    engine: CompiledGame, seeds: Sequence[int], deals: Sequence[int], ducks: int = 0
) -> PlayedDeals:
    """Play a deal for each seed, of the number given for it; a set of seats ducks, others like any move."""
    return _once(engine, seeds, deals, deals_in_progress.no_deals(wide=engine.wide), ducks)


def finish_deals(
    engine: CompiledGame, states: Sequence[State], trials: Sequence[MachinePlayout]
) -> PlayedDeals:
    """Play deals to their end, each for a trial; in the states somebody is to play to a trick."""
    begun = deals_in_progress.deals_in_progress(engine.table, engine.places, states, trials, wide=engine.wide)
    return _once(engine, [trial.seed for trial in trials], [1] * len(trials), begun)


def _once(
    engine: CompiledGame, seeds: Sequence[int], deals: Sequence[int], begun: DealsInProgress, ducks: int = 0
) -> PlayedDeals:
    """Play one deal for each seed."""
    many, seats = len(seeds), engine.table.layout.seats
    told, endings = np.zeros((many, _width(engine)), np.int64), np.zeros(many, np.int64)
    wanted = np.fromiter(seeds, np.uint64, many), np.fromiter(deals, np.int64, many), True
    _, lines = _run(engine, wanted, (endings, told), begun, ducks)
    parts = 1 + engine.table.layout.complex
    points = np.zeros((many, parts, seats), np.int64)
    points[told[:lines, 0]] = told[:lines, LEADING_COLUMNS : LEADING_COLUMNS + seats * parts].reshape(
        lines, parts, seats
    )
    return PlayedDeals(points.swapaxes(1, 2) if parts > 1 else points[:, 0], endings)


class MatchDeals(NamedTuple):
    """Deals of whole matches, in order: the place of the match among the seeds, the number of the deal in it.

    ``over`` tells whether it is the last, ``columns`` hold a number for each deal and seat. ``endings`` tell
    of each match why the machine gave it up (0: it did not); nothing more is told of such a one.
    """

    match: NDArray[np.int64]
    deal: NDArray[np.int64]
    over: NDArray[np.bool_]
    columns: Mapping[str, NDArray[np.int64]]
    endings: NDArray[np.int64]


def play_matches(engine: CompiledGame, seeds: Sequence[int], threads: int = 1, ducks: int = 0) -> MatchDeals:
    """Play a whole match for each seed, in so many threads; a set of seats ducks, others like any move."""
    every, matches = np.fromiter(seeds, np.uint64, len(seeds)), partial(_matches, engine, ducks)
    if threads == 1 or len(every) < FIRST_BATCH * threads:
        return _told(engine, *matches(every))
    own = np.array_split(every, threads)
    few = len(matches(every[:FIRST_BATCH])[0])
    ends = [0, *accumulate(len(part) * few // FIRST_BATCH * 9 // 8 + _least(engine) for part in own)]
    whole = np.empty((ends[-1], _width(engine)), np.int64)
    sheets = [whole[begin:end] for begin, end in pairwise(ends)]
    with ThreadPoolExecutor(threads) as pool:
        firsts = accumulate(map(len, own), initial=0)
        parts = list(pool.map(matches, own, sheets, firsts))
    sheet = _together(whole, [part for part, _ in parts], ends)
    return _told(engine, sheet, np.concatenate([endings for _, endings in parts]))


def _together(
    whole: NDArray[np.int64], parts: Sequence[NDArray[np.int64]], begins: Sequence[int]
) -> NDArray[np.int64]:
    """Parts of a sheet, each of which begins somewhere, moved to where the one before it ends."""
    if any(part.base is not whole for part in parts):
        return np.concatenate(parts)
    end = 0
    for part, begin in zip(parts, begins, strict=False):
        step = begin - end or len(part)
        for row in range(0, len(part) if begin > end else 0, step):
            lines = part[row : row + step]
            whole[end + row : end + row + len(lines)] = lines
        end += len(part)
    return whole[:end]


def _told(engine: CompiledGame, sheet: NDArray[np.int64], endings: NDArray[np.int64]) -> MatchDeals:
    """What is told of deals, column by column."""
    seats = engine.table.layout.seats
    columns = {
        name: sheet[:, LEADING_COLUMNS + seats * place : LEADING_COLUMNS + seats * (place + 1)]
        for place, name in enumerate((*engine.told, *COUNTED_COLUMNS))
    }
    return MatchDeals(sheet[:, 0], sheet[:, 1], sheet[:, 2] != 0, columns, endings)


def _matches(
    engine: CompiledGame,
    ducks: int,
    seeds: NDArray[np.uint64],
    sheet: NDArray[np.int64] | None = None,
    first: int = 0,
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Play a whole match for each seed; what is told of each deal, and how the matches ended.

    It is written on the sheet; where that ends, what is there tells how large another must be. The number of
    the first match may be given.
    """
    done, filled, least = 0, 0, _least(engine)
    endings, nothing = np.zeros(len(seeds), np.int64), deals_in_progress.no_deals(wide=engine.wide)
    if sheet is None:
        sheet = np.empty((least, _width(engine)), np.int64)
    while done < len(seeds):
        wanted = seeds[done:], np.ones(len(seeds) - done, np.int64), False
        finished, lines = _run(engine, wanted, (endings[done:], sheet[filled:]), nothing, ducks)
        sheet[filled : filled + lines, 0] += done + first
        done, filled = done + finished, filled + lines
        if done < len(seeds):
            more = (len(seeds) - done) * filled // max(done, 1)
            larger = np.empty((filled + more + more // 8 + least, _width(engine)), np.int64)
            larger[:filled] = sheet[:filled]
            sheet = larger
    return sheet[:filled], endings


def _least(engine: CompiledGame) -> int:
    """How many deals a sheet must have room for: those of the longest match."""
    return max(INITIAL_DEALS, engine.table.ending.most)


def _width(engine: CompiledGame) -> int:
    """How many numbers are told of a deal."""
    return LEADING_COLUMNS + engine.table.layout.seats * (len(engine.told) + len(COUNTED_COLUMNS))


class _Paper(local):
    """Scratch paper of a thread, kept for its next run: nobody reads what an earlier one wrote."""

    def __init__(self) -> None:
        """Begin with none."""
        self.sheets: dict[bool, tuple[Any, ...]] = {}

    def of(self, *, wide: bool) -> tuple[Any, ...]:
        """The paper for small packs, or that for large ones."""
        if wide not in self.sheets:
            self.sheets[wide] = scratch_buffers(wide=wide)
        return self.sheets[wide]


SCRATCH: Final = _Paper()


def _run(
    engine: CompiledGame, wanted: tuple[Any, ...], told: tuple[Any, ...], begun: DealsInProgress, ducks: int
) -> tuple[int, int]:
    """Let the machine run; how many matches it finished before there was no room left, and how many deals."""
    numbers, sets, paper = padded(engine.numbers), padded(engine.sets), SCRATCH.of(wide=engine.wide)
    numbers[NumberRegister.DUCKS] = ducks
    known = engine.deck, engine.seating, engine.ducks
    found = run(engine.code, numbers, sets, *known, paper, wanted, told, tuple(begun))
    return int(found[0]), int(found[1])
