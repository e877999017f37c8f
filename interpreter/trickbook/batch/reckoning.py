"""The reckoning of a duck: the expected cost of a play, and the odds that a seat ducks.

All numbers are 64-bit floats, one operation after the other. The expected cost is found like this:

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

from typing import Final

from trickbook.core.reals import difference, exponential, is_less, logarithm, product, ratio, real, total


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


ILLEGAL: Final = -(10**9)
"""The logarithm of the likelihood of illegal plays: no exchange leads there."""


def odds_of_choice(agreement: float, many: int, agreed: int) -> float:
    """Return what a choice among so many says: a duck makes its own with a probability, others any."""
    if many < 2:  # noqa: PLR2004 - no choice
        return real(0)
    if agreed:
        return logarithm(product(agreement, real(many)))
    other = product(difference(real(1), agreement), real(many))
    return logarithm(ratio(other, real(many - 1)))


def likelihood(odds: float) -> float:
    """Return the logarithm of how likely the plays of a seat are that ducks or not, but for a constant."""
    if is_less(odds, real(ILLEGAL)):
        return real(ILLEGAL)
    above = real(0) if is_less(odds, real(0)) else odds
    below = odds if is_less(odds, real(0)) else difference(real(0), odds)
    return total(above, logarithm(total(real(1), exponential(below))))


def is_kept(gain: float, luck: float) -> int:
    """Return whether worlds that gain so much likelihood are kept, by a random number from 0 to 1."""
    return not is_less(gain, real(0)) or is_less(luck, exponential(gain))
