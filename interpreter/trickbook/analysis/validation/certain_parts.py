"""Parts of expressions that never vary: conditions that always or never hold, sets that are always empty."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple

from trickbook.analysis.validation.expression_parts import (
    ExpressionPart,
    certain,
    compiled_part,
    meeting_cards,
    own_expressions,
    subtrees,
)
from trickbook.expression.scope import Tree, extent
from trickbook.expression.types import Kind
from trickbook.problems import Problem, Remedy, shown
from trickbook.source import Scalar
from trickbook.source.yaml import rewritten, within
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from trickbook.analysis.configurations import Configurations
    from trickbook.expression.types import Term
    from trickbook.sections.compiled import CompiledRules

CONDITIONS = frozenset({"same", "differs", "compare", "has", "has_no", "has_all", "has_only", "over"})
"""The parts that ask something."""

JOINED = frozenset({"either", "both", "negate", "choose"})
"""The parts that join others; those that are certain because a part of them is are not told."""

EMPTIED = {"has": "has no", "has_no": "has", "has_all": "has no", "has_only": "has no"}
"""How it is asked whether a set is empty, for who asked whether it has nothing."""

JOINT_HINTS = {
    ("either", True): Message(
        "one of its parts holds at any time: change one of them, or leave the condition out"
    ),
    ("both", False): Message("its parts exclude each other: change one of them, or write `or`"),
}
"""The text to write instead of joined parts that leave one answer."""


class CertainPart(NamedTuple):
    """A part of an expression that never varies: a condition, or a set of cards that is always empty."""

    tree: Tree
    kind: Kind
    holds: bool


def check(tables: Configurations) -> Iterator[Problem]:
    """Note each condition and each joined set of the file's own that is certain in every configuration."""
    for _, scalar, tree in own_expressions(tables, meeting_cards()):
        yield from _certain_notes(tables, scalar, tree)


def _certain_notes(tables: Configurations, scalar: Scalar, tree: Tree) -> Iterator[Problem]:
    """Note the certain parts of an expression; of one within another, only the inner one."""
    asked = [
        part for part in subtrees(tree) if part.data in CONDITIONS | JOINED or _is_inherited(tables, part)
    ]
    sure = [found for part in asked if (found := _certain(tables, scalar, part)) is not None]
    for found in sure:
        within_it = [*subtrees(found.tree)][1:]
        inner = [other for other in sure if any(other.tree is part for part in within_it)]
        if not inner and not (found.tree.data in JOINED and _rests_on_certain(tables, scalar, within_it)):
            yield _note(tables, scalar, found)


def _note(tables: Configurations, scalar: Scalar, found: CertainPart) -> Problem:
    begin, end = extent(found.tree)
    place = within(scalar, begin, end, tables.resolved.texts.get(scalar.place.file, ""))
    what = shown(scalar.text[begin:end])
    if found.kind is Kind.CARDS:
        hint: Message | None = Message("write `or` for the cards in either")
        message = Message("{part} is always empty: no card is in both", part=what)
        if option := _option_of_pack(tables, scalar, found.tree):
            template = "{part} is empty: the option {name} takes these cards out of the pack"
            message, hint = Message(template, part=what, name=shown(option)), None
        return Problem("empty-set", message, place, hint, "note")
    message = Message("{part} never holds", part=what)
    if found.holds:
        message = Message("{part} always holds", part=what)
    return Problem("certain", message, place, _hint(tables, scalar, found), "note")


def _option_of_pack(tables: Configurations, scalar: Scalar, part: Tree) -> str | None:
    """Return the option with which a set has cards, because it brings more of them; None if there is none."""
    deck = tables.first.context.root.get("deck")
    for name in sorted(tables.dependencies.options(deck)):
        for seats in tables.usual:
            for _, engine in tables.every_way(seats, (name,)):
                term = compiled_part(engine, ExpressionPart(scalar, part))
                if engine.assumptions.value_of(term) != 0:
                    return name
    return None


def _hint(tables: Configurations, scalar: Scalar, found: CertainPart) -> Message | None:
    """The change to make: of one of the joined parts, or of the number."""
    if found.tree.data in ("either", "both"):
        return JOINT_HINTS.get((str(found.tree.data), found.holds))
    if found.tree.data in EMPTIED and scalar.text[slice(*extent(found.tree.children[-1]))] == "nothing":
        begin, end = extent(found.tree.children[0])
        asking = f"{scalar.text[begin:end]} {EMPTIED[str(found.tree.data)]} cards"
        source = tables.resolved.texts.get(scalar.place.file, "")
        return Remedy(
            "write {word}", rewritten(scalar, *extent(found.tree), asking, source), word=shown(asking)
        )
    sides = [side for side in found.tree.children if isinstance(side, Tree)]
    numbers = [side for side in sides if side.data != "number"]
    if len(sides) != 2 or len(numbers) != 1:  # noqa: PLR2004 - a part that is compared with a number
        return None
    return _range(tables, scalar, numbers[0])


def _range(tables: Configurations, scalar: Scalar, part: Tree) -> Message | None:
    """Between which numbers a part lies in every configuration."""
    terms = [
        (engine, compiled_part(engine, ExpressionPart(scalar, part))) for engine in _engines(tables, scalar)
    ]
    if any(term.type.kind is not Kind.NUMBER or term.constant for _, term in terms):
        return None
    spans: list[Any] = [engine.assumptions.range_of(term) for engine, term in terms]
    low, high = min(one.low for one in spans), max(one.high for one in spans)
    begin, end = extent(part)
    what = shown(scalar.text[begin:end])
    if inf not in (-low, high):
        return Message(
            "{part} lies between {number} and {number_high}",
            part=what,
            number=str(low),
            number_high=str(high),
        )
    is_bounded = high == inf and low != -inf
    return Message("{part} is at least {number}", part=what, number=str(low)) if is_bounded else None


def _is_inherited(tables: Configurations, part: Tree) -> bool:
    """Return whether a part is a word that another file defines; one of the file's own is judged there."""
    entry = tables.dependencies.section("words").get(str(part.children[0])) if part.data == "word" else None
    return entry is not None and not tables.own(entry.key_place)


def _rests_on_certain(tables: Configurations, scalar: Scalar, parts: Sequence[Tree]) -> bool:
    """Return whether one of some parts is a word that is certain by its own definition."""
    words = tables.dependencies.section("words")
    return any(
        part.data == "word" and str(part.children[0]) in words and _certain(tables, scalar, part)
        for part in parts
    )


def _engines(tables: Configurations, scalar: Scalar) -> Iterator[CompiledRules]:
    """The engines of every number of players, with the options that the expression uses set in every way."""
    options = tables.dependencies.options(scalar)
    for seats in tables.usual:
        yield from (engine for _, engine in tables.every_way(seats, options))


def _certain(tables: Configurations, scalar: Scalar, part: Tree) -> CertainPart | None:
    """The answer that a condition gives in all engines, or no for a joined set that is always empty.

    Most parts vary in the first engine, and no other is compiled for them.
    """
    answers: set[bool] = set()
    kind = Kind.CONDITION
    for engine in _engines(tables, scalar):
        term = compiled_part(engine, ExpressionPart(scalar, part))
        kind = term.type.kind
        found = _answer(engine, term, joins=part.data == "both")
        if found is None:
            return None
        answers.add(found)
        if len(answers) > 1:
            return None
    if not answers or not tables.tries_all(tables.dependencies.options(scalar)):
        return None
    return CertainPart(part, kind, answers.pop())


def _answer(engine: CompiledRules, term: Term, *, joins: bool) -> bool | None:
    """The answer of a condition in an engine, or no for a joined set that is empty; None if that varies."""
    if term.type.kind is Kind.CONDITION:
        return certain(engine, term)
    empty = joins and term.type.kind is Kind.CARDS and engine.assumptions.value_of(term) == 0
    return False if empty else None
