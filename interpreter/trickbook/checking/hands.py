"""Hands: the cards go round evenly, a question asks for no more cards than a hand has, and cards named are in the deck."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickbook.concepts.asking import Asking
from trickbook.concepts.dealing import Dealing
from trickbook.concepts.tricks import Tricks
from trickbook.document import Mapping
from trickbook.problems import Problem, shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickbook.checking.tables import Tables
    from trickbook.document import Node
    from trickbook.expression.types import Term
    from trickbook.table import Table


def check(tables: Tables) -> Iterator[Problem]:
    """Look at every number of players, and at every way to set the options that the deck and the hands rest on."""
    deck = tables.reach.root.entries["deck"].node
    for seats, table in tables.usual.items():
        told: set[str] = set()
        for way, other in tables.every_way(seats, tables.reach.options(deck, *_sizes(table))):
            for problem in _dealt(tables, way, other):
                if problem.code not in told:
                    told.add(problem.code)
                    yield problem
        for step in table.steps:
            if isinstance(step, Asking) and step.source is not None and "from" not in step.entry.node.entries:
                yield from _asked(tables, seats, step, deck)


def _sizes(table: Table) -> list[Node | None]:
    """Where it is said how many cards are dealt from the pack."""
    return [step.entry["each"] for step in table.steps if isinstance(step, Dealing) and step.source.name == "aside"]


def _dealt(tables: Tables, way: str, table: Table) -> Iterator[Problem]:
    """Cards that are left over although nothing is done with them, or that are too few."""
    if table.reading.problems:
        problem = table.reading.problems[0]
        yield Problem(problem.code, f"{problem.message} (with {way})", problem.place, problem.hint)
        return
    left, seats = table.deck.cards.bit_count(), table.layout.seats
    for step in table.steps:
        if not isinstance(step, Dealing) or not step.to.owned or step.source.name != "aside":
            continue
        each = _fixed(step.each)
        count = left // seats if each is None else each
        if count < 1 or count * seats > left:
            yield Problem("too-few-cards", f"{left} cards are too few to deal {max(count, 1)} to each (with {way})", step.entry.place)
        elif step.each is None and left % seats and "aside" not in tables.reach.used():
            over = left % seats
            message = f"{left} cards do not go round: {over} {'is' if over == 1 else 'are'} left over (with {way})"
            hint = "leave some out, `deck: {leave_out: […]}`, or use them: they lie `aside`"
            yield Problem("uneven", message, table.reading.record("deck").place, hint)
        left = max(0, left - count * seats)


def _fixed(term: Term | None) -> int | None:
    return int(term.value) if term is not None and term.constant else None


def hand(table: Table) -> int:
    """How many cards each hand has when all that is dealt from the pack is dealt."""
    found, left, seats = 0, table.deck.cards.bit_count(), table.layout.seats
    for step in table.steps:
        if isinstance(step, Dealing) and step.to.name == "hand" and step.source.name == "aside":
            each = _fixed(step.each)
            count = left // seats if each is None else min(each, left // seats)
            found, left = found + count, left - count * seats
    return found


def _asked(tables: Tables, seats: int, asking: Asking, deck: Node) -> Iterator[Problem]:
    """A question that asks for more cards than there are in a hand."""
    node = asking.entry["cards"]
    options = tables.reach.options(node, deck, *_sizes(tables.usual[seats]))
    for way, table in tables.every_way(seats, options):
        step = next((step for step in table.steps if step.name == asking.name), None)
        least = _fixed(step.low) if isinstance(step, Asking) else None
        if node is not None and least is not None and least > hand(table):
            message = f"{shown(asking.name)} asks for {least} cards, and a hand has {hand(table)} (with {way})"
            yield Problem("too-many-cards", message, node.place, "lower the limit of the option, or the number")
            return


def unplayable(table: Table) -> bool:
    """Whether tricks are played though no card has come into any hand."""
    came = False
    for step in table.steps:
        if isinstance(step, Tricks):
            return not came
        came = came or isinstance(step, Dealing) or (isinstance(step.entry.node, Mapping) and "to" in step.entry.node.entries)
    return False
