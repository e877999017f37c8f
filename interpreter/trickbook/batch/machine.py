"""A program of very many deals as machine code, which is kept for later runs, and memory for its cells."""

from __future__ import annotations

import ctypes
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final

import llvmlite
import numpy as np

from trickbook.batch import chance, gains, nodes, reckoning
from trickbook.batch.cells import most_names
from trickbook.cards import chance as stream
from trickbook.cards.chance import MASK
from trickbook.cards.gaussian import parts
from trickbook.core import FAULT, reals, subset
from trickbook.core.instructions import NUMBER, SYMBOL
from trickbook.core.native import BEST, QUICK, deposits, door_of_rows, load_code, object_code, processor
from trickbook.core.translation import BeyondError, Memory, translation, width_for
from trickbook.expression.operations import CYCLES
from trickbook.expression.types import Kind
from trickbook.source.cache import keep_bytes, known_bytes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from trickbook.core.program import Program
    from trickbook.engine.lookup import Lookup
    from trickbook.expression.types import Term


SHARED: Final = (subset, reals, stream, chance, reckoning, nodes, gains)
"""The modules of functions that a batch calls."""

RARE: Final = ("draw_below", "shuffle_one_by_one")
"""The functions that are called where a number would favour some."""

SOON: Final = -1
"""The level for those who cannot wait: the best code if it is kept, else what is compiled in a moment."""

MOST: Final = 400
"""So many programs are kept as machine code."""

KEPT: Final = "code-"


def machine_code(source: str, exported: Sequence[str], memory: Memory, level: int, *, doors: str = "") -> Any:
    """Return what knows the address of each of some functions; SubsetError for what is no part of the subset.

    What is compiled quickly is not kept. At the level ``SOON`` that is done unless the best is kept already.
    ``doors`` are functions in the language of the translation, through which others are called.
    """
    name = KEPT + _digest(source, exported, memory, doors)
    code = _whole(known_bytes(name)) if level != QUICK else None
    if code is None:
        best = level > QUICK
        text = translation(source, exported, memory, SHARED, rare=RARE, deposits=deposits())
        code = object_code(text + doors, level if best else QUICK)
        if best:
            keep_bytes(name, sha256(code).digest() + code, of=f"{KEPT}*", most=MOST)
    return load_code(code)


def _whole(kept: bytes | None) -> bytes | None:
    """Return machine code that was kept; None if there is none, or if a bit of it has changed."""
    size = sha256().digest_size
    code = None if kept is None else kept[size:]
    return code if kept is not None and code and sha256(code).digest() == kept[:size] else None


def _digest(source: str, exported: Sequence[str], memory: Memory, doors: str) -> str:
    """Return what the code depends on, in short; what translates it is part of the installation."""
    on = llvmlite.__version__, processor(), exported, memory, source, doors
    return sha256(repr(on).encode()).hexdigest()[:32]


MOST_NUMBER: Final = 4 * 10**18
"""The largest number that may stand in the rules: what is computed holds far below."""


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
    if numbers and (term.constant or term.operation in CYCLES.values()):
        for value in (term.value,) if term.constant else term.detail:
            yield from parts(value)
    for part in term.parts:
        yield from _numbers(part)


class Machine:
    """A program as machine code. Several threads may run it at once, each in memory of its own."""

    def __init__(
        self,
        engine: Lookup,
        program: Program,
        exported: Sequence[str],
        level: int = BEST,
        *,
        in_rows: bool = False,
    ) -> None:
        """Translate and compile; BeyondError for too large a pack, or numbers that 64 bits do not hold.

        ``in_rows``: whether functions are run for each of many rows of cells.
        """
        _check_numbers(program)
        self.engine, self.cells, self.start = engine, program.cells, program.cells.start
        self.sizes = {region.name: region.size for region in program.cells.regions}
        self.memory = Memory(program.cells.size, width_for(most_names(engine)), FAULT)
        doors = [door_of_rows(name, self.memory) for name in exported if in_rows]
        self.code = machine_code(program.draft(), exported, self.memory, level, doors="".join(doors))

    def function(self, name: str) -> Callable[[NDArray[np.int64]], int]:
        """Return a function of memory."""
        call = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p)(address_of(self.code, SYMBOL + name))
        return lambda room: call(room.ctypes.data)

    def room(self, empty: str) -> NDArray[np.int64]:
        """Return memory for the cells, a row for each with its words; from a region on anything may stand."""
        found = np.empty((self.memory.cells, self.memory.width // NUMBER), np.int64)
        found[: self.start[empty]] = 0
        return found

    def numbers(self, room: NDArray[np.int64], name: str, many: int) -> NDArray[np.int64]:
        """Return the first numbers of a region, none of which is a set of cards."""
        return room[self.start[name] : self.start[name] + many, 0]

    def put(self, room: NDArray[np.int64], name: str, values: NDArray[Any]) -> None:
        """Write the first numbers of a region; of rows, each has the words of one number."""
        assert len(values) <= self.sizes[name], f"{name} has room for {self.sizes[name]}"  # noqa: S101
        own = room[self.start[name] : self.start[name] + len(values)]
        if values.ndim > 1:
            own[:] = values
            return
        own[:, 0] = values.astype(np.int64, copy=False)
        if own.shape[1] > 1:
            own[:, 1] = values >> NUMBER - 1 if values.dtype.kind == "i" else 0

    def words(self, numbers: Sequence[int]) -> NDArray[np.int64]:
        """Return numbers as rows of the words that memory has, the lowest first, each with a sign."""
        many = self.memory.width // NUMBER
        if many == 1:
            return np.array([_to_signed(number) for number in numbers], np.int64).reshape(-1, 1)
        rows = [[_to_signed(number >> NUMBER * word) for word in range(many)] for number in numbers]
        return np.array(rows, np.int64).reshape(-1, many)


def address_of(code: Any, name: str) -> int:
    """Return where a function lies that code exports."""
    address: int = code.get_function_address(name)
    assert address, f"{name} is not exported"  # noqa: S101 - what lies at 0 must not be called
    return address


def _to_signed(number: int) -> int:
    """Return the lowest word of a number, with a sign."""
    word = number & MASK
    return word - (1 << NUMBER) if word >> NUMBER - 1 else word
