"""Weighing: what the duck expects a play to cost, in 64-bit floats, one operation after the other.

- ``unseen`` are the cards that were not played in this deal and are not the seat's own, in hand or open;
  ``whole`` is their number, but at least 1. ``left`` is how many have yet to play to the trick, ``rivals``
  how many of these are not of the seat's side.
- Each move is weighed by who is ahead once it lies in the trick, by the clauses of winning as they stand.
- If that is nobody of the seat's side, the move's worth is ``-float(cost of its cards)``.
- Otherwise ``lower`` is how many unseen cards are no higher than the highest card of the play that is ahead.
  Where that play has beaten the led suit, for its last card in the order of the deck is of another suit or
  of none, ``lower`` is ``whole``. From ``chance = 1.0`` on, once for each rival,
  ``chance = chance * (float(lower) / float(whole))``. With ``lying``, the cost of the cards on the table and
  of the move, and ``to_come``, ``left`` times the cost of all unseen cards, the worth is
  ``chance * ((float(lying) + float(to_come) / float(whole)) + trick)``.
- The least worth is played; of level moves the highest card, or the lowest if ``trick < 0``; of these the
  first legal one.

So the fast engine does it, too: ``fast.machine.ducking``.
"""

from __future__ import annotations

from typing import NamedTuple


class TrickCosts(NamedTuple):
    """A trick as a player sees it; ``cost`` is that of the cards on the table, ``trick`` that of a trick."""

    whole: int
    cost: int
    to_come: int
    rivals: int
    trick: float


def expected_cost(seen: TrickCosts, own: int, lower: int | None) -> float:
    """What a play of such cost is expected to cost; ``lower`` is None where nobody of the side is ahead."""
    if lower is None:
        return -float(own)
    chance = 1.0
    for _ in range(seen.rivals):
        chance *= float(lower) / float(seen.whole)
    return chance * (float(seen.cost + own) + float(seen.to_come) / float(seen.whole) + seen.trick)


def play_rank(seen: TrickCosts, own: int, lower: int | None, top: int) -> tuple[float, int]:
    """How a play whose highest card is so high stands among others: the least is played."""
    return expected_cost(seen, own, lower), top if seen.trick < 0 else -top
