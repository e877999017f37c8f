"""Deciding: the answer to a question, by the scores that it would give."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from trickbook.bots.worths import costs, highest_wins, size

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from trickbook.bots.turn import Turn

LARGEST: Final = 1 << 61
"""Scores, of complex ones the squares of their distances from 0, are told apart up to here."""


def decide(turn: Turn, seen: Mapping[str, Any]) -> str:
    """While anybody holds cards the bid, if it may be said, or the first answer; later what scores best."""
    if any(seen["counts"]):
        bid = str(costs(turn.rules, turn.players).bids.get(seen["phase"]))
        return bid if bid in turn.moves else turn.moves[0]
    sign = 1 if highest_wins(turn.rules, turn.players) else -1
    return max(turn.moves, key=lambda answer: lead(turn.outcome(answer), turn.seat, sign))


def lead(scores: Sequence[Any], seat: int, sign: int) -> int:
    """How far a seat is before the best of the others, in the direction that wins."""
    sizes = [sign * min(size(score), LARGEST) for score in scores]
    return sizes.pop(seat) - max(sizes)
