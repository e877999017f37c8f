"""Complex numbers by their parts, as the machine tells them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from trickbook.cards.gaussian import IMAGINARY, Gaussian, parts

RULES = """\
trickbook: 1
extends: complex-hearts
name: More complex
facts:
  luck: {starts: 1 - 2i, owned: yes, lasts: match, upon: end, becomes: luck * luck + points}
  pot:  {starts: 0i, upon: trick, when: trick has hearts, becomes: pot - worth of trick * 3i}
  far:  {starts: no, upon: end, becomes: norm of pot > 20}
points:
  wild:   {before: moon_added, when: taken has 2D, cards: penalty, times: if taken has 3D then 2-1i else 3}
  even:   {after: ten, when: points is 13i or points is 4, player: 7}
  shared: {after: even, when: taken has AS, others: points + luck of others - total of others (points)}
  pots:   {after: shared, when: far or not (pot is 0), player: if far then points * pot else 5}
  high:   {after: pots, when: taken has KC, player: luck * 1000000}
metrics:
  far_away: {is: norm of (score + points) > norm of luck}
match: {starts: 2 - 7i, ends: {target: null}, max_deals: 12}
"""


def scored(points: list[Any]) -> tuple[Any, ...]:
    """The points of a deal as the machine tells them, as the interpreter does."""
    return tuple(Gaussian(*number) if isinstance(number, list) else number for number in points)


def by_part(name: str, deals: Iterable[Iterable[Any]], *, both: bool) -> dict[str, Any]:
    """Numbers by deal and seat; of complex ones the imaginary parts beside."""
    split = [[parts(number) for number in deal] for deal in deals]
    names = (name, name + IMAGINARY)[: 1 + both]
    return {each: [[number[place] for number in deal] for deal in split] for place, each in enumerate(names)}
