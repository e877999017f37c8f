"""The assembler of programs: instructions, registers, constants, and labels."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from trickbook.cards.gaussian import parts
from trickbook.expression.types import LARGEST, Kind
from trickbook.fast.instructions import CardRegister, NumberRegister, Op
from trickbook.problems import TrickbookError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

CONSTANTS: Final = (1 << 20, 1 << 21)
"""Constants are numbered from here until their registers are known."""

LABEL_BASE: Final = 1 << 24
"""Labels are numbered from here until their places are known."""

INSTRUCTION_LENGTH: Final = 5
"""An instruction has five parts: what to do, and four operands."""

MOST_OPERATIONS: Final = 200_000

SEATING: Final = (Op.SEAT, Op.SEAT_IS)
"""Instructions that do nothing if another of them follows."""

WRITES: Final = {Op.COPY: Op.FILL, Op.FILL: Op.FILL, Op.CLEAR: Op.CLEAR}
"""Instructions that write the same to one register or to several, and as what they write to several."""

ENDLESS_CODE: Final = 1
"""The machine gave up: a deal does not end."""

STUCK_CODE: Final = 2
"""The machine gave up: somebody must act, and cannot."""

TOO_MANY_PLAYS_CODE: Final = 3
"""The machine gave up: a hand has too many plays."""


class BeyondError(TrickbookError):
    """Raised for a ruleset that needs what the machine cannot do; names the place."""


class StoredValue(NamedTuple):
    """A stored value: its kind, its register, and if it is complex that of its imaginary part."""

    kind: Kind
    register: int
    imaginary: int = 0


class QuestionRegisters(NamedTuple):
    """Where a question goes on, and the registers that hold how far it has come.

    ``asked`` has the seats that are asked, ``left`` those that have yet to answer, ``first`` the first in
    turn, ``kept`` each seat's answer, as a number or a set of cards.
    """

    place: int
    actor: int
    asked: int
    left: int
    first: int
    rounds: int
    kept: int
    cards: bool

    def last(self, seats: int, *, cards: bool) -> int:
        """Return the number after the last register of numbers, or of sets."""
        kept = self.kept + seats if self.cards == cards else 0
        return kept if cards else max(kept, self.actor, self.asked, self.left, self.first, self.rounds) + 1


class StateRegisters(NamedTuple):
    """The registers that hold the parts of a state, so that a program can continue a deal in progress.

    ``slots`` are the registers of stored values, ``names`` the numbers of names that can be chosen. ``turns``
    are where somebody leads or follows: by the step, whether it is a lead, whether it is the first trick, and
    whether a chosen play is to be laid. ``questions`` are those that are steps of the deal, by name.
    """

    piles: int
    scores: int
    slots: Mapping[int, StoredValue]
    names: Mapping[str, int]
    turns: Mapping[tuple[str, bool, bool, bool], int]
    questions: Mapping[str, QuestionRegisters]


class Program(NamedTuple):
    """A program: its instructions, five numbers each, the initial registers, numbers for each card.

    ``told`` names the columns that it reports of each deal.
    """

    code: tuple[int, ...]
    numbers: tuple[int, ...]
    sets: tuple[int, ...]
    columns: tuple[int, ...]
    told: tuple[str, ...]
    places: StateRegisters


class Assembler:
    """A program being assembled."""

    def __init__(self, seats: int) -> None:
        """Begin a program; the tricks that each seat has won have a fixed place."""
        self.code: list[list[int]] = []
        self.free = [NumberRegister.WON + seats, int(CardRegister.FREE)]
        self.most = list(self.free)
        self.constants: tuple[dict[Any, int], dict[Any, int]] = ({}, {})
        self.values: tuple[list[int], list[int]] = ([], [])
        self.labels: list[int | None] = []
        self.columns: list[tuple[int, ...]] = []
        self.reached = 0  # instructions from here on are reached only from the one before

    # Registers

    def numbers(self, many: int = 1) -> int:
        """Return consecutive registers for so many numbers."""
        return self._room(0, many)

    def sets(self, many: int = 1) -> int:
        """Return consecutive registers for so many sets of cards."""
        return self._room(1, many)

    def _room(self, kind: int, many: int) -> int:
        first = self.free[kind]
        self.free[kind] += many
        self.most[kind] = max(self.most[kind], self.free[kind])
        return first

    @contextmanager
    def scratch(self) -> Iterator[None]:
        """Free the registers that are allocated meanwhile."""
        before = list(self.free)
        yield
        self.free = before

    def number(self, value: int) -> int:
        """Return the register of a constant number."""
        return self.block(bounded(value))

    def block(self, values: Sequence[int]) -> int:
        """Return consecutive registers of constant numbers."""
        return self._constant(0, tuple(values))

    def both(self, number: Any) -> int:
        """Return the registers of a constant complex number."""
        return self.block(bounded(*parts(number)))

    def cards(self, value: int) -> int:
        """Return the register of a constant set of cards."""
        return self._constant(1, (value,))

    def card_block(self, values: Sequence[int]) -> int:
        """Return consecutive registers of constant sets of cards."""
        return self._constant(1, tuple(values))

    def _constant(self, kind: int, values: tuple[int, ...]) -> int:
        known, kept = self.constants[kind], self.values[kind]
        if values not in known:
            known[values] = CONSTANTS[kind] + len(kept)
            kept.extend(values)
        return known[values]

    def column(self, values: Sequence[int]) -> int:
        """Return where a column begins: a number for each card, column after column."""
        if tuple(values) not in self.columns:
            self.columns.append(tuple(values))
        return self.columns.index(tuple(values)) * len(values)

    # Operations

    def do(self, op: Op, a: int = 0, b: int = 0, e: int = 0, d: int = 0) -> None:
        """Append an instruction."""
        if len(self.code) == MOST_OPERATIONS:
            raise BeyondError("so many clauses")
        if op in SEATING and len(self.code) > self.reached and self.code[-1][0] in SEATING:
            self.code.pop()
        if not (op in WRITES and self._written_on(WRITES[op], a, b or 1, d)):
            self.code.append([op, a, b, e, d])

    def _written_on(self, op: Op, a: int, many: int, d: int) -> bool:
        """Let the instruction before write the next registers, too, if it writes the same; return whether."""
        before: list[int] = self.code[-1] if len(self.code) > self.reached else [Op.STOP] * 5
        if WRITES.get(Op(before[0])) is not op or before[1] != a or (op is Op.FILL and a < CONSTANTS[0]):
            return False
        reach = before[2] or 1
        if before[4] + reach != d:
            return False
        before[:] = [op, a, reach + many, 0, before[4]]
        return True

    def gives(self, op: Op, a: int = 0, b: int = 0, e: int = 0) -> int:
        """Append an instruction that returns a number; return its register."""
        self.do(op, a, b, e, found := self.numbers())
        return found

    def gives_cards(self, op: Op, a: int = 0, b: int = 0, e: int = 0) -> int:
        """Append an instruction that returns cards; return their register."""
        self.do(op, a, b, e, found := self.sets())
        return found

    def label(self) -> int:
        """Return a new label; ``here`` places it."""
        self.labels.append(None)
        return LABEL_BASE + len(self.labels) - 1

    def here(self, *labels: int) -> int:
        """Place labels at the next instruction; return one of them."""
        for label in labels or (self.label(),):
            self.labels[label - LABEL_BASE] = self.reached = len(self.code)
        return label

    def finish(self, told: tuple[str, ...], places: StateRegisters) -> Program:
        """Return the program, with constants and labels resolved."""
        code = tuple(self._found(operand) for line in self.code for operand in line)
        numbers, sets = ((*(0,) * most, *kept) for most, kept in zip(self.most, self.values, strict=True))
        columns = tuple(value for column in self.columns for value in column)
        turns = {turn: self._found(label) for turn, label in places.turns.items()}
        questions = {
            name: asked._replace(place=self._found(asked.place)) for name, asked in places.questions.items()
        }
        return Program(code, numbers, sets, columns, told, places._replace(turns=turns, questions=questions))

    def _found(self, operand: int) -> int:
        """Resolve an operand."""
        if operand < CONSTANTS[0]:
            return operand
        if operand < LABEL_BASE:
            kind = int(operand >= CONSTANTS[1])
            return self.most[kind] + operand - CONSTANTS[kind]
        place = self.labels[operand - LABEL_BASE]
        assert place is not None  # noqa: S101 - every label is placed
        return place * INSTRUCTION_LENGTH


def bounded(*values: int) -> tuple[int, ...]:
    """Check that the machine can hold some numbers; BeyondError for others."""
    for value in values:
        if abs(value) > LARGEST:
            raise BeyondError(f"the number {value}")
    return tuple(map(int, values))
