"""Players who duck in a batch: what the duck's rule of thumb plays, gives and answers, as functions.

What ducks know of a game they are given: what cards and tricks cost, who wins with whom, the bids. ``DUCKS`` is the
set of seats that duck. A random player's choice is counted all the same.
"""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from trickbook.core import card_orders
from trickbook.core.body import Body
from trickbook.core.native import BeyondError
from trickbook.core.reals import bits_of
from trickbook.engine.ask import AskStep
from trickbook.engine.course import choices, points
from trickbook.engine.deal import MoveStep
from trickbook.engine.tricks import TrickStep
from trickbook.expression.orders import lowest, places
from trickbook.expression.types import LARGEST

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from trickbook.engine.course.flow import Flow
    from trickbook.engine.lookup import Lookup
    from trickbook.expression.types import Term

MAX_COST: Final = 10**15
"""The largest cost of a card or a trick; so sums are exact."""

MOST_PLACES: Final = 126
"""More answers than machine code can hold in a set."""

UNKNOWN: Final = -5
"""The fault that scores are too large to be compared."""


class DuckData(NamedTuple):
    """The cost of each card and of a trick, the seats that win together, the bids.

    ``highest`` says whether the highest score wins.
    """

    cost: tuple[int, ...]
    trick: float
    sides: tuple[int, ...]
    bids: Mapping[str, int]
    highest: bool


class Ducks:
    """The functions of ducks while they are written; ``known`` is what ducks are given."""

    def __init__(self, flow: Flow, known: DuckData) -> None:
        """Begin with what the functions of several steps share."""
        check(flow.engine, known)
        self.flow, self.known, self.engine = flow, known, flow.engine
        self.orders = flow.layout.orders
        if self.orders is not None and not any(one is self.orders for one in flow.source.orders):
            flow.source.orders.append(self.orders)

    def add_actor(self, body: Body, step: AskStep | TrickStep) -> None:
        """Add the line that finds who acts for seat ``p``: itself, or whoever plays its cards."""
        if isinstance(step, TrickStep) and step.played_by is not None:
            body.add(f"q = {self.flow.foremost(self.flow.text(step.played_by))}")
            body.add("q = p if q < 0 else q")
        else:
            body.add("q = p")

    # Plays

    def write_play(self, step: TrickStep, place: int) -> None:
        """Write the function ``duck``: of so many plays that lie in ``OFFERS``, the one with the least cost."""
        flow, body, known = self.flow, Body(), self.known
        trick, ever = (flow.cells.pile_at[at] for at in (self.engine.trick, self.engine.played))
        body.add("n = v[PLAYS]")
        body.add("led = v[LED]")
        body.add(f"trick = v[{trick}]")
        body.add(f"ever = v[{ever}]")
        hand, table = (flow.pile(flow.layout.piles[name], "p") for name in ("hand", "table"))
        body.add(f"unseen = {flow.layout.deck.cards} & ~(ever | v[{hand}] | v[{table}])")
        body.add("whole = greater(unseen.bit_count(), 1)")
        seats = f"({flow.seats} - v[RESTING].bit_count())" if self.engine.resting else f"{flow.seats}"
        body.add(f"left = ({seats} - 1 - n) % {seats}")
        rivals = flow.source.table([number for row in self._rivals() for number in row])
        body.add(f"rivals = {rivals}[{flow.seats} * p + left]")
        body.add("lying = 0")
        with body.block("for i in range(n)"):
            body.add(f"lying += {self._cost('v[CARDS_OF_PLAYS + i]')}")
        body.add(f"to_come = left * {self._cost('unseen')}")
        if self.orders is not None:
            body.add(f"{self._standing()}(v)")
        for name in ("best", "highest"):
            body.add(f"{name} = 0")
        body.add("least = real(0)")
        with body.block("for i in range(many)"):
            self._add_trial(body, trick, ever)
            sign = "" if known.trick < 0 else "-"
            body.add(f"top = {sign}{self._height('x')}")
            better = "is_less(worth, least) or not is_less(least, worth) and top < highest"
            with body.block(f"if not i or ({better})"):
                body.add("best = i")
                body.add("least = worth")
                body.add("highest = top")
        for cell, value in ((trick, "trick"), (ever, "ever"), ("PLAYS", "n"), ("LED", "led")):
            body.add(f"v[{cell}] = {value}")
        body.add("return best")
        outer, flow.source.entry = flow.source.entry, step.entry
        flow.source.add(f"duck{place}", ("p", "many"), body)
        flow.source.entry = outer

    def _add_trial(self, body: Body, trick: str, ever: str) -> None:
        """Add the lines that lay a play in the trick and find what it is expected to cost."""
        flow = self.flow
        body.add("x = v[OFFERS + i]")
        body.add(f"v[{trick}] = trick | x")
        body.add(f"v[{ever}] = ever | x")
        body.add("v[SEATS_OF_PLAYS + n] = p")
        body.add("v[CARDS_OF_PLAYS + n] = x")
        body.add("v[PLAYS] = n + 1")
        body.add(f"v[LED] = led or {flow.source.table(flow.layout.deck.suit_at)}[{self._last('x')}]")
        body.add("at = winning_place(v)")
        body.add(f"own = {self._cost('x')}")
        body.add("worth = real(-own)")
        with body.block("if at >= 0"):
            sides = flow.source.table(self.known.sides)
            with body.block(f"if {sides}[p] >> v[SEATS_OF_PLAYS + at] & 1"):
                body.add("one = v[CARDS_OF_PLAYS + at]")
                body.add("k = whole")
                body.add(f"suit = {self._led()}")
                with body.block(f"if not suit or suit >> {self._last('one')} & 1"):
                    body.add(f"k = {self._lower('unseen', 'one')}")
                cost = f"real_of({bits_of(self.known.trick)})"
                body.add(f"worth = expected_cost(lying + own, to_come, whole, rivals, {cost}, k)")

    def _rivals(self) -> Iterator[Iterable[int]]:
        """Yield for each seat how many opponents are among the seat and the next so many."""
        for seat, side in enumerate(self.known.sides):
            yield accumulate(int(not side >> other & 1) for other in self.flow.layout.round(seat))

    def _cost(self, cards: str) -> str:
        """Return the call of what some cards cost."""
        if self.flow.source.once("cost"):
            body = Body()
            costs = sorted({cost for cost in self.known.cost if cost})
            groups = ((one, sum(1 << at for at, cost in enumerate(self.known.cost) if cost == one)) for one in costs)
            summands = [f"{one} * (cards & {cards_}).bit_count()" for one, cards_ in groups]
            body.add(f"return {' + '.join(summands) or '0'}")
            self.flow.source.add("cost", ("cards",), body)
        return f"cost(v, {cards})"

    # How the cards stand

    @property
    def _single(self) -> bool:
        """True if each play is one card."""
        return bool(self.flow.source.single_cards)

    def _last(self, cards: str) -> str:
        """Return the place of the last of some cards in the deck's order."""
        if self._single:
            return f"({cards} - 1).bit_count()"
        if self.flow.source.once("last_place"):
            body = Body()
            with body.bits("one", "cards"):
                body.add("n = one")
            body.add("return (n - 1).bit_count()")
            self.flow.source.add("last_place", ("cards",), body)
        return f"last_place(v, {cards})"

    def _standing(self) -> str:
        """Write what says how high each card stands, as the table has agreed, order by order."""
        assert self.orders is not None  # noqa: S101 - the caller has asked
        source = self.flow.source
        if source.once("standing"):
            body, deck = Body(), self.flow.layout.deck
            body.add(f"cards = {deck.cards}")
            for order, numbers in zip(self.orders.all, places(deck, self.orders.sizes), strict=True):
                body.add(f"own = cards & ({source.text(order.cards, source.nobody)})")
                body.add("cards ^= own")
                for number, grade in reversed(list(zip(numbers, order.grades, strict=True))):
                    body.add(f"there = own & ({source.text(grade, source.nobody)})")
                    body.add("own ^= there")
                    body.add(f"stand(v, HEIGHTS, there, {number})")
                body.add(f"stand(v, HEIGHTS, own, {lowest(deck)})")
            for number, grade in deck.order.grades:
                body.add(f"stand(v, HEIGHTS, cards & {grade}, {number})")
            body.add("return 0")
            source.add("standing", (), body)
        return "standing"

    def _at(self, place: str) -> str:
        """Return how high the card at a place of the deck stands."""
        if self.orders is not None:
            return f"v[HEIGHTS + {place}]"
        return f"{self.flow.source.table(self.flow.layout.deck.heights[:-1])}[{place}]"

    def _tallest(self, cards: str) -> str:
        """Return the place of the highest of some cards."""
        if self._single:
            return f"({cards} - 1).bit_count()"
        if self.flow.source.once("tallest"):
            body = Body()
            body.add("found = -1")
            body.add("best = 0")
            with body.bits("one", "cards"):
                body.add("at = (one - 1).bit_count()")
                body.add(f"n = {self._at('at')}")
                with body.block("if found < 0 or n > best"):
                    body.add("found = at")
                    body.add("best = n")
            body.add("return found")
            self.flow.source.add("tallest", ("cards",), body)
        return f"tallest(v, {cards})"

    def _height(self, cards: str) -> str:
        """Return how high the highest of some cards stands."""
        return self._at(self._tallest(cards))

    def _lower(self, cards: str, play: str) -> str:
        """Return how many of some cards stand no higher than the highest of a play."""
        heights = self.flow.layout.deck.heights[:-1]
        if self.orders is None:
            up_to = [sum(1 << at for at, other in enumerate(heights) if other <= one) for one in heights]
            return f"({cards} & {self.flow.source.table(up_to)}[{self._tallest(play)}]).bit_count()"
        return f"no_higher(v, HEIGHTS, {cards}, {self._height(play)})"

    def _led(self) -> str:
        """Return the cards of the suit that is led, with the play that is tried; none if no play has a suit."""
        if self.orders is None:
            return "v[LED]"
        if self.flow.source.once("led_suit"):
            body = Body()
            suit = card_orders.function(self.flow.source, self.orders, "suit")
            with body.block("for i in range(v[PLAYS])"):
                body.add(f"cards = {suit}(v, 1 << {self._last('v[CARDS_OF_PLAYS + i]')})")
                with body.block("if cards"):
                    body.add("return cards")
            body.add("return 0")
            self.flow.source.add("led_suit", (), body)
        return "led_suit(v)"

    # Gifts

    def add_gift(self, body: Body) -> None:
        """Add the lines that give as few cards as allowed: those that cost most, then the highest, then the first."""
        if self.orders is not None:
            body.add(f"{self._standing()}(v)")
        body.add(f"x = {self._costliest()}(v, cards, least)")

    def _costliest(self) -> str:
        source = self.flow.source
        if source.once("costliest"):
            body, deck = Body(), self.flow.layout.deck
            costs = source.table(self.known.cost)
            body.add("found = 0")
            with body.block("for _ in range(many)"):
                body.add("x = 0")
                body.add("best = 0")
                body.add("highest = 0")
                with body.bits("one", "cards & ~found"):
                    body.add("at = (one - 1).bit_count()")
                    body.add(f"n = {costs}[at]")
                    body.add(f"top = {self._at('at')}")
                    with body.block("if not x or n > best or n == best and top > highest"):
                        body.add("x = one")
                        body.add("best = n")
                        body.add("highest = top")
                if self.engine.manifold:
                    marked = self.flow.cells.pile_at[self.engine.exposed]
                    with body.block("if x"):
                        alike = f"{source.table(deck.alike)}[(x - 1).bit_count()]"
                        body.add(f"own = {alike} & cards & ~found")
                        body.add(f"own = own & ~v[{marked}] or own")
                        body.add("x = own & -own")
                body.add("found |= x")
            body.add("return found")
            source.add("costliest", ("cards", "many"), body)
        return "costliest"

    # Answers

    def write_answer(self, step: AskStep, place: int) -> None:
        """Write the function ``duck`` of a question: of the answers ``left``, the place of the duck's.

        While anybody holds cards it is the bid, or the first; later the one that puts the seat furthest ahead.
        """
        flow, body = self.flow, Body()
        if step.optional:
            body.add("return 0")
            flow.source.add(f"duck{place}", ("p", "left"), body)
            return
        hand = flow.layout.piles["hand"]
        held = " or ".join(f"v[{flow.pile(hand)} + {seat}]" for seat in range(flow.seats))
        with body.block(f"if {held}"):
            self._add_bid(step, body)
        self._add_best_answer(step, body)
        flow.source.add(f"duck{place}", ("p", "left"), body)

    def _add_bid(self, step: AskStep, body: Body) -> None:
        """Add the lines that answer with the bid if it may be, else with the first answer."""
        bid = self.known.bids.get(step.name)
        if bid is not None and not step.names and step.low is not None:
            body.add(f"at = {bid} - ({self.flow.text(step.low)})")
            with body.block(f"if at >= 0 and at < {MOST_PLACES}"), body.block("if left >> at & 1"):
                body.add("return (left & (1 << at) - 1).bit_count()")
        body.add("return 0")

    def _add_best_answer(self, step: AskStep, body: Body) -> None:
        """Add the lines that find the answer with the best scores, if the deal were scored now."""
        own = f"SLOTS + {step.slot} + p"
        cells = [own, *points.cells_of(self.flow, "POINTS")]
        for number, cell in enumerate(cells):
            body.add(f"was{number} = v[{cell}]")
        body.add("found = 0")
        body.add("best = 0")
        body.add("many = left.bit_count()")
        with body.block("for i in range(many)"):
            body.add("x = nth(left, i)")
            body.add(f"v[{own}] = {choices.meaning(self.flow, step, '(x - 1).bit_count()')}")
            body.add(f"{points.score(self.flow)}(v)")
            body.add(f"n = {self._margin()}(v, p)")
            with body.block("if not i or n > best"):
                body.add("found = i")
                body.add("best = n")
        for number, cell in enumerate(cells):
            body.add(f"v[{cell}] = was{number}")
        body.add("return found")

    def _margin(self) -> str:
        """Return the name of the function that finds how far a seat is ahead of the best other."""
        flow = self.flow
        if flow.source.once("margin"):
            body, sign = Body(), "" if self.known.highest else "-"
            body.add("best = 0")
            body.add("own = 0")
            body.add("some = 0")
            with body.block(f"for q in range({flow.seats})"):
                body.add(f"n = {sign}{self._size()}")
                if flow.layout.complex:
                    with body.block(f"if n == {sign}{LARGEST}"):
                        body.add(f"v[FAULT] = {UNKNOWN}")
                with body.block("if q == p"):
                    body.add("own = n")
                with body.block("elif not some or n > best"):
                    body.add("best = n")
                    body.add("some = 1")
            body.add("return own - best")
            flow.source.add("margin", ("p",), body)
        return "margin"

    def _size(self) -> str:
        """Return the score of seat ``q`` if the deal counted as it is; of a complex one the square of its size."""
        parts = [f"capped(v[{score} + q] + v[{more} + q])" for score, more in self._regions()]
        return parts[0] if len(parts) == 1 else f"norm({', '.join(parts)})"  # held where it is too large

    def _regions(self) -> Iterator[tuple[str, str]]:
        scores, more = (points.regions(self.flow, name) for name in ("SCORES", "POINTS"))
        return zip(scores, more, strict=True)


# What ducks cannot play by


def check(engine: Lookup, known: DuckData) -> None:
    """Check that ducks see all that they depend on; BeyondError if something is hidden from them."""
    if max(map(abs, known.cost), default=0) > MAX_COST:
        raise BeyondError(f"machine code cannot duck where a card costs more than {MAX_COST}")
    orders = engine.layout.orders
    for term in [term for order in orders.all for term in order.terms] if orders else ():
        _check_seen(engine, None, (term,))
    for step in engine.steps:
        for clause in step.winning if isinstance(step, TrickStep) else ():
            _check_seen(engine, clause.entry, (clause.when, clause.what))
    before = engine.steps[: engine.steps.index(engine.tricks)] if engine.tricks else ()
    if any(not step.source and not any(step is one for one in before) for step in engine.questions):
        for adjustment in engine.points:
            _check_seen(engine, adjustment.entry, adjustment[1:])
    for step in engine.every_step:
        if isinstance(step, AskStep | MoveStep) and step.to and _returns(engine, step, step.to.pile.name):
            raise BeyondError(f"{_place(step.entry)}cards that come back to players who duck")


def _place(entry: Any) -> str:
    return f"{entry.place}: `{entry.name}` asks for " if entry is not None else "the ruleset asks for "


def _returns(engine: Lookup, step: AskStep | MoveStep, pile: str) -> bool:
    """Return whether a step may return cards to the trick, or to hands when copies of them were played."""
    before = engine.steps[: engine.steps.index(engine.tricks)] if engine.tricks else engine.steps
    return pile == "trick" or (engine.deck.manifold and step not in before and pile in ("hand", "table"))


def _check_seen(engine: Lookup, entry: Any, terms: Sequence[Term | None]) -> None:
    """Check that terms depend on no hidden cards, except those won in tricks."""
    hidden = {
        pile.base + place
        for pile in engine.layout.piles.values()
        for place in range(engine.layout.seats if pile.owned else 1)
        if pile.seen_by != "everyone" and pile.name != "taken"
    }
    if any(pile in hidden for term in terms if term and not term.constant for pile in _piles(term)):
        raise BeyondError(f"{_place(entry)}cards that are hidden from players who duck")


def _piles(term: Term) -> Iterator[int]:
    """Yield the piles that a term depends on."""
    if term.does in ("pile", "own pile"):
        yield int(term.detail)
    for part in term.parts:
        yield from _piles(part)
