"""Where cards come from and go to. A state that is being made is changed in place."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from trickbook.expression.semantics import destination
from trickbook.expression.types import CARDS, Term
from trickbook.problems import nearest, shown
from trickbook.sections.context import Context
from trickbook.state import Layout, Pile

if TYPE_CHECKING:
    from trickbook.source import Scalar
    from trickbook.source.entries import Entry
    from trickbook.state import State


class Destination(NamedTuple):
    """Where cards go: a pile, and whose it is if not the player's own."""

    pile: Pile
    seats: Term | None

    def where(self, layout: Layout, s: State, player: int) -> int | None:
        """The index of the pile among the state's piles; None if the place is with nobody."""
        if not self.pile.owned:
            return self.pile.base
        if self.seats is None:
            return self.pile.base + player
        seat = layout.foremost(self.seats.run(s, player, 0), s.match.dealer)
        return None if seat is None else self.pile.base + seat


def read(reading: Context, node: Scalar) -> Destination | None:
    """Read a place such as ``table`` or ``hand of dealer``."""
    scope = reading.scope(node)
    found = destination(node.text, scope)
    if found is None:
        return None
    name, seats, token = found
    pile = reading.layout.piles.get(name)
    if pile is None:
        near = nearest(name, reading.layout.piles)
        hint = f"did you mean `{near}`?" if near else f"one of {', '.join(reading.layout.piles)}"
        scope.wrong(token, "unknown-word", f"{shown(name)} is not a pile", hint)
        return None
    if seats is not None and not pile.owned:
        scope.wrong(token, "wrong-type", f"`{name}` belongs to nobody", f"write `{name}` alone")
        return None
    return Destination(pile, seats)


def source(reading: Context, entry: Entry, key: str, about: frozenset[str]) -> Term:
    """The cards that a step takes, as ``from`` says: the hand, if nothing is said."""
    hand = reading.author["hand"]
    return reading.part(entry, "from", CARDS, about) or hand(reading.scope(entry.need(key)))


def take(layout: Layout, piles: list[int], cards: int) -> None:
    """Take cards away from wherever they lie."""
    for pile in layout.piles.values():
        for index in range(pile.base, pile.base + (layout.seats if pile.owned else 1)):
            if piles[index] & cards:
                piles[index] &= ~cards


def put(piles: list[int], index: int, pile: Pile, cards: int) -> None:
    """Lay cards on a pile; it keeps in mind what has lain there."""
    piles[index] |= cards
    if pile.ever is not None:
        piles[pile.ever] |= cards
