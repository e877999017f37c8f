"""Brackets of `any of others (…)` and `where (…)`: words in them are about each seat that is asked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from trickbook.analysis.validation.expression_parts import (
    ExpressionPart,
    compiled_part,
    meeting_cards,
    own_expressions,
    subtrees,
)
from trickbook.expression.operations import ASKING_SEATS
from trickbook.expression.scope import extent
from trickbook.expression.tree import Tree
from trickbook.expression.types import meaning
from trickbook.problems import Problem, shown
from trickbook.source.alignment import within

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator

    from trickbook.analysis.configurations import Configurations
    from trickbook.expression.types import Term
    from trickbook.source import Scalar

BRACKETS = frozenset({"over", "where"})
"""The phrases that ask each of several seats."""


def check(tables: Configurations) -> Iterator[Problem]:
    """Note words of the file's own that are about another seat than the player outside the brackets."""
    for _, scalar, tree in own_expressions(tables, meeting_cards()):
        yield from _judged(tables, scalar, tree)


def _judged(tables: Configurations, scalar: Scalar, tree: Tree) -> Iterator[Problem]:
    for phrase in subtrees(tree):
        if phrase.data in BRACKETS:
            group, asked = phrase.children[-2:]
            for part in _of_player(asked):
                yield _redundant(tables, scalar, group, part)
            if isinstance(group, Tree) and _asks_of_the_same(tables, scalar, group, asked):
                yield _relative(tables, scalar, group, asked)


def _of_player(asked: Any) -> Iterator[Tree]:
    """The phrases such as `score of player` in brackets that also say `score`, of which it is no other."""
    inside = [*_same_seat(asked)]
    bare = {str(part.children[0]) for part in inside if part.data == "word"}
    for part in inside:
        if part.data == "of" and _is_player(part.children[-1]) and str(part.children[0]) in bare:
            yield part


def _same_seat(tree: Any) -> Iterator[Tree]:
    """The parts of brackets that are about the seat asked, without those in brackets of their own."""
    if isinstance(tree, Tree) and tree.data not in BRACKETS:
        yield tree
        for child in tree.children:
            yield from _same_seat(child)


def _is_player(tree: Any) -> bool:
    return isinstance(tree, Tree) and tree.data == "word" and str(tree.children[0]) == "player"


def _redundant(tables: Configurations, scalar: Scalar, group: Tree, part: Tree) -> Problem:
    """The note of a phrase about `player`, who is the seat that is asked."""
    name, whom = str(part.children[0]), _written(scalar, group)
    message = f"{shown(_written(scalar, part))} in the brackets is about each of `{whom}`, as `{name}` is"
    hint = f"compare outside the brackets: `{name} < highest of {whom} ({name})`"
    return _told(tables, scalar, part, message, hint)


def _asks_of_the_same(tables: Configurations, scalar: Scalar, group: Tree, asked: Any) -> bool:
    """Return whether the brackets ask each of some seats only about the same seats, as seen from there."""
    terms = [compiled_part(tables.first, ExpressionPart(scalar, part)) for part in (group, asked)]
    if "player" not in terms[0].reads or "player" not in terms[1].reads:
        return False
    return all(own == meaning(terms[0]) for own in _own(terms[1], meaning(terms[0])))


def _own(term: Term, group: Hashable) -> Iterator[Hashable]:
    """What a term reads of its player: the group as a whole, or each single part."""
    if "player" not in term.reads:
        return
    parts = term.parts[:1] if term.operation in ASKING_SEATS else term.parts
    if meaning(term) == group or not parts:
        yield meaning(term)
        return
    for part in parts:
        yield from _own(part, group)


def _relative(tables: Configurations, scalar: Scalar, group: Tree, asked: Tree) -> Problem:
    """The note of seats that are asked about the same seats."""
    whom = _written(scalar, group)
    message = f"`{whom}` in the brackets are those of each of `{whom}`, not the player's"
    hint = f"ask about the player's own outside the brackets: `{_written(scalar, asked)}`"
    return _told(tables, scalar, asked, message, hint)


def _written(scalar: Scalar, part: Tree) -> str:
    begin, end = extent(part)
    return " ".join(scalar.text[begin:end].split())


def _told(tables: Configurations, scalar: Scalar, part: Tree, message: str, hint: str) -> Problem:
    text = tables.resolved.texts.get(scalar.place.file, "")
    return Problem("in-brackets", message, within(scalar, *extent(part), text), hint, "note")
