"""A deal made again from its start, with cards exchanged as soon as a seat's view tells where they are."""

from __future__ import annotations

from functools import reduce
from itertools import combinations
from operator import or_
from typing import TYPE_CHECKING, Any

from trickbook.bots.worlds.card_places import named_cards, played_cards
from trickbook.bots.worlds.start_state import WORLD_ERRORS, WorldError
from trickbook.cards.deck import MARK, bits
from trickbook.core.state import State
from trickbook.engine.ask import AskStep
from trickbook.engine.deal import DealStep, visible_shows
from trickbook.game.view import drawn_cards
from trickbook.state import moves

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from trickbook.sections.compiled import CompiledRules
    from trickbook.state import Show

PILES_SEEN_IN_TRICKS = ("taken", "held")
"""Piles of tricks: everybody saw what went there."""


class Retracing:
    """A deal on its way to the moment of a view.

    ``certain`` are cards in places face down that everybody saw going there.
    """

    def __init__(self, engine: CompiledRules, seen: Mapping[str, Any], s: State) -> None:
        """Begin at the first decision of the deal."""
        self.engine, self.seen, self.s, self.me = engine, seen, s, seen["seat"]
        self.later = [cards for _, cards in played_cards(engine, seen)]
        self.course = seen["course"]
        self.hand = engine.layout.piles["hand"].base
        self.certain, self.answered, self.looked = 0, 0, 0
        self.hidden = self._hidden()
        self._correct()
        self._look()

    def _hidden(self) -> tuple[int, ...]:
        """Return the places of which the seat does not see the cards."""
        indexes = []
        for pile in self.engine.layout.piles.values():
            if pile.seen_by == "everyone" or pile.name in PILES_SEEN_IN_TRICKS:
                continue
            seats = range(self.engine.layout.seats) if pile.owned else (None,)
            indexes += [
                pile.base + (seat or 0)
                for seat in seats
                if not (pile.seen_by == "owner" and pile.owned and seat == self.me)
            ]
        return tuple(indexes)

    @property
    def unseen(self) -> int:
        """The cards that may lie in any of the places face down."""
        piles = self.s.piles
        return sum(piles[at] for at in self.hidden) & ~self.certain

    def meant(self, seat: int, text: str) -> int:
        """Return the cards that a seat names: of identical ones those that it holds."""
        piles, marked = self.s.piles, self.engine.marked(self.s)
        held = piles[self.hand + seat] | piles[self.engine.layout.piles["table"].base + seat]
        open_, others = (
            " ".join(name for name in text.split() if name.endswith(MARK) is shown) for shown in (True, False)
        )
        cards = named_cards(self.engine, open_, held & marked)
        free = ~marked & ~cards
        return cards | named_cards(self.engine, others, held & free, self.unseen & free, ~cards)

    def give(self, seat: int, play: int) -> None:
        """Let a seat hold the cards that it is to play, in exchange for others that it holds unseen."""
        table = self.engine.layout.piles["table"].base
        for card in bits(play & ~(self.s.pile(self.hand + seat) | self.s.pile(table + seat))):
            held = self.s.pile(self.hand + seat) & self.unseen & ~play
            spare = held & ~reduce(or_, self.later, 0) or held
            if not card & self.unseen or not spare:
                raise WorldError("a seat cannot have held what it played")
            self._swap(card, spare & -spare)

    def play(self, seat: int, play: int) -> frozenset[int]:
        """Let a seat play; return the seats that drew cards face down after it."""
        before = self.s.piles
        self.later.pop(0)
        self.engine.play(self.s, seat, play)
        return self._gone_on(before)

    def answer(self) -> None:
        """Give the answers that were given, up to the next play; one that is not known is chosen."""
        while self.s.waiting and isinstance(step := self.engine.waiting[self.s.step], AskStep):
            if self.answered == len(self.course):
                return
            name, seat, text = self.course[self.answered]
            if step.name != name or seat is None or not self.s.waiting >> seat & 1:
                raise WorldError(f"{name} cannot be answered again")
            chosen = 0 if step.source is None or text is None else self.meant(seat, text)
            self.give(seat, chosen)
            if text is not None and seat != self.me and (step.source is None or self.engine.manifold):
                self._entitle(step, seat, text, chosen)
            before = self.s.piles
            self.engine.act(self.s, seat, text or next(iter(step.legal(self.engine, self.s, seat))))
            self._gone_on(before)

    def _entitle(self, step: AskStep, seat: int, text: str, chosen: int) -> None:
        """Let a seat hold what its answer needs beside the chosen cards: one unseen card or two.

        They are certain from now on.
        """
        at = self.hand + seat
        piles, lacking = self.s.piles, self.unseen & ~self.s.pile(at)
        trials = (sum(some) for size in (1, 2) for some in combinations(bits(lacking), size))
        while not self._may(step, seat, text):
            self.s.piles = piles
            if not (cards := next(trials, 0)):
                raise WorldError(f"seat {seat} cannot have answered {text}")
            self.give(seat, cards | chosen)
        lacking = self.unseen & ~self.s.pile(at)
        for card in bits(self.s.pile(at) & self.unseen if lacking else 0):
            if not any(self._may_without(step, seat, text, card, other) for other in bits(lacking)):
                self.certain |= card

    def _may_without(self, step: AskStep, seat: int, text: str, card: int, other: int) -> bool:
        """Return whether a seat may give an answer with another card in place of one."""
        self._swap(card, other)
        may = self._may(step, seat, text)
        self._swap(card, other)
        return may

    def _may(self, step: AskStep, seat: int, text: str) -> bool:
        """Return whether a seat may give an answer, with the cards as they lie now."""
        try:
            step.read(self.engine, self.s, seat, text)
        except WORLD_ERRORS:
            return False
        return True

    def _gone_on(self, before: Sequence[int]) -> frozenset[int]:
        """Go on to the next decision; return who drew cards face down on the way."""
        if not self.s.waiting:
            self.engine.proceed(self.s)
        self._correct()
        drawers = self._watched(before)
        self._look()
        return drawers

    def _correct(self) -> None:
        """Exchange what chance dealt, where the seat saw other cards dealt."""
        log = [move for move in moves(self.s.log) if move.step not in self.engine.trick_steps]
        for move, (name, _, text) in zip(log[self.answered :], self.course[self.answered :], strict=False):
            if isinstance(move.text, tuple):
                self._dealt(move.step, move.text, text)
            elif move.seat is None:
                self._drew(move.step, move.text, text)
            if move.step != name:
                raise WorldError(f"{name} does not come about again")
        self.answered = len(log)

    def _look(self) -> None:
        """Exchange what lies where the seat was shown other cards; it is certain from now on."""
        shown = self.seen.get("shown", ())
        while (number := self.looked) < min(len(shown), len(self._shows)):
            lying = self._shows[number].cards
            wanted = named_cards(self.engine, " ".join(shown[number]["cards"]), lying, self.unseen)
            self._exchange(lying, wanted)
            self.certain |= wanted if self._shows[number].at in self.hidden else 0
            self.looked += 1

    @property
    def _shows(self) -> tuple[Show, ...]:
        """The cards that the seat has been shown so far."""
        return visible_shows(self.engine, self.s, self.me)

    def _dealt(self, name: str, hands: Sequence[int], text: str | None) -> None:
        """Exchange the cards of one deal."""
        step = next(step for step in self.engine.every_step if step.name == name)
        if text is not None and isinstance(step, DealStep):
            dealt = hands[self.me if step.to.owned else 0]
            self._exchange(dealt, named_cards(self.engine, text, dealt, self.unseen))

    def _drew(self, name: str, drawn: str, text: str) -> None:
        """Exchange the cards of one draw, which everybody has seen."""
        step = next(step for step in self.engine.every_step if step.name == name)
        kept = self.s.slots[step.slot] if isinstance(step, AskStep) else 0
        got = named_cards(self.engine, drawn_cards(drawn), kept)
        wanted = named_cards(self.engine, drawn_cards(text), got, self.unseen)
        self._exchange(got, wanted)
        self.certain |= wanted
        if isinstance(step, AskStep):
            self.s.program.remember(self.s.v, step.slot, [wanted])

    def lay_open(self) -> None:
        """Exchange cards that lie open where the seat sees others, as those that a rule has moved there."""
        for pile in self.engine.layout.piles.values():
            if pile.seen_by == "everyone" and pile.name not in ("trick", *PILES_SEEN_IN_TRICKS):
                lying = self.seen["piles"][pile.name]
                for seat, names in enumerate(lying if pile.owned else [lying]):
                    now = self.s.pile(pile.base + seat)
                    self._exchange(now, named_cards(self.engine, " ".join(names), now, self.unseen))

    def _exchange(self, dealt: int, wanted: int) -> None:
        """Let the seat hold the cards that it was dealt."""
        if dealt.bit_count() != wanted.bit_count():
            raise WorldError("another number of cards was dealt")
        for card, other in zip(bits(wanted & ~dealt), bits(dealt & ~wanted), strict=True):
            self._swap(card, other)

    def _swap(self, one: int, other: int) -> None:
        """Let two cards change places."""
        both = one | other
        self.s.piles = [cards ^ both if (cards & both) in (one, other) else cards for cards in self.s.piles]
        self.s.shows = tuple(
            shown._replace(cards=shown.cards ^ both) if (shown.cards & both) in (one, other) else shown
            for shown in self.s.shows
        )

    def _watched(self, before: Sequence[int]) -> frozenset[int]:
        """Keep in mind which cards went from an open place to one face down; return who drew others."""
        shut = sum(before[at] for at in self.hidden)
        drawers = set()
        for at in self.hidden:
            came = self.s.pile(at) & ~before[at]
            self.certain = self.certain & ~came | came & ~shut
            if came & shut:
                drawers.add(at - self.hand)
                for other in self.hidden:
                    if before[other] & came:
                        self.certain &= ~self.s.pile(other)
        return frozenset(drawers)
