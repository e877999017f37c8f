"""Steps that deal, with keys that have no effect or do not fit the pile."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickbook.problems import shown

if TYPE_CHECKING:
    from trickbook.engine.deal import DealStep, Destination
    from trickbook.sections.context import Context


def amiss(context: Context, step: DealStep, goal: Destination) -> None:
    """Tell what is wrong with a step that deals."""
    entry, name = step.entry, goal.pile.name
    if goal.seats:
        node = entry.need("deal")
        seats = node.text.partition(" of ")[2].strip()
        hint = f"write `deal: {name}, to: {seats.removeprefix('(').removesuffix(')')}`"
        context.wrong("wrong-type", "`deal:` names the pile, and `to:` the seats", node.place, hint)
    if goal.pile.owned:
        if step.first and not goal.seats:
            message = f"step {shown(entry.name)}: all are dealt alike, so `first:` has no effect"
            hint = "it counts with several piles, `from: [aside, turned]`, or with `uneven: yes`"
            context.wrong("deal-order", message, entry.need("first").place, hint)
        return
    needs = step.each is not None and "player" in step.each.reads
    keys = {"to": step.who, "first": step.first, "uneven": step.uneven, "each": needs}
    for key in (key for key, told in keys.items() if told):
        message = f"step {shown(entry.name)} deals to `{name}`, which belongs to nobody"
        hint = "write how many cards, such as `each: 3`" if key == "each" else f"leave `{key}:` out"
        context.wrong("deal-order", message, entry.need(key).place, hint)
