"""Batches: very many matches as machine code, by chance or by ducks."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from trickbook.batch import matches
from trickbook.batch.cells import LEADING, LINES, MATCHES, columns, new_program, of_matches, regions
from trickbook.batch.machine import Machine
from trickbook.core.native import BEST

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from numpy.typing import NDArray

    from trickbook.batch.duck_data import DuckData
    from trickbook.core.program import Program
    from trickbook.engine.lookup import Lookup


class MatchDeals(NamedTuple):
    """The deals of whole matches, in order: the match's index among the seeds, the deal's number in it.

    ``over`` marks the last deal of a match; ``columns`` have a number for each deal and seat. ``endings`` say
    why a match was given up (0: it was not); such a match has no deals.
    """

    match: NDArray[np.int64]
    deal: NDArray[np.int64]
    over: NDArray[np.bool_]
    columns: Mapping[str, NDArray[np.int64]]
    endings: NDArray[np.int64]


def program_of(engine: Lookup, known: DuckData | None = None) -> Program:
    """Return the program of a batch, in which seats may duck with what ducks know."""
    room = (*regions(engine, ducks=known is not None), *of_matches(engine))
    return new_program(engine, room, partial(matches.write, engine, known))


class Batch(Machine):
    """The matches of a game as machine code."""

    def __init__(self, engine: Lookup, known: DuckData | None = None, level: int = BEST) -> None:
        """Write, translate and compile; BeyondError for too large a pack, or what no duck can go by."""
        super().__init__(engine, program_of(engine, known), ["batch"], level)
        self.names, self.seats = columns(engine), engine.layout.seats
        self.columns = LEADING + self.seats * len(self.names)
        self._batch = self.function("batch")

    def play(self, seeds: NDArray[np.uint64], ducks: int = 0) -> MatchDeals:
        """Play a whole match for each seed; a set of seats ducks, the others play by chance."""
        parts, endings = [], np.zeros(len(seeds), np.int64)
        for first in range(0, len(seeds), MATCHES):
            asked = seeds[first : first + MATCHES]
            for cells, more in self._sheets(asked, ducks):
                many, at = int(cells[self.start["LINES"]]), self.start["SHEET"]
                sheet = cells[at : at + self.columns * LINES].reshape(self.columns, LINES)[:, :many]
                sheet[0] += first
                parts.append(sheet)
                if not more:
                    reasons = self.start["ENDINGS"]
                    endings[first : first + len(asked)] = cells[reasons : reasons + len(asked)]
        whole = parts[0] if len(parts) == 1 else np.concatenate([self._no_deals(), *parts], axis=1)
        if endings.any():
            whole = whole[:, endings[whole[0]] == 0]
        return self._in_columns(whole, endings)

    def _sheets(self, seeds: NDArray[np.uint64], ducks: int) -> Iterator[tuple[NDArray[np.int64], bool]]:
        """Yield the cells as often as the sheet is full, and whether more follow."""
        room, more, state = self.room(empty="SHEET"), True, self.start["SHEET"]
        for name, number in (("MANY", len(seeds)), ("DUCKS", ducks)):
            self.put(room, name, np.array([number]))
        self.put(room, "SEEDS_OF_MATCHES", seeds)
        while more:
            more = bool(self._batch(room))
            yield room[:, 0], more
            if more:
                before, room = room, self.room(empty="MANY")
                room[:state] = before[:state]
                self.put(room, "LINES", np.array([0]))

    def _no_deals(self) -> NDArray[np.int64]:
        return np.zeros((self.columns, 0), np.int64)

    def _in_columns(self, sheet: NDArray[np.int64], endings: NDArray[np.int64]) -> MatchDeals:
        """Return a sheet as columns."""
        found = {
            name: sheet[LEADING + self.seats * index : LEADING + self.seats * (index + 1)].T
            for index, name in enumerate(self.names)
        }
        return MatchDeals(sheet[0], sheet[1], sheet[2] != 0, found, endings)
