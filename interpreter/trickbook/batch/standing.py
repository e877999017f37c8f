"""How the cards stand to a duck: how high, of which suit, and what they cost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickbook.core import card_orders
from trickbook.core.body import Body
from trickbook.expression.orders import lowest, places

if TYPE_CHECKING:
    from collections.abc import Iterable

    from trickbook.batch.duck_data import DuckData
    from trickbook.engine.course.flow import Flow


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
