"""Conditions that hold or fail whatever they are asked about: `leading or following`, `x >= 3 or x < 3`."""

from __future__ import annotations

from itertools import product
from math import inf, prod
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from trickbook.expression.evaluation.ranges import Interval, Range, exactly
from trickbook.expression.evaluation.rules import RULES
from trickbook.expression.operations import COMPARISONS, Operation
from trickbook.expression.types import VARIES, Kind, meaning

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence

    from trickbook.expression.evaluation import Assumptions
    from trickbook.expression.types import Term

    Row = Mapping[Hashable, Any]

MOST_ROWS: Final = 4096
"""The largest number of rows of a table."""

OTHER: Final = "another value"
"""Stands for all values of a choice that no part of a condition names."""

JOINING: Final = frozenset({Operation.AND, Operation.OR, Operation.NOT, Operation.IS, Operation.IF})
"""The operations that join conditions to one."""

COMPARING: Final = frozenset({*COMPARISONS, Operation.IS})
"""The operations that compare two values."""

OPPOSITES: Final = {"following": "leading", Operation.HAS_NO: Operation.HAS}
"""Conditions that hold where the other fails."""


def certain(known: Assumptions, condition: Term) -> bool | None:
    """Return the answer that a condition always gives; None if it may vary."""
    if (answer := known.value_of(condition)) is not VARIES:
        return bool(answer)
    answers = {found for (found,) in TruthTable(known, [condition]).answers()}
    return answers.pop() if len(answers) == 1 else None


def one_always_holds(known: Assumptions, conditions: Sequence[Term]) -> bool:
    """Return whether one of some conditions always holds."""
    answers = [*TruthTable(known, conditions).answers()] if conditions else []
    return bool(answers) and all(map(any, answers))


class Variable(NamedTuple):
    """The atoms of a condition: the values that it is compared with, the least and the greatest."""

    named: set[Any]
    low: Any = inf
    high: Any = -inf

    def values(self) -> list[Any]:
        """Values that stand for all that there can be."""
        if self.low > self.high:
            return [*self.named, OTHER]
        near = {limit + by for limit in self.named for by in (-1, 0, 1)} | (
            {self.low, self.high} - {inf, -inf}
        )
        return [value for value in sorted(near) if self.low <= value <= self.high]


class TruthTable:
    """The parts of some conditions that vary independently, and the values that each can have.

    ``cases`` gives the range of each condition that is made of no others, by its id, from a row of values.
    """

    def __init__(self, known: Assumptions, conditions: Sequence[Term]) -> None:
        """Find the parts of all conditions."""
        self.known, self.conditions = known, conditions
        self.variables: dict[Hashable, Variable] = {}
        self.cases: dict[int, Callable[[Row], Range | None]] = {}
        self._firsts: dict[Hashable, Hashable] = {}
        for condition in conditions:
            self._look(condition)

    def answers(self) -> Iterator[tuple[bool, ...]]:
        """The answers of all conditions, for every combination of the values; none if there are too many."""
        columns = [variable.values() for variable in self.variables.values()]
        if prod(map(len, columns)) > MOST_ROWS:
            return
        for values in product(*columns):
            row = dict(zip(self.variables, values, strict=True))
            supposed = {key: found for key, case in self.cases.items() if (found := case(row)) is not None}
            known = self.known.supposing(supposed)
            yield tuple(bool(known.value_of(condition)) for condition in self.conditions)

    def _look(self, condition: Term) -> None:
        """Find the parts of a condition that vary."""
        if self.known.value_of(condition) is not VARIES:
            return
        parts = [part for part in condition.parts if part.type.kind is Kind.CONDITION]
        if condition.operation in JOINING and len(parts) == len(condition.parts):
            for part in parts:
                self._look(part)
        elif condition.operation in COMPARING and len(parts) < len(condition.parts):
            self.cases[id(condition)] = self._comparison(condition)
        else:
            self.cases[id(condition)] = self._asked(condition)

    def _asked(self, condition: Term) -> Callable[[Row], Range]:
        """A condition that only its own meaning identifies."""
        opposite = condition.operation in OPPOSITES
        operation, parts = condition.operation, map(meaning, condition.parts)
        positive = OPPOSITES.get(operation, operation)
        key = (positive, condition.detail, *parts) if positive else meaning(condition)
        self.variables[key] = Variable({0}, 0, 1)
        return lambda row: exactly(Kind.CONDITION, bool(row[key]) != opposite)

    def _comparison(self, condition: Term) -> Callable[[Row], Range | None]:
        """A comparison: of a part with a constant, or of two parts by which is greater."""
        one, other = condition.parts

        def found(first: Any, second: Any) -> Range | None:
            ends = Interval(first, first), Interval(second, second)
            return RULES[condition.operation](self.known.layout, condition, *ends)

        if one.constant:
            key = self._variable(other, one.value)
            return lambda row: found(one.value, row[key])
        if other.constant:
            key = self._variable(one, other.value)
            return lambda row: found(row[key], other.value)
        first, second = meaning(one), meaning(other)
        key = ("order", frozenset({first, second}))
        sign = 1 if self._firsts.setdefault(key, first) == first else -1
        self.variables[key] = Variable({0}, *((0, 0) if first == second else (-1, 1)))
        return lambda row: found(sign * row[key], 0)

    def _variable(self, term: Term, limit: Any) -> Hashable:
        """Note that a part is compared with a constant."""
        bounds: Any = self.known.range_of(term) if term.type.kind is Kind.NUMBER else Interval(inf, -inf)
        key = meaning(term)
        self.variables.setdefault(key, Variable(set(), *bounds)).named.add(limit)
        return key
