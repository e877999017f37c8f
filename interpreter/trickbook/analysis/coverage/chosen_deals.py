"""Deals that are chosen, not drawn: who holds which cards, and how the match stands before."""

from __future__ import annotations

from math import isqrt
from typing import TYPE_CHECKING, Any, Final

from trickbook.cards.deck import bits
from trickbook.engine.deal import DealStep
from trickbook.expression.operations import COMPARISONS, Operation
from trickbook.expression.types import Kind
from trickbook.state import Match

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from trickbook.analysis.coverage.random_deals import Chance
    from trickbook.engine.engine import Engine
    from trickbook.expression.types import Term

LATEST: Final = 8
"""The number of the latest deal that is chosen."""

ODDS: Final = 3
"""By so many ranks chance moves a card up among the strong ones."""

LIMITS: Final = frozenset({*COMPARISONS, Operation.IS})
"""The comparisons that can end a match."""


def chosen_match(engine: Engine, seed: int, seat: int, cards: int, chance: Chance) -> Match:
    """Return a match before a deal in which a seat gets some cards; every other is late and uneven."""
    late = chance.below(2)
    deal = 1 + (chance.below(LATEST) if late else 0)
    scores = _scores(engine, chance) if late else (engine.ending.starts,) * engine.layout.seats
    orders = {deal: (_order(engine, seat, cards, chance),)}
    return Match(seed, deal, engine.layout.first, scores, orders=orders)


def _scores(engine: Engine, chance: Chance) -> tuple[Any, ...]:
    """Scores short of one that ends the match."""
    found = [limit for _, when in engine.ending.ends for limit in _limits(when)] or [0]
    limit = chance.one(found)
    size = isqrt(abs(limit)) if engine.layout.complex else abs(limit)
    sign, starts = (-1 if limit < 0 else 1), engine.ending.starts
    return tuple(starts + sign * chance.below(max(size, 1)) for _ in range(engine.layout.seats))


def _limits(term: Term) -> Iterator[int]:
    """The numbers with which a condition compares what a player has."""
    if term.operation in LIMITS and any("player" in part.reads for part in term.parts):
        yield from (part.value for part in term.parts if part.constant and part.type.kind is Kind.NUMBER)
    for part in term.parts:
        yield from _limits(part)


def _order(engine: Engine, seat: int, cards: int, chance: Chance) -> Sequence[int]:
    """An order of the pack that deals a seat these cards as far as they fit; half keep suits together."""
    pack = _by_suit(engine, chance) if chance.below(2) else chance.mixed(engine.pack)
    wanted = [card for card in pack if card & cards]
    dealing = next((step for step in engine.steps if isinstance(step, DealStep) and step.to.owned), None)
    each = dealing.each.value if dealing and dealing.each and dealing.each.constant else 0
    size = each or len(pack) // engine.layout.seats
    hand = chance.mixed(wanted)[:size]
    others = [card for card in pack if card not in hand]
    return [*others[: seat * size], *hand, *others[seat * size :]]


def _by_suit(engine: Engine, chance: Chance) -> list[int]:
    """The pack in suits, so that most hands lack some."""
    suits = chance.mixed(engine.deck.suits)
    height = {card: chance.below(len(engine.pack)) for card in engine.pack}
    rows = [sorted(bits(engine.deck.of_suit[suit.name]), key=height.__getitem__) for suit in suits]
    found = [card for row in rows for card in row]
    return [*found, *(card for card in engine.pack if card not in found)]


def strong_cards(engine: Engine, chance: Chance) -> int:
    """Return the cards of a hand that can take most tricks: the highest, with a little chance."""
    size = engine.deck.cards.bit_count() // engine.layout.seats
    heights = engine.deck.heights
    order = sorted(
        bits(engine.deck.cards), key=lambda card: heights[card.bit_length() - 1] + chance.below(ODDS)
    )
    return sum(order[-size:])


def most_of(cards: int, chance: Chance) -> int:
    """Return three of four cards of a set, so that a hand that holds them has others too."""
    return sum(card for card in bits(cards) if chance.below(4))
