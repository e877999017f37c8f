"""Deciding: the answer to a question, by the scores that it would give."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from trickbook.bots.costs_of_cards import costs, highest_wins, score_size

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from trickbook.bots.turn import Turn

MAX_SCORE: Final = 1 << 61
"""Scores, of complex ones the squares of their distances from 0, are told apart up to here."""


def choose_answer(turn: Turn, seen: Mapping[str, Any]) -> str:
    """While anybody holds cards the bid, if it may be said, or the first answer; later what scores best."""
    if any(seen["counts"]):
        bid = str(costs(turn.rules, turn.players).bids.get(seen["phase"]))
        return bid if bid in turn.moves else turn.moves[0]
    sign = 1 if highest_wins(turn.rules, turn.players) else -1
    return max(turn.moves, key=lambda answer: margin(turn.outcome(answer), turn.seat, sign))


def margin(scores: Sequence[Any], seat: int, sign: int) -> int:
    """How far a seat is before the best of the others, in the direction that wins."""
    sizes = [sign * min(score_size(score), MAX_SCORE) for score in scores]
    return sizes.pop(seat) - max(sizes)
