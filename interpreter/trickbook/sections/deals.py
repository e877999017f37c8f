"""Steps that deal: the piles that cards come from, who is dealt how many, and in which order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickbook.engine.deal import DealStep
from trickbook.expression.types import NUMBER, SEATS
from trickbook.problems import shown
from trickbook.sections import piles, resting
from trickbook.source.nodes import text, texts
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from trickbook.expression.types import Term
    from trickbook.sections.context import Context
    from trickbook.source.nodes import Entry
    from trickbook.state import Pile


def read(context: Context, entry: Entry, when: Term | None) -> DealStep | None:
    """Read a step that deals."""
    goal, sources = piles.destination(context, entry.need("deal")), _sources(context, entry)
    each, who = context.part(entry, "each", NUMBER), context.part(entry, "to", SEATS)
    first, uneven = context.part(entry, "first", SEATS), text(entry.node, "uneven") == "yes"
    if goal is None or not sources:
        return None
    step = DealStep(entry, when, sources, goal.pile, each, who, first, uneven)
    if goal.seats or not goal.pile.owned or (first and step.source is sources[-1] and not uneven):
        from trickbook.sections.diagnostics.steps import amiss

        amiss(context, step, goal)
    return step


def _sources(context: Context, entry: Entry) -> tuple[Pile, ...]:
    """The piles that are dealt, one after the other."""
    found = [context.layout.piles.get(name) for name in texts(entry.node, "from") or ("aside",)]
    sources = tuple(pile for pile in found if pile is not None and not pile.owned)
    if len(sources) == len(found) == len(set(sources)):
        return sources
    source = entry.node.get("from")
    name, hint = shown(entry.name), Message("such as `{example}`", example="from: aside")
    message = Message("step {step} deals from piles that nobody owns, each named once", step=name)
    if len(found) == 1:
        message = Message("step {name} deals from a pile that nobody owns", name=name)
    context.wrong("bad-source", message, source.place if source else entry.place, hint)
    return ()


def deals_all(context: Context) -> bool:
    """Return whether it is certain that the deal leaves no cards aside."""
    if resting.declared(context):
        return False
    left, seats = context.layout.deck.cards.bit_count(), context.layout.seats
    for entry in context.entries("steps"):
        if text(entry.node, "to") == "aside":
            return False
        is_deal = text(entry.node, "deal") == "hand" and texts(entry.node, "from") in ((), ("aside",))
        if is_deal and entry["upon"] is None:
            each = context.part(entry, "each", NUMBER)
            sometimes = entry["when"] is not None or entry["to"] is not None
            if sometimes or (each is not None and not each.constant):
                return False
            if each is None and text(entry.node, "uneven") == "yes":
                return True
            left -= seats * (int(each.value) if each else left // seats)
    return left <= 0
