"""The positions of the seats on the screen: the player's own below, the others clockwise."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

TableSide = Literal["below", "left", "above", "right"]

SEATS_PER_SIDE: Final = (0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 3)
"""How many seats there are to the left, and as many to the right, by how many sit at the table."""


class SeatPosition(NamedTuple):
    """The place of a seat: its side of the table, which it is there, and of how many."""

    seat: int
    side: TableSide
    place: int
    of: int


def seat_positions(seats: int, own: int | None) -> list[SeatPosition]:
    """The places of all seats, from one's own, or from the first for who looks on."""
    aside = SEATS_PER_SIDE[seats] if seats < len(SEATS_PER_SIDE) else seats // 3
    above = seats - 1 - 2 * aside
    sides: list[tuple[TableSide, int, int]] = [("below", 0, 1)]
    sides += [("left", aside - 1 - place, aside) for place in range(aside)]  # upwards
    sides += [("above", place, above) for place in range(above)]
    sides += [("right", place, aside) for place in range(aside)]  # downwards
    return [SeatPosition(((own or 0) + place) % seats, *where) for place, where in enumerate(sides)]
