"""Cards that a ruleset names and the deck lacks, for some or all numbers of players."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Final

from trickbook.analysis.configurations import MOST_WAYS, player_numbers
from trickbook.analysis.validation.card_requirements import definition, requirements
from trickbook.analysis.validation.expression_parts import expressions
from trickbook.cards.deck import CardError
from trickbook.expression import parser
from trickbook.expression.scope import extent
from trickbook.problems import Place, Problem, shown
from trickbook.sections import table
from trickbook.source import Scalar
from trickbook.source.alignment import within

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickbook.analysis.configurations import Configurations
    from trickbook.analysis.validation.card_requirements import UnmetRequirement
    from trickbook.analysis.validation.expression_parts import ExpressionPart
    from trickbook.engine.engine import Engine

HINT: Final = "name its substitute, such as the lowest card of a suit"


def check(tables: Configurations) -> Iterator[Problem]:
    """Report required cards that are missing, and note every other missing card that is named."""
    told, (unmet, cut) = set[Place | None](), requirements(tables)
    if cut:
        message = f"rules that require cards were checked in only {MOST_WAYS} combinations of options"
        hint = "let fewer options bear on such rules, or check the others by `--option`"
        yield Problem("checked-in-part", message, Place(tables.resolved.file), hint, "note")
    for part, cases in groupby(sorted(unmet, key=_order), key=lambda case: case.part):
        problem = _waited(tables, part, list(cases))
        told.add(problem.place)
        yield problem
    for section in (section for section in table.rules() if section.meets_cards):
        found = tables.dependencies.root.entries.get(section.key)
        for scalar in expressions(found.node) if found else ():
            yield from (problem for problem in _named(tables, scalar) if problem.place not in told)


def _order(case: UnmetRequirement) -> tuple[object, ...]:
    scalar = case.part.scalar.place
    return (scalar.file, scalar.line, scalar.column, extent(case.part.tree), not case.usual, case.seats)


# Required cards


def _waited(tables: Configurations, part: ExpressionPart, cases: list[UnmetRequirement]) -> Problem:
    """Report an unmet requirement, at the set of cards or at the word for it."""
    place, what = _blamed(tables, part)
    usual = list(dict.fromkeys(case.seats for case in cases if case.usual))
    where = _with(tables, usual) if usual else f" (with {cases[0].way})"
    return Problem("not-in-deck", f"{what} in the deck{where}", place, HINT, tables.severity(place))


def _blamed(tables: Configurations, part: ExpressionPart) -> tuple[Place, str]:
    """The place and text of the missing card, if it can be corrected there; else of what refers to it."""
    last = part
    while meant := definition(tables.first, last):
        last = meant
    inner, outer = _place(tables, last), _place(tables, part)
    if last.tree.data == "card" and (tables.own(inner) or not tables.own(outer)):
        return inner, f"{_text(last)} is not"
    return outer, f"no card of {_text(part)} is"


def _place(tables: Configurations, part: ExpressionPart) -> Place:
    source = tables.resolved.texts.get(part.scalar.place.file, "")
    return within(part.scalar, *extent(part.tree), source)


def _text(part: ExpressionPart) -> str:
    begin, end = extent(part.tree)
    return shown(part.scalar.text[begin:end])


# Named cards


def _named(tables: Configurations, scalar: Scalar) -> Iterator[Problem]:
    """A note for every card of an expression that the deck lacks for some number of players."""
    tree = parser.tree(scalar.text)
    if tree is None:
        return
    source = tables.resolved.texts.get(scalar.place.file, "")
    for node in tree.named("card"):
        token = node.children[0]
        without = [seats for seats, table in tables.usual.items() if not _there(table, str(token))]
        if without:
            message = f"{shown(str(token))} is not in the deck{_with(tables, without)}"
            yield Problem("not-in-deck", message, within(scalar, *extent(node), source), HINT, "note")


def _there(engine: Engine, card: str) -> bool:
    try:
        return bool(engine.deck.copies[engine.deck.name(card)])
    except CardError:
        return True


def _with(tables: Configurations, seats: list[int]) -> str:
    return f" with {player_numbers(seats)} players" if len(seats) < len(tables.usual) else ""
