"""Steps that no seat decides: dealing, moving and showing cards by rule; and where cards go."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from trickbook.cards.chance import shuffled
from trickbook.cards.deck import bits
from trickbook.core.cells import PLAYS
from trickbook.core.state import Notes
from trickbook.expression.types import Term
from trickbook.state import Layout, Move, Pile, Shown, logged

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from trickbook.core.state import State
    from trickbook.engine.engine import Engine
    from trickbook.expression.clause import Clause
    from trickbook.source.nodes import Entry


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
        seat = layout.foremost(s.value(self.seats, player), s.match.dealer)
        return None if seat is None else self.pile.base + seat


def take(layout: Layout, v: list[int], first: int, cards: int) -> None:
    """Take cards away from wherever they lie; the first pile stands in a cell."""
    for place in places(layout):
        v[first + place] &= ~cards


def places(layout: Layout) -> Iterator[int]:
    """Yield the index of each place where cards lie."""
    for pile in layout.piles.values():
        yield from range(pile.base, pile.base + (layout.seats if pile.owned else 1))


def count_laid(engine: Engine, s: State, pile: Pile, index: int, cards: int) -> None:
    """Count the cards that are to be laid on a pile and do not lie there yet, where that is kept."""
    if pile.name in engine.counted:
        at = engine.cells.slots + engine.counted[pile.name] + index - pile.base
        s.v[at] += (cards & ~s.pile(index)).bit_count()


def put(v: list[int], first: int, pile: Pile, index: int, cards: int) -> None:
    """Lay cards on a pile, of which the first stands in a cell; it keeps in mind what has lain there."""
    v[first + index] |= cards
    if pile.ever is not None:
        v[first + pile.ever] |= cards


@dataclass(frozen=True, slots=True)
class AutomaticStep:
    """A step that is taken by rule, if its condition holds."""

    entry: Entry
    when: Term | None
    asks: ClassVar[bool] = False
    by_chance: ClassVar[bool] = False
    clause_lists: ClassVar[tuple[Sequence[Clause], ...]] = ()

    @property
    def name(self) -> str:
        """The name of the step in the ruleset."""
        return self.entry.name


@dataclass(frozen=True, slots=True)
class DealStep(AutomaticStep):
    """Shuffle piles and deal them out, one after the other: so many cards to each seat, the rest stays.

    Without ``each`` as many as go round. ``who`` are the seats that are dealt cards, everybody without it;
    ``first`` is dealt first. ``uneven`` says whether a last round that is not for all is dealt as well.
    """

    sources: tuple[Pile, ...]
    to: Pile
    each: Term | None
    who: Term | None
    first: Term | None
    uneven: bool
    by_chance: ClassVar[bool] = True
    kind: ClassVar[str] = "deal"

    @property
    def source(self) -> Pile:
        """The pile that is dealt first."""
        return self.sources[0]

    @property
    def equal(self) -> bool:
        """Whether everybody is dealt as many cards, out of one pile."""
        needs = self.each is not None and "player" in self.each.reads
        return self.who is None and not (needs or self.uneven or self.sources[1:])

    def take(self, engine: Engine, s: State) -> None:
        """Deal; each seat's cards are drawn in turn from the shuffled piles, whole hands at a time."""
        v, first, (match, log, done, shows, anew, (_, times)) = s.v, engine.cells.piles, s.notes
        lying = [v[first + pile.base] for pile in self.sources]
        usual, state = self._shuffled(engine, s, lying)
        hands = usual
        if match.hands or match.draws:
            from trickbook.engine.draws import given_hands

            within = _reached(lying, sum(hand.bit_count() for hand in usual))
            hands = given_hands(engine, s, within, usual, times, equal=self.equal) or usual
        for seat, hand in enumerate(hands):
            for pile in self.sources:
                v[first + pile.base] &= ~hand
            at = self.to.base + (seat if self.to.owned else 0)
            count_laid(engine, s, self.to, at, hand)
            put(v, first, self.to, at, hand)
        log = logged(log, Move(self.name, None, tuple(hands), (len(done), v[PLAYS])))
        s.notes = Notes(match, log, done, shows, anew, (state, times + 1))

    def _shuffled(self, engine: Engine, s: State, lying: Sequence[int]) -> tuple[list[int], int]:
        """Return the hands as chance deals them, and the next state of its stream."""
        state, times = s.notes.chance
        order = order_of_pack(s, times)
        pack: list[int] = []
        for cards in lying:
            if order:
                pack += [card for card in order if card & cards]
            else:
                lie = engine.pack if cards == engine.deck.cards else list(bits(cards))
                mixed, state = shuffled(state, lie)
                pack += mixed
        turn, at = self.turn(engine, s), 0
        shares = shared(self.wanted(engine, s), len(pack), turn, uneven=self.uneven)
        hands = [0] * len(shares)
        for seat in turn:
            hands[seat] = sum(pack[at : at + shares[seat]])
            at += shares[seat]
        return hands, state

    def turn(self, engine: Engine, s: State) -> Sequence[int]:
        """The piles that are dealt to, by seat, in the order in which that is done."""
        layout = engine.layout
        if not self.to.owned:
            return (0,)
        if self.first is None:
            return range(layout.seats) if self.equal else layout.round(layout.next(s.match.dealer))
        first = layout.foremost(s.value(self.first, s.match.dealer), s.match.dealer)
        return layout.round(layout.next(s.match.dealer) if first is None else first)

    def wanted(self, engine: Engine, s: State) -> list[int]:
        """How many cards the rules deal to each pile, by seat, if enough lie there."""
        seats = range(engine.layout.seats) if self.to.owned else (s.match.dealer,)
        who = s.value(self.who, s.match.dealer) if self.who else engine.layout.everyone
        if self.to.owned:
            who &= ~s.resting
        if self.each is None or "player" not in self.each.reads:
            each = s.value(self.each, s.match.dealer) if self.each else len(engine.pack)
            return [max(0, each) if who >> seat & 1 else 0 for seat in seats]
        return [max(0, s.value(self.each, seat)) if who >> seat & 1 else 0 for seat in seats]


def _reached(lying: Sequence[int], count: int) -> int:
    """Return the cards of the piles that are reached when so many are dealt, one pile after the other."""
    reached = 0
    for cards in lying:
        if not reached or reached.bit_count() < count:
            reached |= cards
    return reached


def shared(wanted: Sequence[int], cards: int, turn: Sequence[int], *, uneven: bool) -> list[int]:
    """Return how many cards each gets, dealt card by card to everybody who still wants one.

    A round for which the cards do not suffice is not dealt, or if ``uneven`` only to those who come first.
    """
    level = 0
    while asking := [want for want in wanted if want > level]:
        rounds = min(min(asking) - level, cards // len(asking))
        if not rounds:
            break
        cards -= rounds * len(asking)
        level += rounds
    shares = [min(want, level) for want in wanted]
    for seat in [seat for seat in turn if wanted[seat] > level][: cards if uneven else 0]:
        shares[seat] += 1
    return shares


@dataclass(frozen=True, slots=True)
class MoveStep(AutomaticStep):
    """Move cards by rule, once for each player if the rule speaks of a player."""

    cards: Term
    to: Destination
    kind: ClassVar[str] = "move"


@dataclass(frozen=True, slots=True)
class ShowStep(AutomaticStep):
    """Show cards to seats, to everybody without ``who``; once for each player if the rule speaks of one."""

    cards: Term
    who: Term | None
    kind: ClassVar[str] = "show"

    def take(self, engine: Engine, s: State) -> None:
        """Show the cards, place by place; the same once more is nothing new."""
        terms = (self.cards, self.who) if self.who else (self.cards,)
        each = any("player" in term.reads for term in terms)
        for seat in range(engine.layout.seats) if each else (s.match.dealer,):
            to = s.value(self.who, seat) if self.who else engine.layout.everyone
            cards = s.value(self.cards, seat)
            for at in places(engine.layout) if cards and to else ():
                shown = Shown(self.name, at, cards & s.pile(at), to)
                if shown.cards and shown not in s.shows:
                    s.shows = (*s.shows, shown)


def order_of_pack(s: State, times: int) -> Sequence[int]:
    """The order in which the pack lies when chance is asked once more; none where chance is the seed's."""
    orders = s.match.orders.get(s.match.deal, ())
    return orders[times] if times < len(orders) else ()
