"""Suggestions for sections: entries that are only half there, steps, words that rest on themselves."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from trickbook.problems import nearest, shown
from trickbook.problems.remedies import meant
from trickbook.sections.context import WORTH
from trickbook.texts.message import Listing, Message, listing

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from trickbook.cards.deck import Suit
    from trickbook.problems import Place, Problem
    from trickbook.sections.context import Context
    from trickbook.source.nodes import Entry
    from trickbook.texts.message import Value


HALF: Final = ("verb", "missing-key", "points-entry", "step-kind", "ask-what")
"""What is told of an entry that lacks a key, as one does that was meant for another."""

ARROW: Final = " → "
"""Stands between a word and one that it rests on."""


NO_SUIT: Final = ("none", "nothing", "no")
"""What people say of a card that belongs to no suit."""


def nearby(context: Context) -> Iterator[Problem]:
    """All problems; where an entry is only half there, with the entry whose name is near."""
    halves = {problem.place for problem in context.problems if problem.code in HALF}
    near: dict[Place, str | None] = {}
    for section in context.root.entries if halves else ():
        names = {entry.name: entry.place for entry in context.entries(section)}
        whole = {name for name, place in names.items() if place not in halves}
        near |= {place: nearest(name, whole - {name}) for name, place in names.items()}
    for problem in context.problems:
        name = near.get(problem.place) if problem.place in halves and problem.place else None
        vague = problem.hint is None or problem.code != "ask-what"
        yield (replace(problem, hint=meant(name)) if name and vague else problem)


def circle(context: Context, name: str, place: Place) -> None:
    """Tell of a word that rests on itself; where what a card is worth does, with the entry of that."""
    ring = [*context.understanding[context.understanding.index(name) :], name]
    if any(set(other) == set(ring) for other in _rings(context)):
        return
    hint = Message("define one of them without the others")
    if len(ring) == 2:  # noqa: PLR2004 - itself, and itself again
        hint = Message("write in full what it means, without {name}", name=shown(name))
    if WORTH in ring and context.weighing:
        place = context.weighing[-1].place
        by = ring[ring.index(WORTH) + 1]
        hint = Message(
            "say what {name} is worth, and which cards, without {other}",
            name=shown(context.weighing[-1].name),
            other=shown(by),
        )
    way = Listing(tuple(ring), ARROW, ARROW)
    message = Message("{name} is defined by itself: {text}", name=shown(name), text=way)
    context.wrong("circle", message, place, hint)


def _rings(context: Context) -> Iterator[tuple[Value, ...]]:
    """The circles of words that were told already."""
    for problem in context.problems:
        way = dict(problem.message.values).get("text")
        if problem.code == "circle" and isinstance(way, Listing):
            yield way.items


def strange_suit(context: Context, entry: Entry, name: str, suits: Sequence[Suit]) -> None:
    """Report the suit of an extra card that the deck does not have."""
    near = nearest(name, [suit.name for suit in suits])
    hint = Message("one of {list}", list=listing([suit.name for suit in suits]))
    if near:
        hint = meant(near)
    elif name in NO_SUIT:
        hint = Message("leave `suit:` out: the card then belongs to no suit")
    message = Message("{name} is not a suit of this deck", name=shown(name))
    context.wrong("unknown-word", message, entry.need("suit").place, hint)
