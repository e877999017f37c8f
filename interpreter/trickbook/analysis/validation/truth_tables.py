"""Conditions that hold or fail whatever they are asked about: `leading or following`, `x >= 3 or x < 3`."""

from __future__ import annotations

import operator
from itertools import product
from math import inf, prod
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from trickbook.analysis.validation.bounds import span
from trickbook.expression.logic import ORDER
from trickbook.expression.operations import Operation
from trickbook.expression.types import Kind, meaning

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Mapping, Sequence

    from trickbook.engine.engine import Engine
    from trickbook.expression.types import Term

    Formula = Callable[[Mapping[Hashable, Any]], bool]

MOST_ROWS: Final = 4096
"""The largest number of rows of a table."""

OTHER: Final = "another value"
"""Stands for all values of a choice that no part of a condition names."""

TESTS: Final = {**ORDER, Operation.IS: operator.eq}

OPPOSITES: Final = {"following": "leading", Operation.HAS_NO: Operation.HAS}
"""Conditions that hold where the other fails."""


def certain(engine: Engine, condition: Term) -> bool | None:
    """Return the answer that a condition gives at every moment; None if it may vary."""
    found = span(engine, condition)
    if found.fixed:
        return bool(found.low)
    table = TruthTable(engine)
    formula = table.formula(condition)
    answers = {formula(row) for row in table.rows()}
    return answers.pop() if len(answers) == 1 else None


def one_always_holds(engine: Engine, conditions: Sequence[Term]) -> bool:
    """Return whether at every moment one of some conditions holds."""
    table = TruthTable(engine)
    formulas = [table.formula(condition) for condition in conditions]
    rows = table.rows()
    return bool(rows) and all(any(formula(row) for formula in formulas) for row in rows)


class Variable(NamedTuple):
    """What a condition rests on: the values that it is compared with, the least and the greatest."""

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
    """The parts of a condition that vary independently, and the values that each can have."""

    def __init__(self, engine: Engine) -> None:
        """Start without any part."""
        self.engine = engine
        self.variables: dict[Hashable, Variable] = {}
        self.firsts: dict[Hashable, Hashable] = {}

    def rows(self) -> list[Mapping[Hashable, Any]]:
        """Every combination of the values; none if there are too many."""
        columns = [variable.values() for variable in self.variables.values()]
        if prod(map(len, columns)) > MOST_ROWS:
            return []
        return [dict(zip(self.variables, row, strict=True)) for row in product(*columns)]

    def formula(self, condition: Term) -> Formula:
        """Return a condition as a function of the values of its variables."""
        found = span(self.engine, condition)
        if found.fixed:
            return lambda _row: bool(found.low)
        parts = [part for part in condition.parts if part.type.kind is Kind.CONDITION]
        if condition.operation in JOINS and len(parts) == len(condition.parts):
            join, formulas = JOINS[condition.operation], [self.formula(part) for part in parts]
            return lambda row: bool(join(*(formula(row) for formula in formulas)))
        if condition.operation in TESTS and len(parts) < len(condition.parts):
            return self._compared(condition)
        return self._asked(condition)

    def _asked(self, condition: Term) -> Formula:
        """A condition that only its own meaning identifies."""
        opposite = condition.operation in OPPOSITES
        operation, parts = condition.operation, map(meaning, condition.parts)
        positive = OPPOSITES.get(operation, operation)
        key = (positive, condition.detail, *parts) if positive else meaning(condition)
        self.variables[key] = Variable({0}, 0, 1)
        return lambda row: bool(row[key]) != opposite

    def _compared(self, condition: Term) -> Formula:
        """A comparison: of a part with a constant, or of two parts by which is greater."""
        test, (one, other) = TESTS[condition.operation], condition.parts
        if one.constant or other.constant:
            asked, limit = (other, one.value) if one.constant else (one, other.value)
            key = self._variable(asked, limit)
            if one.constant:
                return lambda row: bool(test(limit, row[key]))
            return lambda row: bool(test(row[key], limit))
        first, second = meaning(one), meaning(other)
        key = ("order", frozenset({first, second}))
        sign = 1 if self.firsts.setdefault(key, first) == first else -1
        self.variables[key] = Variable({0}, *((0, 0) if first == second else (-1, 1)))
        return lambda row: bool(test(sign * row[key], 0))

    def _variable(self, term: Term, limit: Any) -> Hashable:
        """Note that a part is compared with a constant."""
        bounds = span(self.engine, term) if term.type.kind is Kind.NUMBER else (inf, -inf)
        key = meaning(term)
        self.variables.setdefault(key, Variable(set(), *bounds)).named.add(limit)
        return key


JOINS: Final[Mapping[str, Callable[..., Any]]] = {
    Operation.AND: lambda *parts: all(parts),
    Operation.OR: lambda *parts: any(parts),
    Operation.NOT: operator.not_,
    Operation.IS: operator.eq,
    Operation.IF: lambda asked, yes, no: yes if asked else no,
}
"""What joins conditions to one."""
