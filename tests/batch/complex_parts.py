"""Complex numbers by their parts, as the machine tells them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from trickbook.cards.gaussian import IMAGINARY, Gaussian, parts


def scored(points: list[Any]) -> tuple[Any, ...]:
    """The points of a deal as the machine tells them, as the interpreter does."""
    return tuple(Gaussian(*number) if isinstance(number, list) else number for number in points)


def by_part(name: str, deals: Iterable[Iterable[Any]], *, both: bool) -> dict[str, Any]:
    """Numbers by deal and seat; of complex ones the imaginary parts beside."""
    split = [[parts(number) for number in deal] for deal in deals]
    names = (name, name + IMAGINARY)[: 1 + both]
    return {each: [[number[place] for number in deal] for deal in split] for place, each in enumerate(names)}
