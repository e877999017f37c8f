"""Steps that no seat decides: they deal, move and show cards, go back, and end the deal; where cards go."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from trickbook.cards.chance import shuffled
from trickbook.cards.deck import bits
from trickbook.core import PLAYS
from trickbook.core.state import Notes
from trickbook.engine.facts import Fact
from trickbook.engine.scores import Adjustment
from trickbook.expression.types import CONDITION, NUMBER, Term, constant
from trickbook.state import Layout, Move, Pile, Redeal, Show, add_to_log

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from trickbook.core.state import State
    from trickbook.engine.engine import Engine
    from trickbook.expression.types import Clause
    from trickbook.source.nodes import Entry


class Destination(NamedTuple):
    """The destination of cards: a pile, and its owner if not the player."""

    pile: Pile
    seats: Term | None

    def where(self, layout: Layout, s: State, player: int) -> int | None:
        """The index of the pile among the state's piles; None if it is nobody's."""
        if not self.pile.owned:
            return self.pile.base
        if self.seats is None:
            return self.pile.base + player
        seat = layout.first_in_turn(s.value(self.seats, player), s.match.dealer)
        return None if seat is None else self.pile.base + seat


def pile_indexes(layout: Layout) -> Iterator[int]:
    """Yield the index of each pile where cards lie; each seat may have its own."""
    for pile in layout.piles.values():
        yield from range(pile.base, pile.base + (layout.seats if pile.owned else 1))


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
        """True if everybody is dealt as many cards, out of one pile."""
        needs = self.each is not None and "player" in self.each.reads
        return self.who is None and not (needs or self.uneven or self.sources[1:])

    @property
    def alike(self) -> bool:
        """True if seats are dealt as they are numbered, because it makes no difference who is first."""
        return self.first is None and self.equal

    def perform(self, engine: Engine, s: State) -> None:
        """Deal; each seat's cards are drawn in turn from the shuffled piles, whole hands at a time."""
        v, first, (match, log, done, shows, redeals, (_, times)) = s.v, engine.cells.piles, s.notes
        lying = [v[first + pile.base] for pile in self.sources]
        usual, state = self._shuffled_hands(engine, s, lying)
        hands = usual
        if match.hands or match.draws:
            from trickbook.engine.draws import given_hands

            within = _reached_cards(lying, sum(hand.bit_count() for hand in usual))
            hands = given_hands(engine, s, within, usual, times, equal=self.equal) or usual
        dealt = engine.functions[f"dealt{engine.step_index[self.name]}"]
        for seat, hand in enumerate(hands):
            dealt(v, seat, hand)
        log = add_to_log(log, Move(self.name, None, tuple(hands), (len(done), v[PLAYS])))
        s.notes = Notes(match, log, done, shows, redeals, (state, times + 1))

    def wanted(self, engine: Engine, s: State) -> list[int]:
        """How many cards the rules deal to each pile, by seat, if enough lie there."""
        v, given = s.v.copy(), engine.cells.start["GIVEN"]
        engine.functions[f"wanted{engine.step_index[self.name]}"](v)
        return v[given : given + (engine.layout.seats if self.to.owned else 1)]

    def _shuffled_hands(self, engine: Engine, s: State, lying: Sequence[int]) -> tuple[list[int], int]:
        """Return the hands as chance deals them, and the next state of its stream."""
        state, times = s.notes.chance
        order = s.match.order_of_pack(times)
        pack: list[int] = []
        for cards in lying:
            if order:
                pack += [card for card in order if card & cards]
            else:
                lie = engine.pack if cards == engine.deck.cards else list(bits(cards))
                mixed, state = shuffled(state, lie)
                pack += mixed
        index, v = engine.step_index[self.name], s.v
        first, at = engine.functions[f"shares{index}"](v), 0
        given = engine.cells.start["GIVEN"]
        hands = v[given : given + (engine.layout.seats if self.to.owned else 1)]
        turn = 1 if self.alike else engine.layout.turn
        for step in range(len(hands)):
            seat = (first + step * turn) % len(hands)
            at += hands[seat]
            hands[seat] = sum(pack[at - hands[seat] : at])
        return hands, state


def _reached_cards(lying: Sequence[int], count: int) -> int:
    """Return the cards of the piles that are reached when so many are dealt, one pile after the other."""
    reached = 0
    for cards in lying:
        if not reached or reached.bit_count() < count:
            reached |= cards
    return reached


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

    def perform(self, engine: Engine, s: State) -> None:
        """Show the cards, pile by pile; the same once more is nothing new."""
        terms = (self.cards, self.who) if self.who else (self.cards,)
        each = any("player" in term.reads for term in terms)
        for seat in range(engine.layout.seats) if each else (s.match.dealer,):
            to = s.value(self.who, seat) if self.who else engine.layout.everyone
            cards = s.value(self.cards, seat)
            for at in pile_indexes(engine.layout) if cards and to else ():
                shown = Show(self.name, at, cards & s.pile(at), to)
                if shown.cards and shown not in s.shows:
                    s.shows = (*s.shows, shown)


def pile_at(layout: Layout, at: int) -> tuple[Pile, int | None]:
    """Return the pile at an index, and the seat that owns it, if any does."""
    piles = (pile for pile in layout.piles.values() if pile.base <= at)
    pile = max(piles, key=lambda pile: pile.base)
    return pile, at - pile.base if pile.owned else None


def shows_cards(engine: Engine) -> bool:
    """Return whether a step of a ruleset shows cards."""
    return any(isinstance(step, ShowStep) for step in engine.every_step)


def visible_shows(engine: Engine, s: State, seat: int | None) -> tuple[Show, ...]:
    """Return what was shown in a deal, as far as a seat saw it, or showed it out of its own hand."""
    return tuple(shown for shown in s.shows if sees(engine, shown, seat))


def sees(engine: Engine, shown: Show, seat: int | None) -> bool:
    """Return whether a seat saw what was shown, or showed it out of its own hand; None is a spectator."""
    pile, owner = pile_at(engine.layout, shown.at)
    if seat is None:
        return shown.to == engine.layout.everyone
    return bool(shown.to >> seat & 1) or (seat == owner and pile.seen_by == "owner")


@dataclass(frozen=True, slots=True)
class RepeatStep(AutomaticStep):
    """Go back to an earlier step, the one with the index ``first``, as long as the condition holds."""

    first: int
    kind: ClassVar[str] = "repeat"


@dataclass(frozen=True, slots=True)
class EndStep(AutomaticStep):
    """Throw the cards in: the deal is over, as ``word`` says from then on, or without one is dealt again."""

    word: Term | None
    kind: ClassVar[str] = "end"

    def perform(self, engine: Engine, s: State) -> None:
        """Start the deal again, with the facts of the match as they are, and chance as it goes on."""
        log = s.log
        redeals = (*s.redeals, Redeal(self.name, log.number if log else 0))
        s.notes = Notes(s.match, log, (), (), redeals, s.chance)
        engine.functions["redeal"](s.v)

    @property
    def facts(self) -> tuple[Fact, ...]:
        """That it has ended the deal is remembered, unless the deal is forgotten."""
        if self.word is None:
            return ()
        starts, upon = constant(CONDITION, value=False), (self.name,)
        kept = Fact(self.name, CONDITION, self.word.detail, upon=upon, starts=starts, entry=self.entry)
        return (kept,)

    @property
    def points(self) -> tuple[Adjustment, ...]:
        """Everybody's points become 0, unless the deal is forgotten."""
        if self.word is None:
            return ()
        return (Adjustment(self.entry, self.word, None, None, constant(NUMBER, 0), None),)
