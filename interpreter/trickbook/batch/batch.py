"""Batches: very many deals as machine code, by chance or by ducks, whole or from the middle."""

from __future__ import annotations

import ctypes
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from trickbook.batch import deals
from trickbook.batch.cells import LEADING, LINES, MATCHES, SeatPoints, columns, most_names, regions
from trickbook.batch.code import machine_code
from trickbook.cards.chance import MASK
from trickbook.cards.gaussian import Gaussian, parts
from trickbook.core.cells import FAULT, Cells
from trickbook.core.instructions import NUMBER
from trickbook.core.native import BEST, BeyondError, width_for
from trickbook.core.program import Program
from trickbook.core.translation import Memory
from trickbook.engine.roots import roots
from trickbook.expression.types import Kind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from trickbook.batch.cells import Playout
    from trickbook.batch.duck_data import DuckData
    from trickbook.core.state import State
    from trickbook.engine.lookup import Lookup
    from trickbook.expression.types import Term

MOST_NUMBER: Final = 4 * 10**18
"""The largest number that may stand in the rules: what is computed holds far below."""


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


def program_of(engine: Lookup, known: DuckData | None = None) -> Program:
    """Return the program of a batch, in which seats may duck with what ducks know."""
    cells = Cells(engine.layout, engine.cells.sizes, regions(engine, ducks=known is not None))
    return Program(cells, partial(roots, engine), partial(deals.write, engine, known))


def _check_numbers(program: Program) -> None:
    """Check that machine code can hold all numbers of the rules; BeyondError for the first it cannot."""
    of_clauses = ((one.entry, term) for one in program.roots.clauses for term in (one.when, one.what) if term)
    for entry, term in (*program.roots.terms, *of_clauses):
        for number in _numbers(term):
            if abs(number) > MOST_NUMBER:
                asked = f"{entry.place}: `{entry.name}` asks for the number {number}"
                raise BeyondError(f"{asked}, which machine code cannot hold")


def _numbers(term: Term) -> Iterator[int]:
    """Yield the numbers that stand in a term."""
    numbers = term.type.kind in (Kind.NUMBER, Kind.COMPLEX)
    if numbers and (term.constant or term.does.startswith("cycle by ")):
        for value in (term.value,) if term.constant else term.detail:
            yield from parts(value)
    for part in term.parts:
        yield from _numbers(part)


class Batch:
    """The deals of a game as machine code. Several threads may play by it at once."""

    def __init__(self, engine: Lookup, known: DuckData | None = None, level: int = BEST) -> None:
        """Write, translate and compile; BeyondError for too large a pack, or what no duck can go by."""
        program = program_of(engine, known)
        _check_numbers(program)
        self.names, self.seats = columns(engine), engine.layout.seats
        self.start, self.complex = program.cells.start, engine.layout.complex
        self.columns = LEADING + self.seats * len(self.names)
        self.memory = Memory(program.cells.size, width_for(most_names(engine)), FAULT)
        self._code = machine_code(program.draft(), ["batch", "playout"], self.memory, level)
        self._batch, self._playout = map(self._function, ("batch", "playout"))

    def _function(self, name: str) -> Callable[[int], int]:
        """Return a function of the address of the cells."""
        address = self._code.get_function_address(name)
        return ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p)(address)

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

    def play_out(self, states: Sequence[State], playouts: Sequence[Playout]) -> list[SeatPoints | None]:
        """Play deals in progress to their end, one for each playout; None for one that cannot go on."""
        many, rows = self.start["MANY"], [self._cells_of(state) for state in states]
        room, found = self._room(), list[SeatPoints | None]()
        for playout in playouts:
            room[:many] = rows[playout.place]
            room[many : self.start["SEEDS"]] = 0
            state = states[playout.place]
            logged = state.log.number if state.log else 0
            given = {
                "SEED": playout.seed,
                "DUCKS": playout.ducks,
                "CHANCE": state.chance[0],
                "LOGGED": logged,
            }
            for name, number in given.items():
                room[self.start[name]] = self._words(number)
            room[self.start["LAID"]] = self._words(playout.play)
            ended = self._playout(room.ctypes.data)
            found.append(self._points(room) if ended and not room[FAULT, 0] else None)
        return found

    def _cells_of(self, state: State) -> NDArray[np.int64]:
        """Return the cells of a deal as memory."""
        return np.array([self._words(number) for number in state.v], np.int64)

    def _words(self, number: int) -> list[int]:
        """Return a number as the parts that memory has, the lowest first, each with a sign."""
        words = (number >> NUMBER * word & MASK for word in range(self.memory.width // NUMBER))
        return [word - (1 << NUMBER) if word >> NUMBER - 1 else word for word in words]

    def _points(self, room: NDArray[np.int64]) -> SeatPoints:
        """Return the points of each seat."""
        real, imaginary = self.start["POINTS"], self.start["POINTS_I"]
        points = room[real : real + self.seats, 0].tolist()
        if not self.complex:
            return tuple(points)
        return tuple(map(Gaussian, points, room[imaginary : imaginary + self.seats, 0].tolist()))

    def _sheets(self, seeds: NDArray[np.uint64], ducks: int) -> Iterator[tuple[NDArray[np.int64], bool]]:
        """Yield the cells as often as the sheet is full, and whether more follow."""
        first, more, state = self.start["SEEDS"], True, self.start["SHEET"]
        room = self._room()
        room[:state] = 0
        room[self.start["MANY"], 0], room[self.start["DUCKS"], 0] = len(seeds), ducks
        room[first : first + len(seeds), 0] = seeds
        while more:
            more = bool(self._batch(room.ctypes.data))
            yield room[:, 0], more
            if more:
                before, room = room, self._room()
                room[:state] = before[:state]
                room[self.start["LINES"], 0] = 0

    def _room(self) -> NDArray[np.int64]:
        """Return memory for the cells, in which anything may stand; of wide ones, the parts."""
        return np.empty((self.memory.cells, self.memory.width // NUMBER), np.int64)

    def _no_deals(self) -> NDArray[np.int64]:
        return np.zeros((self.columns, 0), np.int64)

    def _in_columns(self, sheet: NDArray[np.int64], endings: NDArray[np.int64]) -> MatchDeals:
        """Return a sheet as columns."""
        found = {
            name: sheet[LEADING + self.seats * place : LEADING + self.seats * (place + 1)].T
            for place, name in enumerate(self.names)
        }
        return MatchDeals(sheet[0], sheet[1], sheet[2] != 0, found, endings)
