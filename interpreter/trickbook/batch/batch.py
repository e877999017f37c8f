"""Batches: very many deals between players who like any move as well, as machine code."""

from __future__ import annotations

import ctypes
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from trickbook.batch import chance, deals, selections
from trickbook.batch.cells import LEADING, MATCHES, columns, line_size, regions
from trickbook.cards import chance as stream
from trickbook.core import subset
from trickbook.core.cells import FAULT
from trickbook.core.native import loaded, object_code, width_for
from trickbook.core.program import Program
from trickbook.core.translation import NUMBER, Memory, translation
from trickbook.engine.roots import roots

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from numpy.typing import NDArray

    from trickbook.engine.lookup import Lookup

SHARED: Final = (subset, stream, chance, selections)
"""The modules of functions that a batch calls."""


class MatchDeals(NamedTuple):
    """The deals of whole matches, in order: the match's place among the seeds, the deal's number in it.

    ``over`` marks the last deal of a match; ``columns`` have a number for each deal and seat. ``endings`` say
    why a match was given up (0: it was not); such a match has no deals.
    """

    match: NDArray[np.int64]
    deal: NDArray[np.int64]
    over: NDArray[np.bool_]
    columns: Mapping[str, NDArray[np.int64]]
    endings: NDArray[np.int64]


def program_of(engine: Lookup) -> Program:
    """Return the program of a batch."""
    write = partial(deals.write, engine)
    return Program(engine.layout, engine.cells.sizes, partial(roots, engine), write, regions(engine))


class Batch:
    """The deals of a game as machine code. Several threads may play by it at once."""

    def __init__(self, engine: Lookup, level: int = 2) -> None:
        """Write, translate and compile; BeyondError for a pack that is too large."""
        program = program_of(engine)
        sets = (engine.deck.names, *(step.names for step in engine.questions))
        self.names, self.seats = columns(engine), engine.layout.seats
        self.start, self.line = program.cells.start, line_size(engine)
        self.memory = Memory(program.cells.size, width_for(max(map(len, sets))), FAULT)
        text = translation(program.draft(), ["batch"], self.memory, SHARED)
        self._code = loaded(object_code(text, level))
        address = self._code.get_function_address("batch")
        self._call = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p)(address)

    def play(self, seeds: NDArray[np.uint64]) -> MatchDeals:
        """Play a whole match for each seed, all seats by chance."""
        sheets, endings = [], np.zeros(len(seeds), np.int64)
        for first in range(0, len(seeds), MATCHES):
            asked = seeds[first : first + MATCHES]
            for sheet, reasons in self._lines(asked):
                sheet[:, 0] += first
                sheets.append(sheet)
                endings[first : first + len(asked)] = reasons
        lines = np.concatenate(sheets) if sheets else np.zeros((0, self.line), np.int64)
        if endings.any():
            lines = lines[endings[lines[:, 0]] == 0]
        return self._columns(lines, endings)

    def _lines(self, seeds: NDArray[np.uint64]) -> Iterator[tuple[NDArray[np.int64], NDArray[np.int64]]]:
        """Yield the lines of the sheet, as often as it is full, and the endings so far."""
        words, at = self.memory.width // NUMBER, self.start
        room = np.zeros((self.memory.cells, words), np.int64)
        cells = room[:, 0]
        cells[at["MANY"]] = len(seeds)
        cells[at["SEEDS"] : at["SEEDS"] + len(seeds)] = seeds
        more = True
        while more:
            cells[at["LINES"]] = 0
            more = bool(self._call(room.ctypes.data))
            many = int(cells[at["LINES"]])
            sheet = cells[at["SHEET"] : at["SHEET"] + many * self.line].reshape(many, self.line)
            yield sheet.copy(), cells[at["ENDINGS"] : at["ENDINGS"] + len(seeds)].copy()

    def _columns(self, lines: NDArray[np.int64], endings: NDArray[np.int64]) -> MatchDeals:
        """Return lines as columns, each of which lies in one piece."""
        turned: Any = np.ascontiguousarray(lines.T)
        found = {
            name: turned[LEADING + self.seats * place : LEADING + self.seats * (place + 1)].T
            for place, name in enumerate(self.names)
        }
        return MatchDeals(turned[0], turned[1], turned[2] != 0, found, endings)
