"""The duck's rule of thumb, over sets of cards: which card to play, which to give, what to answer.

``duck_player`` applies it to a seat's view, ``duck_simulation`` to states. ``costs_of_cards`` says what cards
and tricks cost, ``expected_cost`` what a play is expected to cost.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import accumulate
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

from trickbook.batch.expected_cost import expected_cost
from trickbook.bots.costs_of_cards import costs, highest_wins, score_size
from trickbook.cards.deck import bits
from trickbook.problems import TrickbookError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from trickbook.cards.combinations import Selections
    from trickbook.cards.order import CardOrder
    from trickbook.ruleset import Ruleset

Move = TypeVar("Move", int, str)

MAX_SCORE: Final = 1 << 61
"""Scores are compared up to this size; complex scores by the square of their distance from 0."""


class DuckWeights(NamedTuple):
    """Costs for sets of cards.

    ``cost`` belongs to single cards, ``costing`` has the cards of each cost. ``rivals[seat][n]`` counts the
    opponents among the seat and the next n seats. ``sign`` is 1 if the highest score wins, else -1. The other
    fields are those of ``CardCosts``.
    """

    cost: Mapping[int, int]
    costing: tuple[tuple[int, int], ...]
    rivals: tuple[tuple[int, ...], ...]
    trick: float
    sides: tuple[int, ...]
    bids: Mapping[str, int]
    sign: int

    def of(self, cards: int) -> int:
        """Return the total cost of some cards."""
        return sum(self.cost[card] for card in bits(cards))


@lru_cache(maxsize=64)
def duck_weights(rules: Ruleset, players: int) -> DuckWeights:
    """Convert the costs of a ruleset's cards to sets of cards."""
    known, engine = costs(rules, players), rules.engine(players)
    cost = {1 << place: known.cost[name] for place, name in enumerate(known.pack)}
    costing = {one: sum(card for card in cost if cost[card] == one) for one in cost.values() if one}
    rivals = tuple(
        tuple(accumulate(not side >> other & 1 for other in engine.layout.round(seat)))
        for seat, side in enumerate(known.sides)
    )
    sign = 1 if highest_wins(rules, players) else -1
    return DuckWeights(
        cost,
        tuple(costing.items()),
        rivals,
        known.trick,
        known.sides,
        known.bids,
        sign,
    )


class SeenTrick(NamedTuple):
    """A trick as a seat sees it: the plays in it, the cards that others may hold, how the cards stand.

    ``resting`` says how many seats rest.
    """

    seat: int
    plays: tuple[int, ...]
    unseen: int
    order: CardOrder
    resting: int = 0

    def led(self, play: int) -> int:
        """Return the cards of the suit that is led once ``play`` lies; cards without one leave it open."""
        suits = self.order.suits
        return next(filter(None, (suits[cards.bit_length() - 1] for cards in (*self.plays, play))), 0)


class TrickCosts(NamedTuple):
    """A trick's costs: ``cost`` of the cards on the table, ``trick`` of a trick itself."""

    whole: int
    cost: int
    to_come: int
    rivals: int
    trick: float


def play_rank(seen: TrickCosts, own: int, lower: int | None, top: int) -> tuple[float, int]:
    """Return a play's rank by its cost and its highest card; the least rank is played.

    ``own`` is the cost of its cards. Without ``lower`` an opponent is winning.
    """
    worth = -float(own)
    if lower is not None:
        worth = expected_cost(seen.cost + own, seen.to_come, seen.whole, seen.rivals, seen.trick, lower)
    return worth, top if seen.trick < 0 else -top


class NoMoveError(TrickbookError):
    """Raised where a seat of a sampled world has no legal move."""


def best_play(
    weights: DuckWeights,
    trick: SeenTrick,
    moves: Sequence[Move],
    cards: Callable[[Move], int],
    winner: Callable[[Move], tuple[int, int] | None],
) -> Move:
    """Return the play with the least expected cost.

    ``winner`` tells which seat would be winning after a play, and with which cards.
    Raises NoMoveError if there is no play.
    """
    if not moves:
        raise NoMoveError("no play is legal")
    trick_costs = _trick_costs(weights, trick)

    def rank(move: Move) -> tuple[float, int]:
        play = cards(move)
        lower = _lower(weights, trick, trick.led(play), winner(move))
        return play_rank(trick_costs, weights.of(play), lower, trick.order.top_of(play))

    return min(moves, key=rank)


def _trick_costs(weights: DuckWeights, trick: SeenTrick) -> TrickCosts:
    """Return what the trick costs so far, and what may come."""
    seats = len(weights.sides) - trick.resting
    left = (seats - 1 - len(trick.plays)) % seats
    return TrickCosts(
        max(trick.unseen.bit_count(), 1),
        sum(map(weights.of, trick.plays)),
        left * sum(cost * (trick.unseen & cards).bit_count() for cost, cards in weights.costing),
        weights.rivals[trick.seat][left],
        weights.trick,
    )


def _lower(weights: DuckWeights, trick: SeenTrick, led: int, winner: tuple[int, int] | None) -> int | None:
    """Count the unseen cards that do not beat the winning play; None if it is not the side's own."""
    if winner is None or not weights.sides[trick.seat] >> winner[0] & 1:
        return None
    best = winner[1]
    if led and not led >> (best.bit_length() - 1) & 1:  # it has beaten the led suit, as a trump does
        return max(trick.unseen.bit_count(), 1)
    return (trick.unseen & trick.order.up_to[trick.order.top_of(best)]).bit_count()


def costliest(weights: DuckWeights, order: CardOrder, moves: Selections) -> list[int]:
    """Return as few cards as allowed: those that cost most, of equal costs the highest first."""
    offered = moves.deck.apart(moves.pool, moves.marked)
    offered.sort(key=lambda card: (weights.cost[card], order.top_of(card)), reverse=True)
    return offered[: moves.low]


def best_answer(
    weights: DuckWeights,
    step: str,
    seat: int,
    moves: Sequence[str],
    scores: Callable[[str], Sequence[Any]] | None,
) -> str:
    """Return the answer with the best ``scores``; without scores the step's bid, or the first answer."""
    if scores is None:
        bid = str(weights.bids.get(step))
        return bid if bid in moves else moves[0]
    return max(moves, key=lambda answer: margin(scores(answer), seat, weights.sign))


def margin(scores: Sequence[Any], seat: int, sign: int) -> int:
    """Return how far a seat is ahead of the best other, in the direction that wins."""
    sizes = [sign * min(score_size(score), MAX_SCORE) for score in scores]
    return sizes.pop(seat) - max(sizes)
