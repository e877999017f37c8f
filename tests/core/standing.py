"""How the cards of a pack stand, for the evaluator: as they are printed, or as orders of the table have it.

A set of cards is a whole number that has a bit for each of them.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from operator import or_
from typing import Any, Final, NamedTuple

from trickbook.cards.deck import Deck
from trickbook.expression.operations import Operation


class Standing(NamedTuple):
    """For the card at each bit how high it stands, and all cards of its suit.

    The cards ``apart`` do not count as the suit that is printed on them.
    """

    heights: Sequence[int]
    suits: Sequence[int]
    apart: int = 0


class Order(NamedTuple):
    """Cards that stand above others, with their places from the lowest up.

    They count as the printed suit if ``suit`` is None.
    """

    cards: int
    suit: int | None
    places: Sequence[int]


def members(some: int) -> list[int]:
    """The bits of a set, lowest first."""
    return [bit for bit in range(some.bit_length()) if some >> bit & 1]


def together(sets: Iterable[int]) -> int:
    """All that is in one of several sets."""
    return reduce(or_, sets, 0)


def printed(deck: Deck) -> Standing:
    """Return how the cards stand if nothing else was agreed."""
    return Standing(deck.heights[:-1], deck.suit_at[:-1])


def agreed(deck: Deck, orders: Sequence[Order]) -> Standing:
    """Return how the cards stand by orders: each stands above those behind it, all above the other cards.

    A card belongs to the first order that has it. It stands at the highest of its places there; without one
    it is lower than any card.
    """
    heights, suits = list(deck.heights[:-1]), dict[int, int]()
    lowest, height = min(deck.heights) - 1, max(deck.heights)
    for order in reversed(orders):
        for bit in members(order.cards):
            heights[bit] = lowest
            suits.pop(bit, None)
            if order.suit is not None:
                suits[bit] = order.suit
        for place in order.places:
            height += 1
            for bit in members(order.cards & place):
                heights[bit] = height
    apart = sum(1 << bit for bit in suits)
    return Standing(
        tuple(heights),
        tuple(suits.get(bit, suit & ~apart) for bit, suit in enumerate(deck.suit_at[:-1])),
        apart,
    )


def rank(standing: Standing, cards: int) -> int:
    """Return how high the highest of some cards stands; 0 if there are none."""
    return max((standing.heights[bit] for bit in members(cards)), default=0)


def suit(standing: Standing, cards: int) -> int:
    """All cards of the suits of some cards."""
    return together(standing.suits[bit] for bit in members(cards))


def _extreme(choose: Callable[..., int]) -> Callable[[Standing, int], int]:
    """Return what finds those of some cards that stand highest, or lowest."""

    def find(standing: Standing, cards: int) -> int:
        height = choose((standing.heights[bit] for bit in members(cards)), default=0)
        return sum(1 << bit for bit in members(cards) if standing.heights[bit] == height)

    return find


STANDING: Final[dict[str, Callable[[Standing, int], int]]] = {
    "rank": rank,
    "highest": _extreme(max),
    "lowest": _extreme(min),
    "suit": suit,
}
"""What is said of cards by how they stand."""


def _copies(deck: Deck, _detail: Any, cards: int) -> int:
    """All cards that look like one of them."""
    return together(deck.alike[bit] for bit in members(cards))


def _twins(deck: Deck, _detail: Any, cards: int) -> int:
    """Those that look like another of them."""
    return sum(1 << bit for bit in members(cards) if (deck.alike[bit] & cards).bit_count() > 1)


def _worth(_deck: Deck, groups: Any, cards: int) -> Any:
    """What they are worth together; the groups hold each value with all cards that have it."""
    return sum(value * (cards & group).bit_count() for value, group in groups)


def _melded(_deck: Deck, melds: Any, cards: int) -> int:
    """Those that lie in a meld that is whole: there are cards of enough of its parts."""
    whole = [parts for parts, least in melds if sum(cards & part != 0 for part in parts) >= least]
    return cards & together(part for parts in whole for part in parts)


def _tops(_deck: Deck, steps: Any, cards: int) -> int:
    """Those whose next higher card is not among them; each step holds a card and the next higher."""
    return cards & ~together(low for low, high in steps if cards & high)


PRINTED: Final[dict[str, Callable[[Deck, Any, int], Any]]] = {
    Operation.COPIES: _copies,
    Operation.TWINS: _twins,
    Operation.WORTH: _worth,
    Operation.MELDS: _melded,
    Operation.TOPS: _tops,
}
"""What is said of cards by what is printed on them, with what a term holds besides."""
