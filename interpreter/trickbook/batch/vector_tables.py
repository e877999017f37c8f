"""Very many tables side by side as machine code, whose choices come from outside."""

from __future__ import annotations

import ctypes
from functools import cache, partial
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from trickbook.batch import deals, table
from trickbook.batch.cells import IDLE, OFFERS, asking_steps, most_chosen, new_program, plays_several
from trickbook.batch.machine import Machine, address_of, machine_code
from trickbook.batch.queries import Queries, list_size
from trickbook.core.instructions import NUMBER
from trickbook.core.native import BEST, door_of_rows
from trickbook.core.text import Body
from trickbook.core.translation import Memory
from trickbook.engine.course import points

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from trickbook.batch.queries import Numbering
    from trickbook.core.program import Program
    from trickbook.core.source import Source
    from trickbook.engine.course.flow import Flow
    from trickbook.engine.lookup import Lookup


def program_of(engine: Lookup, numbering: Numbering, most: int) -> Program:
    """Return the program of tables; each deals so often at most for a deal in which somebody has a choice."""
    return new_program(engine, regions(engine, numbering), partial(write, engine, numbering, most))


class VectorTables(Machine):
    """VectorTables of a game, of which each is a row of cells and deals by a seed of its own."""

    def __init__(self, engine: Lookup, numbering: Numbering, most: int, level: int = BEST) -> None:
        """Write, translate and compile; BeyondError for too large a pack.

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
        result: int = call(rows.ctypes.data, len(rows))
        return result

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


SINGLE: Final = (
    "CHANCE", "LOGGED", "SEED", "STRIDE", "LASTING", "BEGUN", "NOTED", "CHOSEN", "OFFERED", "WANTED",
    "ACTION", "SEAT", "ENDED",
)  # fmt: skip
"""Cells of a table: the stream of the deal, how much was written down in it, its seed, and how far that
of the next is; whether facts last from a deal before, which none do, whether the table has dealt, how many
tricks are noted; the cards chosen so far, those offered, and how many may be chosen; the action taken,
the seat that acts, and how many deals ended since then."""


def regions(engine: Lookup, numbering: Numbering) -> Sequence[tuple[str, int]]:
    """Return the regions behind the cells of a deal, with their sizes.

    ``GAINED`` are the points of the deals that ended, ``PLAYED`` and ``TAKEN`` the cards that each seat has
    played to finished tricks, and those of the tricks that it took; ``OFFERS`` are numbers that are listed,
    or plays of several cards.
    """
    seats, pack, several = engine.layout.seats, len(engine.pack), plays_several(engine)
    most = most_chosen(engine) if several else 0
    many = {name: numbers.many for name, numbers in numbering.answers.items()}
    sizes = (list_size(step, many.get(step.name, 0)) for step in engine.questions)
    return (
        *((name, 1) for name in SINGLE),
        ("LEGAL", numbering.words),
        *((name, seats) for name in ("GAINED", "PLAYED", "TAKEN")),
        ("PACK", pack),
        ("NUMBERS", pack),
        ("GROUPS", pack if several else 0),
        ("WAYS", (pack + 1) * (most + 1) if several else 0),
        ("OFFERS", OFFERS if several else max(sizes, default=0)),
    )


def write(engine: Lookup, numbering: Numbering, most: int, source: Source) -> None:
    """Write the function ``go``: a table applies an action, and goes on until a seat is asked.

    It deals so often at most. It returns 1 where deals ended or something went wrong, else 0.
    """
    flow = deals.begin(engine, source)
    queries = Queries(flow, numbering)
    for index, step in asking_steps(engine):
        queries.write(step, index)
    table.write(flow)
    table.write_begin(flow)
    table.write_first_deal(flow)
    _write_note(flow)
    deals.write_course(flow, queries.add_question, "note(v)")
    _write_apply(flow)
    _write_deal(flow)
    _write_settle(flow)
    _write_go(flow, numbering, most)


def _write_apply(flow: Flow) -> None:
    """Write the function ``apply``: the action of the seat that is asked."""
    body = Body()
    deals.add_choices(flow, "apply", body)
    body.add("return 0")
    flow.source.add("apply", (), body)


def _write_deal(flow: Flow) -> None:
    """Write the function ``deal``: the first deal of a match begins."""
    body = Body()
    body.add("first_deal(v)")
    if plays_several(flow.engine):
        deals.add_ways(flow, body)
    body.add("begin(v)")
    body.add("v[NOTED] = 0")
    _add_nothing_noted(flow, body)
    body.add("return 0")
    flow.source.add("deal", (), body)


def _write_settle(flow: Flow) -> None:
    """Write the function ``settle``: a deal has ended, and the table deals by its next seed."""
    body = Body()
    body.add("score(v)")
    own = [f"v[{region} + p]" for region in points.regions(flow, "POINTS")]
    gained = f"norm({', '.join(own)})" if flow.layout.complex else own[0]
    with body.block(f"for p in range({flow.seats})"):
        body.add(f"v[GAINED + p] += {gained}")
    with body.block("if v[FAULT]"):
        body.add("return 0")
    body.add("v[ENDED] += 1")
    body.add("v[SEED] += v[STRIDE]")
    body.add("return deal(v)")
    flow.source.add("settle", (), body)


def _write_go(flow: Flow, numbering: Numbering, most: int) -> None:
    """Write the function ``go``."""
    body = Body()
    with body.block("if v[ENDED]"):
        body.add("v[ENDED] = 0")
        with body.block(f"for p in range({flow.seats})"):
            body.add("v[GAINED + p] = 0")
    with body.block("if v[BEGUN]"):
        body.add("apply(v)")
    with body.block("else"):
        body.add("v[BEGUN] = 1")
        body.add("deal(v)")
    with body.block(f"for _ in range({most})"):
        with body.block("if not go_on(v)"):
            with body.block("if not v[FAULT]"):
                body.add("return v[ENDED] != 0")
            body.add("break")
        body.add("settle(v)")
    with body.block("if not v[FAULT]"):
        body.add(f"v[FAULT] = {IDLE}")
    with body.block(f"for k in range({numbering.words})"):
        body.add("v[LEGAL + k] = 0")
    body.add("return 1")
    flow.source.add("go", (), body)


def _write_note(flow: Flow) -> None:
    """Write the function ``note``: it notes a trick that has ended, or that the cards are dealt again."""
    body = Body()
    with body.block("if v[TRICKS] == v[NOTED]"):
        body.add("return 0")
    with body.block("if v[TRICKS] < v[NOTED]"):
        _add_nothing_noted(flow, body)
    with body.block("else"), body.block("for i in range(v[GATHERED])"):
        body.add("v[PLAYED + v[SEATS_OF_PLAYS + i]] |= v[CARDS_OF_PLAYS + i]")
        with body.block("if v[TAKER]"):
            body.add("v[TAKEN + (v[TAKER] - 1).bit_count()] |= v[CARDS_OF_PLAYS + i]")
    body.add("v[NOTED] = v[TRICKS]")
    body.add("return 0")
    flow.source.add("note", (), body)


def _add_nothing_noted(flow: Flow, body: Body) -> None:
    """Add the lines that forget all finished tricks."""
    with body.block(f"for p in range({flow.seats})"):
        body.add("v[PLAYED + p] = 0")
        body.add("v[TAKEN + p] = 0")
