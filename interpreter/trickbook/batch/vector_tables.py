"""Very many tables side by side as machine code, whose choices come from outside."""

from __future__ import annotations

import ctypes
from functools import cache, partial
from typing import TYPE_CHECKING, Any

import numpy as np

from trickbook.batch import vector_deals
from trickbook.batch.cells import new_program
from trickbook.batch.code import machine_code
from trickbook.batch.machine import Machine, address_of
from trickbook.batch.vector_deals import regions
from trickbook.core.instructions import NUMBER
from trickbook.core.native import BEST, door_of_rows
from trickbook.core.translation import Memory

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from trickbook.batch.queries import Numbering
    from trickbook.core.program import Program
    from trickbook.engine.lookup import Lookup


def program_of(engine: Lookup, numbering: Numbering, most: int) -> Program:
    """Return the program of tables; each deals so often at most for a deal in which somebody has a choice."""
    write = partial(vector_deals.write, engine, numbering, most)
    return new_program(engine, regions(engine, numbering), write)


class VectorTables(Machine):
    """VectorTables of a game, of which each is a row of cells and deals by a seed of its own."""

    def __init__(self, engine: Lookup, numbering: Numbering, most: int, level: int = BEST) -> None:
        """Write, translate and compile; BeyondError for too large a pack, or plays of several cards.

        A table deals so often at most for a deal in which somebody has a choice.
        """
        program = program_of(engine, numbering, most)
        super().__init__(engine, program, ["go"], level, in_rows=True)
        self.numbering, self.source = numbering, program.source
        self._go = _of_rows(self.code, "go")
        self.rows = self._rows(0)

    def _rows(self, many: int) -> NDArray[np.int64]:
        """Return so many rows, in which nothing has begun; of wide cells each word stands by itself."""
        return np.zeros((many, self.memory.cells, self.memory.width // NUMBER), np.int64)

    def begin(self, seeds: NDArray[np.uint64], stride: int) -> bool:
        """Deal at a table for each seed, and go on to the first choice; the next seed is so much greater."""
        self.rows = self._rows(len(seeds))
        self.column("SEED")[:] = seeds
        self.column("STRIDE")[:] = stride
        return self._proceed()

    def apply(self, actions: NDArray[np.int64]) -> bool:
        """Apply a legal action at each table, and go on to the next choice."""
        self.column("ACTION")[:] = actions
        return self._proceed()

    def _proceed(self) -> bool:
        """Go on; return whether a deal ended somewhere, or something went wrong."""
        return bool(self._go(self.rows))

    def column(self, name: str) -> NDArray[np.int64]:
        """Return the first number of a region at each table."""
        return self.rows[:, self.start[name], 0]

    def columns(self, name: str, many: int) -> NDArray[np.int64]:
        """Return the first numbers of a region, a row for each table."""
        first = self.start[name]
        return self.rows[:, first : first + many, 0]

    def legal(self) -> NDArray[np.uint64]:
        """Return which actions are legal, a row of words for each table: bit k is set for action k."""
        return self.columns("LEGAL", self.numbering.words).copy().view(np.uint64)


def _of_rows(code: Any, name: str) -> Callable[[NDArray[np.int64]], int]:
    """Return what runs a function for each of many rows, and adds up what it returns."""
    kind = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p, ctypes.c_int64)
    call = kind(address_of(code, f"rows.{name}"))

    def run(rows: NDArray[np.int64]) -> int:
        _ = code  # which lives as long as this does
        found: int = call(rows.ctypes.data, len(rows))
        return found

    return run


PICK = """\
def pick(v):
    many = 0
    for k in range({words}):
        many += (v[1 + k] & MASK).bit_count()
    n = v[0] * many >> 32
    for k in range({halves}):
        half = v[1 + k // 2] >> 32 * (k % 2) & 4294967295
        if n < half.bit_count():
            v[0] = 32 * k + (nth(half, n) - 1).bit_count()
            return 0
        n -= half.bit_count()
    v[0] = -1
    return 0
"""
"""Puts an action that words allow in place of a part of 1 << 32; -1 if they allow none."""


@cache
def _picker(words: int) -> Callable[[NDArray[np.int64]], int]:
    """Return what picks actions of so many words."""
    memory, source = Memory(words + 2, fault=words + 1), PICK.format(words=words, halves=2 * words)
    return _of_rows(machine_code(source, ["pick"], memory, BEST, doors=door_of_rows("pick", memory)), "pick")


def pick_actions(legal: NDArray[np.uint64], chance: np.random.Generator) -> NDArray[np.int64]:
    """Return one of the actions that each row of words allows, each as likely."""
    many, words = legal.shape
    rows = np.empty((many, words + 2), np.int64)
    rows[:, 0] = chance.integers(1 << 32, size=many, dtype=np.uint32)
    rows[:, 1:-1] = legal.view(np.int64)
    _picker(words)(rows)
    return np.ascontiguousarray(rows[:, 0])
