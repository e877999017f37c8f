"""The reckoning of a duck: the expected cost of a play, in 64-bit floats, one operation after the other.

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

All of it is written in the subset: a batch plays by the same functions, and has a cell for how high each card
stands.
"""

from __future__ import annotations

from trickbook.core.reals import product, ratio, real, total


def expected_cost(lying: int, to_come: int, whole: int, rivals: int, trick: float, lower: int) -> float:
    """Return the expected cost of a trick that the seat's own side is winning."""
    chance = real(1)
    for _ in range(rivals):
        chance = product(chance, ratio(real(lower), real(whole)))
    return product(chance, total(total(real(lying), ratio(real(to_come), real(whole))), trick))


def stand(v: list[int], heights: int, cards: int, height: int) -> int:
    """Let some cards stand at a height, each in its cell."""
    while cards:
        one = cards & -cards
        cards ^= one
        v[heights + (one - 1).bit_count()] = height
    return 0


def no_higher(v: list[int], heights: int, cards: int, height: int) -> int:
    """Return how many of some cards stand no higher than this."""
    found = 0
    while cards:
        one = cards & -cards
        cards ^= one
        found += v[heights + (one - 1).bit_count()] <= height
    return found
