"""Expressions of a ruleset and their parts: where they stand, and which hold or fail in any case."""

from __future__ import annotations

from dataclasses import replace
from math import inf, prod
from operator import is_
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from trickbook.expression import parser
from trickbook.expression.evaluation.ranges import Interval, Range, exactly
from trickbook.expression.evaluation.rules import RULES
from trickbook.expression.operations import COMPARISONS, ONCE_ANSWERED, Operation
from trickbook.expression.scope import EVERYTHING, Tree
from trickbook.expression.semantics import understood
from trickbook.expression.types import VARIES, Kind, meaning
from trickbook.sections import table
from trickbook.source import Mapping, Scalar

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
    from collections.abc import Mapping as MappingOf

    from trickbook.analysis.configurations import Configurations
    from trickbook.expression.types import Term
    from trickbook.sections.compiled import CompiledRules
    from trickbook.sections.table import Section
    from trickbook.source import Node

    Row = MappingOf[Hashable, Any]


class ExpressionPart(NamedTuple):
    """A part of an expression: the scalar that it stands in, and its tree."""

    scalar: Scalar
    tree: Tree


def expressions(node: Node) -> Iterator[Scalar]:
    """Yield the scalars below a node that may be expressions."""
    if isinstance(node, Scalar):
        yield node
    for name, entry in node.entries.items() if isinstance(node, Mapping) else ():
        if name not in table.quiet():
            yield from expressions(entry.node)


def own_expressions(
    tables: Configurations, sections: Iterable[Section]
) -> Iterator[tuple[Section, Scalar, Tree]]:
    """Yield the expressions that the file itself has in some sections, each with its section and its tree."""
    for section in sections:
        found = tables.dependencies.root.entries.get(section.key)
        for scalar in expressions(found.node) if found else ():
            tree = parser.tree(scalar.text) if tables.own(scalar.place) else None
            if tree is not None:
                yield section, scalar, tree


def meeting_cards() -> Iterator[Section]:
    """The sections whose expressions may be about cards in play."""
    return (section for section in table.rules() if section.meets_cards)


def subtrees(tree: Tree) -> Iterator[Tree]:
    """Yield a tree and all the trees within it, from the outside in."""
    left = [tree]
    while left:
        part = left.pop()
        yield part
        left += (child for child in reversed(part.children) if isinstance(child, Tree))


def whole_expression(scalar: Scalar | None) -> ExpressionPart | None:
    """The whole expression of a scalar."""
    tree = parser.tree(scalar.text) if scalar else None
    if scalar is None or tree is None or not isinstance(tree.children[0], Tree):
        return None
    return ExpressionPart(scalar, tree.children[0])


def compiled_part(engine: CompiledRules, part: ExpressionPart) -> Term:
    """The compiled part; its problems are reported elsewhere.

    The parts of one expression are compiled once as long as no other expression is asked for.
    """
    context = engine.context
    if context.parts_of is not part.scalar:
        context.parts_of, context.parts = part.scalar, {}
        context.read += len(part.scalar.text)
    scope = context.scope(part.scalar, EVERYTHING)
    return understood(part.tree, scope._replace(report=lambda _problem: None, parts=context.parts))


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


def certain(engine: CompiledRules, condition: Term) -> bool | None:
    """Return the answer that a condition always gives; None if it may vary.

    A comparison with an answer is weighed as if the answer were there.
    """
    condition = _once_answered(condition)
    if (answer := engine.assumptions.value_of(condition)) is not VARIES:
        return bool(answer)
    seen: set[bool] = set()
    for (answer,) in TruthTable(engine, [condition]).answers():
        seen.add(answer)
        if len(seen) > 1:
            return None
    return seen.pop() if seen else None


def _once_answered(term: Term) -> Term:
    """Return a term without the conditions that an answer which it compares is there."""
    if term.operation == Operation.AND and term.detail == ONCE_ANSWERED:
        return _once_answered(term.parts[1])
    parts = tuple(map(_once_answered, term.parts))
    return term if all(map(is_, parts, term.parts)) else replace(term, parts=parts)


def one_always_holds(engine: CompiledRules, conditions: Sequence[Term]) -> bool:
    """Return whether one of some conditions always holds."""
    some = False
    for answers in TruthTable(engine, conditions).answers() if conditions else ():
        some = True
        if not any(answers):
            return False
    return some


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

    ``cases`` says of each condition that is made of no others, by its id, on which part it rests, and what it
    may be in a row of values.
    """

    def __init__(self, engine: CompiledRules, conditions: Sequence[Term]) -> None:
        """Find the parts of all conditions."""
        self.engine, self.known, self.conditions = engine, engine.assumptions, conditions
        self.variables: dict[Hashable, Variable] = {}
        self.cases: dict[int, tuple[Hashable, Callable[[Row], Range | None]]] = {}
        self._firsts: dict[Hashable, Hashable] = {}
        self._terms = 0
        for condition in conditions:
            self._look(condition)

    def answers(self) -> Iterator[tuple[bool, ...]]:
        """The answers of all conditions, for every combination of the values; none if there are too many.

        Once some values decide all answers, no others are tried. The work counts as if so much were read.
        """
        columns = [(key, variable.values()) for key, variable in self.variables.items()]
        if prod(len(values) for _, values in columns) <= MOST_ROWS:
            yield from self._rows({}, {}, columns)

    def _rows(
        self,
        row: Row,
        supposed: MappingOf[int, Range],
        columns: Sequence[tuple[Hashable, Sequence[Any]]],
    ) -> Iterator[tuple[bool, ...]]:
        """Yield the answers where the parts in ``row`` have these values, and the others any."""
        self.engine.context.read += self._terms
        known = self.known.supposing(supposed)
        found = [known.value_of(condition) for condition in self.conditions]
        if not columns or VARIES not in found:
            yield tuple(map(bool, found))
            return
        (key, values), *rest = columns
        cases = [(one, case) for one, (of, case) in self.cases.items() if of == key]
        for value in values:
            longer = {**row, key: value}
            more = {one: answer for one, case in cases if (answer := case(longer)) is not None}
            yield from self._rows(longer, {**supposed, **more}, rest)

    def _look(self, condition: Term) -> None:
        """Find the parts of a condition that vary."""
        self._terms += 1
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

    def _asked(self, condition: Term) -> tuple[Hashable, Callable[[Row], Range]]:
        """A condition that only its own meaning identifies."""
        opposite = condition.operation in OPPOSITES
        operation, parts = condition.operation, map(meaning, condition.parts)
        positive = OPPOSITES.get(operation, operation)
        key = (positive, condition.detail, *parts) if positive else meaning(condition)
        self.variables[key] = Variable({0}, 0, 1)
        return key, lambda row: exactly(Kind.CONDITION, bool(row[key]) != opposite)

    def _comparison(self, condition: Term) -> tuple[Hashable, Callable[[Row], Range | None]]:
        """A comparison: of a part with a constant, or of two parts by which is greater."""
        one, other = condition.parts

        def found(first: Any, second: Any) -> Range | None:
            ends = Interval(first, first), Interval(second, second)
            return RULES[condition.operation](self.known.layout, condition, *ends)

        if one.constant:
            key = self._variable(other, one.value)
            return key, lambda row: found(one.value, row[key])
        if other.constant:
            key = self._variable(one, other.value)
            return key, lambda row: found(row[key], other.value)
        first, second = meaning(one), meaning(other)
        key = ("order", frozenset({first, second}))
        sign = 1 if self._firsts.setdefault(key, first) == first else -1
        self.variables[key] = Variable({0}, *((0, 0) if first == second else (-1, 1)))
        return key, lambda row: found(sign * row[key], 0)

    def _variable(self, term: Term, limit: Any) -> Hashable:
        """Note that a part is compared with a constant."""
        bounds: Any = self.known.range_of(term) if term.type.kind is Kind.NUMBER else Interval(inf, -inf)
        key = meaning(term)
        self.variables.setdefault(key, Variable(set(), *bounds)).named.add(limit)
        return key
