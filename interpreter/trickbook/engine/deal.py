"""Steps that no seat decides: dealing, moving cards by rule, drawing by chance; and where cards go."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from trickbook.cards.chance import shuffled
from trickbook.cards.deck import bits
from trickbook.expression.types import Term
from trickbook.state import Layout, Move, Pile

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trickbook.engine.clauses import Clause
    from trickbook.engine.engine import Engine
    from trickbook.expression.types import Term
    from trickbook.source.nodes import Entry
    from trickbook.state import Pile, State


class Destination(NamedTuple):
    """The destination of cards: a pile, and its owner if not the player."""

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


@dataclass(frozen=True, slots=True)
class DealStep:
    """Shuffle a pile and deal it out: so many cards to each (None: as many as go round), the rest stays."""

    entry: Entry
    when: Term | None
    source: Pile
    to: Pile
    each: Term | None
    asks: ClassVar[bool] = False
    by_chance: ClassVar[bool] = True
    kind: ClassVar[str] = "deal"
    clause_lists: ClassVar[tuple[Sequence[Clause], ...]] = ()

    @property
    def name(self) -> str:
        """The name of the step in the ruleset."""
        return self.entry.name

    def begin(self, engine: Engine, s: State) -> None:
        """Deal; each seat's cards are drawn in turn from the shuffled pile, whole hands at a time."""
        cards = s.piles[self.source.base]
        times = s.chance[1]
        usual = self._shuffled(engine, s, cards)
        hands = usual
        if s.match.hands or s.match.draws:
            from trickbook.engine.draws import given_hands

            hands = given_hands(engine, s, cards, usual, times) or usual
        s.piles = list(s.piles)
        for seat, hand in enumerate(hands):
            s.piles[self.source.base] &= ~hand
            put(s.piles, self.to.base + (seat if self.to.owned else 0), self.to, hand)
        s.log = (s.log, Move(self.name, None, tuple(hands)))

    def _shuffled(self, engine: Engine, s: State, cards: int) -> list[int]:
        seats = engine.layout.seats if self.to.owned else 1
        state, times = s.chance
        order = order_of_pack(s, times)
        if order:
            pack = [card for card in order if card & cards]
        else:
            pack, state = shuffled(state, engine.pack if cards == engine.deck.cards else list(bits(cards)))
        s.chance = state, times + 1
        each = self.each.run(s, s.match.dealer, 0) if self.each else len(pack) // seats
        each = max(0, min(each, len(pack) // seats))
        return [sum(pack[seat * each : (seat + 1) * each]) for seat in range(seats)]


@dataclass(frozen=True, slots=True)
class MoveStep:
    """Move cards by rule, once for each player if the rule speaks of a player."""

    entry: Entry
    when: Term | None
    cards: Term
    to: Destination
    asks: ClassVar[bool] = False
    by_chance: ClassVar[bool] = False
    kind: ClassVar[str] = "move"
    clause_lists: ClassVar[tuple[Sequence[Clause], ...]] = ()

    @property
    def name(self) -> str:
        """The name of the step in the ruleset."""
        return self.entry.name

    def begin(self, engine: Engine, s: State) -> None:
        """Move the cards, all at the same time."""
        seats = range(engine.layout.seats) if "player" in self.cards.reads else (s.match.dealer,)
        moved = [(self.to.where(engine.layout, s, seat), self.cards.run(s, seat, 0)) for seat in seats]
        if not any(cards for _, cards in moved):
            return
        s.piles = list(s.piles)
        for index, cards in moved:
            if index is not None:
                take(engine.layout, s.piles, cards)
                put(s.piles, index, self.to.pile, cards)


def order_of_pack(s: State, times: int) -> Sequence[int]:
    """The order in which the pack lies when chance is asked once more; none where chance is the seed's."""
    orders = s.match.orders.get(s.match.deal, ())
    return orders[times] if times < len(orders) else ()
