"""The expected cost of a play to the duck, in 64-bit floats, one operation after the other.

- ``unseen`` are the cards not played in this deal and not the seat's own, in hand or exposed; ``whole`` is
  their number, but at least 1. ``left`` seats have yet to play to the trick; ``rivals`` of them are
  opponents.
- The cost depends on who is winning the trick after the move, by the current clauses of ``winning``.
- If the winner is not of the seat's side, the cost is ``-float(cost of the move's cards)``.
- Otherwise ``lower`` counts the unseen cards no higher than the highest card of the winning play. If that
  play has beaten the led suit (its last card in deck order is of another suit, or of none), ``lower`` is
  ``whole``. ``chance`` starts at 1.0, and for each rival becomes ``chance * (float(lower) / float(whole))``.
  With ``lying``, the cost of the cards on the table and of the move, and ``to_come``, ``left`` times the cost
  of all unseen cards, the cost is ``chance * ((float(lying) + float(to_come) / float(whole)) + trick)``.
- The least cost is played. Of equal costs, it is the highest card, or the lowest if ``trick < 0``; then the
  first legal play.

The fast engine does the same in ``fast.machine.duck_moves``.
"""

from __future__ import annotations

from typing import NamedTuple


class TrickCosts(NamedTuple):
    """A trick's costs: ``cost`` of the cards on the table, ``trick`` of a trick itself."""

    whole: int
    cost: int
    to_come: int
    rivals: int
    trick: float


def expected_cost(seen: TrickCosts, own: int, lower: int | None) -> float:
    """Return the expected cost of cards that cost ``own``; without ``lower`` an opponent is winning."""
    if lower is None:
        return -float(own)
    chance = 1.0
    for _ in range(seen.rivals):
        chance *= float(lower) / float(seen.whole)
    return chance * (float(seen.cost + own) + float(seen.to_come) / float(seen.whole) + seen.trick)


def play_rank(seen: TrickCosts, own: int, lower: int | None, top: int) -> tuple[float, int]:
    """Return a play's rank by its cost and its highest card; the least rank is played."""
    return expected_cost(seen, own, lower), top if seen.trick < 0 else -top
