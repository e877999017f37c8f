"""Ducking: a player by rule of thumb, which stays below the tricks that cost.

What cards and tricks cost is told by ``worths.costs``, a whole number for each card; what a play is expected
to cost then by ``weighing``.

Cards that must be given are those that cost most, of level ones the highest, then the first in the order of
the hand; as few as may be. Freely, nothing is given. While anybody holds cards, a number or a word is that of
``bids`` for the step, or the first legal one; later it is the one that leaves the seat's score best against
the best of the others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from trickbook.bots.answer_choice import choose_answer
from trickbook.bots.costs_of_cards import CardCosts, card_names, costs
from trickbook.bots.expected_cost import TrickCosts, play_rank
from trickbook.cards.combinations import NONE, Selections
from trickbook.engine.steps.ask import DONE, AskStep
from trickbook.engine.steps.tricks import TrickStep

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from trickbook.bots.turn import Turn


def duck(turn: Turn) -> str:
    """Stay below tricks that cost, throw away and pass what costs most, show nothing, decide for the best."""
    seen = turn.look()
    step = next(step for step in turn.rules.table(turn.players).steps if step.name == seen["phase"])
    if isinstance(step, TrickStep):
        return _play(turn, seen)
    if isinstance(step, AskStep) and step.source is not None:
        return _give(turn)
    return choose_answer(turn, seen)


def _play(turn: Turn, seen: Mapping[str, Any]) -> str:
    """The play that is expected to cost least."""
    known = costs(turn.rules, turn.players)
    unseen, plays = _unseen(turn, seen, known), [cards for _, cards in seen["trick"]]
    trick = _trick(turn, known, unseen, plays)

    def standing(move: str) -> tuple[float, int]:
        lower = _lower(known, unseen, known.led([*plays, move]), known.sides[turn.seat], turn.ahead(move))
        return play_rank(trick, known.of(move), lower, known.top(move))

    return min(turn.moves, key=standing)


def _trick(turn: Turn, known: CardCosts, unseen: Sequence[str], plays: Sequence[str]) -> TrickCosts:
    """The trick as the seat sees it, with the plays that lie in it."""
    left = (turn.players - 1 - len(plays)) % turn.players
    after = turn.rules.table(turn.players).layout.round(turn.seat)[1 : left + 1]
    return TrickCosts(
        max(len(unseen), 1),
        sum(map(known.of, plays)),
        left * sum(known.cost[name] for name in unseen),
        sum(not known.sides[turn.seat] >> seat & 1 for seat in after),
        known.trick,
    )


def _lower(
    known: CardCosts, unseen: Sequence[str], led: str | None, side: int, ahead: tuple[int, str] | None
) -> int | None:
    """How many unseen cards do not beat the play that is ahead; None if it is nobody's of the side."""
    if ahead is None or not side >> ahead[0] & 1:
        return None
    if led and known.suit[card_names(ahead[1])[-1]] != led:  # it has beaten the led suit, as a trump does
        return max(len(unseen), 1)
    top = known.top(ahead[1])
    return sum(known.height[name] <= top for name in unseen)


def _unseen(turn: Turn, seen: Mapping[str, Any], known: CardCosts) -> list[str]:
    """The cards that the others may hold."""
    rest = list(known.pack)
    own = [card for pile in ("hand", "table") for card in _own(seen, pile, turn.seat)]
    played = [
        cards
        for trick in [*(trick["plays"] for trick in seen["tricks"]), seen["trick"]]
        for _, cards in trick
    ]
    for name in card_names(" ".join([*own, *played])):
        if name in rest:
            rest.remove(name)
    return rest


def _own(seen: Mapping[str, Any], pile: str, seat: int) -> Sequence[str]:
    """The seat's own cards of a pile: of one that all see, the view holds everybody's."""
    cards: Sequence[Any] = seen["piles"].get(pile, ())
    return cards[seat] if cards and not isinstance(cards[0], str) else cards


def _give(turn: Turn) -> str:
    """Give no cards where none need be given; else those that cost most, the highest of them first."""
    if DONE in turn.moves:
        return DONE
    if turn.moves[0] == NONE or not isinstance(turn.moves, Selections):
        return turn.moves[0]
    known, moves = costs(turn.rules, turn.players), turn.moves
    offered = moves.deck.written(moves.pool, moves.marked)
    offered.sort(key=lambda card: (known.of(card), known.top(card)), reverse=True)
    return " ".join(offered[: moves.low])
