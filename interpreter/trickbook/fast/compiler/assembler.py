"""Writing a program for the machine: operations, registers, constants, and places to go to."""

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
"""From here numbers and sets that never change are counted, until they stand behind the other registers."""

LABEL_BASE: Final = 1 << 24
"""Places to go to are numbered from here until it is known where they are."""

INSTRUCTION_LENGTH: Final = 5
"""An operation has five parts: what to do, and four operands."""

MOST_OPERATIONS: Final = 200_000

ENDLESS_CODE: Final = 1
"""Why a machine gives up: a deal does not end."""

STUCK_CODE: Final = 2
"""Why a machine gives up: somebody must act, and cannot."""

TOO_MANY_PLAYS_CODE: Final = 3
"""Why a machine gives up: a hand offers too many plays."""


class BeyondError(TrickbookError):
    """What a ruleset asks for and the machine cannot do, and where it asks for it."""


class StoredValue(NamedTuple):
    """What is remembered: its kind, the register, and if it is complex that of its imaginary part."""

    kind: Kind
    register: int
    imaginary: int = 0


class StateRegisters(NamedTuple):
    """Where a program keeps what states hold, so that it can take up a deal in progress.

    ``slots`` tells where each thing is that is remembered; ``names`` are the numbers of the names that are
    chosen among; ``turns`` are where somebody leads or follows, by the step, whether it is a lead,
    whether it is the first trick, and whether a play was chosen and is to be laid.
    """

    piles: int
    scores: int
    slots: Mapping[int, StoredValue]
    names: Mapping[str, int]
    turns: Mapping[tuple[str, bool, bool, bool], int]


class Program(NamedTuple):
    """A program: its operations, five numbers each, what the registers hold at first, numbers of cards.

    ``told`` names the columns of what it reports of each deal.
    """

    code: tuple[int, ...]
    numbers: tuple[int, ...]
    sets: tuple[int, ...]
    columns: tuple[int, ...]
    told: tuple[str, ...]
    places: StateRegisters


class Assembler:
    """A program that is being written."""

    def __init__(self, seats: int) -> None:
        """Begin a program; how many tricks each seat has taken stands at a place that the machine knows."""
        self.code: list[list[int]] = []
        self.free = [NumberRegister.WON + seats, int(CardRegister.FREE)]
        self.most = list(self.free)
        self.constants: tuple[dict[Any, int], dict[Any, int]] = ({}, {})
        self.values: tuple[list[int], list[int]] = ([], [])
        self.labels: list[int | None] = []
        self.columns: list[tuple[int, ...]] = []

    # Registers

    def numbers(self, many: int = 1) -> int:
        """Registers for so many numbers, one behind the other."""
        return self._room(0, many)

    def sets(self, many: int = 1) -> int:
        """Registers for so many sets of cards."""
        return self._room(1, many)

    def _room(self, kind: int, many: int) -> int:
        first = self.free[kind]
        self.free[kind] += many
        self.most[kind] = max(self.most[kind], self.free[kind])
        return first

    @contextmanager
    def scratch(self) -> Iterator[None]:
        """Registers that are taken meanwhile are free again afterwards."""
        before = list(self.free)
        yield
        self.free = before

    def number(self, value: int) -> int:
        """The register of a number that never changes."""
        return self.block(_bounded(value))

    def block(self, values: Sequence[int]) -> int:
        """Registers of several numbers that never change, one behind the other."""
        return self._constant(0, tuple(values))

    def both(self, number: Any) -> int:
        """Registers of a complex number that never changes."""
        return self.block(_bounded(*parts(number)))

    def cards(self, value: int) -> int:
        """The register of a set of cards that never changes."""
        return self._constant(1, (value,))

    def _constant(self, kind: int, values: tuple[int, ...]) -> int:
        known, kept = self.constants[kind], self.values[kind]
        if values not in known:
            known[values] = CONSTANTS[kind] + len(kept)
            kept.extend(values)
        return known[values]

    def column(self, values: Sequence[int]) -> int:
        """Where a column begins: a number for each card, one column behind the other."""
        if tuple(values) not in self.columns:
            self.columns.append(tuple(values))
        return self.columns.index(tuple(values)) * len(values)

    # Operations

    def do(self, op: Op, a: int = 0, b: int = 0, e: int = 0, d: int = 0) -> None:
        """Write an operation."""
        if len(self.code) == MOST_OPERATIONS:
            raise BeyondError("so many clauses")
        self.code.append([op, a, b, e, d])

    def gives(self, op: Op, a: int = 0, b: int = 0, e: int = 0) -> int:
        """Write an operation that gives a number; its register."""
        self.do(op, a, b, e, found := self.numbers())
        return found

    def gives_cards(self, op: Op, a: int = 0, b: int = 0) -> int:
        """Write an operation that gives cards; their register."""
        self.do(op, a, b, 0, found := self.sets())
        return found

    def label(self) -> int:
        """A place to go to; ``here`` says where it is."""
        self.labels.append(None)
        return LABEL_BASE + len(self.labels) - 1

    def here(self, *labels: int) -> int:
        """The place of the next operation, which some labels stand for; a label of it."""
        for label in labels or (self.label(),):
            self.labels[label - LABEL_BASE] = len(self.code)
        return label

    def finish(self, told: tuple[str, ...], places: StateRegisters) -> Program:
        """The whole program, constants and labels in their places."""
        code = tuple(self._found(operand) for line in self.code for operand in line)
        numbers, sets = ((*(0,) * most, *kept) for most, kept in zip(self.most, self.values, strict=True))
        columns = tuple(value for column in self.columns for value in column)
        turns = {turn: self._found(label) for turn, label in places.turns.items()}
        return Program(code, numbers, sets, columns, told, places._replace(turns=turns))

    def _found(self, operand: int) -> int:
        """An operand, now that it is known how many registers there are and where the labels stand."""
        if operand < CONSTANTS[0]:
            return operand
        if operand < LABEL_BASE:
            kind = int(operand >= CONSTANTS[1])
            return self.most[kind] + operand - CONSTANTS[kind]
        place = self.labels[operand - LABEL_BASE]
        assert place is not None  # noqa: S101 - whoever makes a label places it
        return place * INSTRUCTION_LENGTH


def _bounded(*values: int) -> tuple[int, ...]:
    """Numbers that the machine can hold; BeyondError for others."""
    for value in values:
        if abs(value) > LARGEST:
            raise BeyondError(f"the number {value}")
    return tuple(map(int, values))
