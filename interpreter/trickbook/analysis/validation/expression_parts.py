"""Expressions of a ruleset and their parts: where they stand, and what a part means by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from trickbook.expression import parser
from trickbook.expression.parser import Tree
from trickbook.expression.scope import EVERYTHING
from trickbook.expression.semantics import understood
from trickbook.sections import table
from trickbook.source import Mapping, Scalar

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from trickbook.analysis.configurations import Configurations
    from trickbook.expression.types import Term
    from trickbook.sections.compiled import CompiledRules
    from trickbook.sections.table import Section
    from trickbook.source import Node


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
