"""The knowledge of ducks about a game, how its cards stand to them, and the rules they cannot play by."""

from __future__ import annotations

from itertools import dropwhile
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from trickbook.cards.deck import MARK
from trickbook.core import card_orders
from trickbook.core.text import Body
from trickbook.core.translation import BeyondError
from trickbook.engine.ask import AskStep
from trickbook.engine.deal import DealStep, MoveStep
from trickbook.engine.tricks import TrickStep
from trickbook.expression.operations import PILES
from trickbook.expression.orders import lowest, places
from trickbook.expression.types import Kind

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from trickbook.engine.course.flow import Flow
    from trickbook.engine.lookup import Lookup, Step
    from trickbook.expression.orders import Orders
    from trickbook.expression.types import Term


MAX_COST: Final = 10**15
"""The largest cost of a card or a trick; so sums are exact."""


class DuckData(NamedTuple):
    """The cost of each card, by name; negative costs are gains.

    ``pack`` names the cards in the deck's order. ``trick`` is the cost of a trick itself, ``sides`` the set
    of seats that win together with each seat. ``bids`` has the best number for each step that asks for one
    before the tricks, ``highest`` says whether the highest score wins.
    """

    cost: Mapping[str, int]
    pack: tuple[str, ...]
    trick: float
    sides: tuple[int, ...]
    bids: Mapping[str, int]
    highest: bool

    @property
    def card_costs(self) -> tuple[int, ...]:
        """The cost of each card of the pack."""
        return tuple(self.cost[name] for name in self.pack)

    def of(self, cards: str) -> int:
        """Return the total cost of some cards, by their names."""
        return sum(self.cost[name] for name in cards.replace(MARK, "").split())


def check(engine: Lookup, known: DuckData) -> None:
    """Check that ducks see all that they depend on; BeyondError if something is hidden from them."""
    if max(map(abs, known.cost.values()), default=0) > MAX_COST:
        raise BeyondError(f"machine code cannot duck where a card costs more than {MAX_COST}")
    for entry, terms in _looked_at(engine):
        _check_seen(engine, entry, terms)
    orders = engine.layout.orders
    if orders and engine.deck.manifold and any(map(_reads_cards, _terms_of(orders))):
        raise BeyondError("machine code cannot duck where orders depend on cards of which there are copies")
    for step in engine.every_step:
        if isinstance(step, AskStep | MoveStep) and step.to and _returns(engine, step, step.to.pile.name):
            raise BeyondError(f"{_place(step.entry)}cards that come back to players who duck")


def _looked_at(engine: Lookup) -> Iterator[tuple[Any, Sequence[Term | None]]]:
    """Yield what ducks look at: orders, what wins a trick, and points if they answer amid tricks or later."""
    orders = engine.layout.orders
    yield None, [*_terms_of(orders)] if orders else ()
    for step in engine.steps:
        for clause in step.winning if isinstance(step, TrickStep) else ():
            yield clause.entry, (clause.when, clause.what)
    holding = _while_held(engine)
    if any(not step.source and not any(step is one for one in holding) for step in engine.questions):
        for adjustment in engine.points:
            yield adjustment.entry, adjustment[1:]


def _while_held(engine: Lookup) -> Sequence[Step]:
    """Return the steps from the first deal of cards up to the tricks: somebody holds cards in all of them."""
    if engine.tricks is None:
        return ()
    before = engine.steps[: engine.steps.index(engine.tricks)]
    return [*dropwhile(lambda step: not isinstance(step, DealStep), before)]


def _place(entry: Any) -> str:
    return f"{entry.place}: `{entry.name}` asks for " if entry is not None else "the ruleset asks for "


def _returns(engine: Lookup, step: AskStep | MoveStep, pile: str) -> bool:
    """Return whether a step may return cards to the trick, or to hands when copies of them were played."""
    before = engine.steps[: engine.steps.index(engine.tricks)] if engine.tricks else engine.steps
    return pile == "trick" or (engine.deck.manifold and step not in before and pile in ("hand", "table"))


def _check_seen(engine: Lookup, entry: Any, terms: Sequence[Term | None]) -> None:
    """Check that terms depend on no hidden cards, except those won in tricks."""
    hidden = {
        pile.base + index
        for pile in engine.layout.piles.values()
        for index in range(engine.layout.seats if pile.owned else 1)
        if pile.seen_by != "everyone" and pile.name != "taken"
    }
    if any(pile in hidden for term in terms if term and not term.constant for pile in _piles(term)):
        raise BeyondError(f"{_place(entry)}cards that are hidden from players who duck")


def _terms_of(orders: Orders) -> Iterator[Term]:
    """Yield what orders depend on."""
    return (term for order in orders.all for term in order.terms)


def _reads_cards(term: Term) -> bool:
    """Return whether a term depends on where cards are, or which were chosen."""
    if not term.parts:
        return term.type.kind is Kind.CARDS and not term.constant
    return any(map(_reads_cards, term.parts))


def _piles(term: Term) -> Iterator[int]:
    """Yield the piles that a term depends on."""
    if term.operation in PILES:
        yield int(term.detail)
    for part in term.parts:
        yield from _piles(part)


class Standing:
    """The functions that say how cards stand, while they are written; ``known`` is what ducks are given."""

    def __init__(self, flow: Flow, known: DuckData) -> None:
        """Begin with the orders of the ruleset, if it has any."""
        self.flow, self.known, self.engine = flow, known, flow.engine
        self.orders = flow.layout.orders
        if self.orders is not None and not any(one is self.orders for one in flow.source.orders):
            flow.source.orders.append(self.orders)

    def _cost(self, cards: str) -> str:
        """Return the call of what some cards cost."""
        if self.flow.source.once("cost"):
            body = Body()
            known = self.known.card_costs
            costs = sorted({cost for cost in known if cost})
            groups = ((one, sum(1 << at for at, cost in enumerate(known) if cost == one)) for one in costs)
            summands = [f"{one} * (cards & {cards_}).bit_count()" for one, cards_ in groups]
            body.add(f"return {' + '.join(summands) or '0'}")
            self.flow.source.add("cost", ("cards",), body)
        return f"cost(v, {cards})"

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
            body.add("n = 0")
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
            up_to = [_where(other <= one for other in heights) for one in heights]
            return f"({cards} & {self.flow.source.table(up_to)}[{self._tallest(play)}]).bit_count()"
        return f"no_higher(v, HEIGHTS, {cards}, {self._height(play)})"

    def _suit_of(self, cards: str) -> str:
        """Return the cards of the suit of a play, as the orders say it."""
        assert self.orders is not None  # noqa: S101 - the caller has asked
        suit = card_orders.function(self.flow.source, self.orders, "suit")
        return f"{suit}(v, 1 << {self._last(cards)})"

    def _led_cards(self) -> str:
        """Return the cards of the suit that has been led; none if no play has one."""
        if self.flow.source.once("led_suit"):
            body = Body()
            with body.block("for i in range(v[PLAYS])"):
                body.add(f"cards = {self._suit_of('v[CARDS_OF_PLAYS + i]')}")
                with body.block("if cards"):
                    body.add("return cards")
            body.add("return 0")
            self.flow.source.add("led_suit", (), body)
        return "led_suit(v)"


def _where(holds: Iterable[bool]) -> int:
    """Return the set of the cards for which something holds."""
    return sum(one << index for index, one in enumerate(holds))
