"""Steps that no seat decides: dealing, moving cards by rule, and drawing by chance."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from trickbook.cards import bits
from trickbook.chance import below, shuffled
from trickbook.concepts.places import put, take
from trickbook.state import Move

if TYPE_CHECKING:
    from trickbook.concepts.asking import Asking
    from trickbook.concepts.places import Place
    from trickbook.concepts.reading import Entry
    from trickbook.expression.types import Term
    from trickbook.layout import Pile
    from trickbook.state import State
    from trickbook.table import Table


@dataclass(frozen=True, slots=True)
class Dealing:
    """Shuffle a pile and deal it out: so many cards to each (None: as many as go round), the rest stays."""

    entry: Entry
    when: Term | None
    source: Pile
    to: Pile
    each: Term | None

    @property
    def name(self) -> str:
        """What the ruleset calls the step."""
        return self.entry.name

    def begin(self, table: Table, s: State) -> None:
        """Deal; each seat's cards are drawn in turn from the shuffled pile, whole hands at a time."""
        layout, cards = table.layout, s.piles[self.source.base]
        times = s.chance[1]
        usual = self._shuffled(table, s, cards)
        hands = table.given_hands(s, cards, usual, times) or usual
        s.piles = list(s.piles)
        for seat, hand in enumerate(hands):
            s.piles[self.source.base] &= ~hand
            put(s.piles, self.to.base + (seat if self.to.owned else 0), self.to, hand)
        names = layout.deck.written
        s.log = (s.log, Move(self.name, None, " | ".join(" ".join(names(hand)) for hand in hands)))

    def _shuffled(self, table: Table, s: State, cards: int) -> list[int]:
        seats = table.layout.seats if self.to.owned else 1
        state, times = s.chance
        pack, state = shuffled(state, list(bits(cards)))
        s.chance = state, times + 1
        each = self.each.run(s, s.match.dealer, 0) if self.each else len(pack) // seats
        each = max(0, min(each, len(pack) // seats))
        return [sum(pack[seat * each : (seat + 1) * each]) for seat in range(seats)]


@dataclass(frozen=True, slots=True)
class Moving:
    """Move cards by rule, once for each player if the rule speaks of a player."""

    entry: Entry
    when: Term | None
    cards: Term
    to: Place

    @property
    def name(self) -> str:
        """What the ruleset calls the step."""
        return self.entry.name

    def begin(self, table: Table, s: State) -> None:
        """Move the cards, all at the same time."""
        seats = range(table.layout.seats) if "player" in self.cards.reads else (s.match.dealer,)
        moved = [(self.to.index(s, seat), self.cards.run(s, seat, 0)) for seat in seats]
        if not any(cards for _, cards in moved):
            return
        s.piles = list(s.piles)
        for index, cards in moved:
            take(table.layout, s.piles, cards)
            put(s.piles, index, self.to.pile, cards)


def draw(table: Table, s: State, asking: Asking) -> None:
    """Let chance answer a question: so many cards, each as likely."""
    assert asking.source is not None and asking.high is not None  # noqa: PT018, S101 - checked when it was read
    pool: int = asking.source.run(s, s.match.dealer, 0)
    count = min(asking.high.run(s, s.match.dealer, 0), pool.bit_count())
    drawn, left, (state, times) = 0, list(bits(pool)), s.chance
    for _ in range(count):
        place, state = below(state, len(left))
        drawn |= left.pop(place)
    s.chance = state, times + 1
    drawn = table.given_draw(s, pool, drawn, times)
    s.slots = list(s.slots)
    s.slots[asking.slot] = drawn
    if asking.to:
        s.piles = list(s.piles)
        take(table.layout, s.piles, drawn)
        put(s.piles, asking.to.index(s, s.match.dealer), asking.to.pile, drawn)
    s.log = (s.log, Move(asking.name, None, table.drawn_text(s, drawn)))
