"""Parts of expressions that never vary: conditions that always or never hold, sets that are always empty."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from trickbook.analysis.validation.bounds import span
from trickbook.analysis.validation.expression_parts import (
    ExpressionPart,
    compiled_part,
    expressions,
    subtrees,
)
from trickbook.expression.parser import Slip, parse
from trickbook.expression.scope import extent
from trickbook.expression.types import Kind
from trickbook.problems import Problem, shown
from trickbook.sections import table
from trickbook.source import Scalar
from trickbook.source.alignment import within

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lark import Tree

    from trickbook.analysis.configurations import Configurations
    from trickbook.sections.compiled import CompiledRules

CONDITIONS = frozenset({"same", "differs", "compare", "has", "has_no", "has_all", "has_only"})
"""The parts that ask something; joined ones are judged by their parts, and a word where it is defined."""


def check(tables: Configurations) -> Iterator[Problem]:
    """Note each condition and each joined set of the file's own that is certain in every configuration."""
    for section in table.rules():
        found = tables.dependencies.root.entries.get(section.key)
        for scalar in expressions(found.node) if found and section.meets_cards else ():
            if tables.own(scalar.place):
                yield from _judged(tables, scalar)


def _judged(tables: Configurations, scalar: Scalar) -> Iterator[Problem]:
    """Note the certain parts of an expression; of a condition about an empty set, only the set."""
    tree = parse(scalar.text)
    parts = [] if isinstance(tree, Slip) else [*subtrees(tree)]
    parts = [part for part in parts if part.data in CONDITIONS or part.data == "both"]
    certain = [(part, found) for part in parts if (found := _certain(tables, scalar, part)) is not None]
    empty = [part for part, _ in certain if part.data == "both"]
    for part, found in certain:
        begin, end = extent(part)
        place = within(scalar, begin, end, tables.resolved.texts.get(scalar.place.file, ""))
        what = shown(scalar.text[begin:end])
        if part.data == "both":
            hint = "write `or` for the cards in either"
            yield Problem("empty-set", f"{what} is always empty: no card is in both", place, hint, "note")
        elif not any(inner in subtrees(part) for inner in empty):
            yield Problem("certain", f"{what} {'always' if found else 'never'} holds", place, None, "note")


def _engines(tables: Configurations, scalar: Scalar) -> Iterator[CompiledRules]:
    """The engines of every number of players, with the options that the expression uses set in every way."""
    options = tables.dependencies.options(scalar)
    for seats in tables.usual:
        yield from (engine for _, engine in tables.every_way(seats, options))


def _certain(tables: Configurations, scalar: Scalar, part: Tree[Any]) -> bool | None:
    """The answer that a condition gives in all engines, or no for a joined set that is always empty.

    Most parts vary in the first engine, and no other is compiled for them.
    """
    wanted = Kind.CARDS if part.data == "both" else Kind.CONDITION
    answers: set[bool] = set()
    for engine in _engines(tables, scalar):
        term = compiled_part(engine, ExpressionPart(scalar, part))
        found = span(engine, term)
        if term.type.kind is not wanted or not found.fixed:
            return None
        answers.add(bool(found.low))
        if len(answers) > 1 or (wanted is Kind.CARDS and found.low):
            return None
    return answers.pop() if answers else None
