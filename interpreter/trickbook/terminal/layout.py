"""The layout of a table on the screen: where the seats are, and where the cards in hand lie."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

TableSide = Literal["below", "left", "above", "right"]

SEATS_PER_SIDE: Final = (0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 3)
"""How many seats there are to the left, and as many to the right, by how many sit at the table."""

CARD_KEYS: Final = "abcdefghijklmnopqrstuvwxyz0123456789"
"""The keys that choose cards, in the order in which these lie."""

CARD_ROWS: Final = 3
"""How many rows of a card are seen."""


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


class CardSlot(NamedTuple):
    """The place of one card: which of them it is, its row of cards, its column, how wide it is."""

    card: int
    row: int
    x: int
    wide: int


def card_slots(groups: Sequence[int], columns: int) -> list[CardSlot]:
    """The places of cards in groups of these sizes; in more rows where one is too short."""
    slots: list[CardSlot] = []
    for row, part in enumerate(_rows(list(groups), columns)):
        pitch, gap = _spacing(part, columns)
        taken = sum(part) * pitch + (len(part) - 1) * gap
        x = max(0, (columns - taken) // 2)
        for size in part:
            for _ in range(size):
                slots.append(CardSlot(len(slots), row, x, min(pitch, 5)))
                x += pitch
            x += gap
    return slots


def _rows(groups: list[int], columns: int) -> Iterator[list[int]]:
    """Deal groups out to rows that are long enough; a group that is too long goes on in the next."""
    most = max(columns // 3, 1)
    row: list[int] = []
    for size in groups:
        left = size
        while left:
            room = most - sum(row)
            if row and room < min(left, most):
                yield row
                row = []
                continue
            row.append(min(left, most))
            left -= row[-1]
    if row:
        yield row


def _spacing(sizes: Sequence[int], columns: int) -> tuple[int, int]:
    """Return the width of each card and of the gap between groups, so that groups fit side by side."""
    cards, gaps = sum(sizes), max(len(sizes) - 1, 0)
    for pitch, gap in ((6, 2), (6, 1), (5, 2), (5, 1), (4, 2), (4, 1), (3, 1), (3, 0)):
        if cards * pitch + gaps * gap <= columns:
            return pitch, gap
    return 3, 1


def card_at(slots: Sequence[CardSlot], x: int, y: int, tall: int) -> int | None:
    """The index of the card at a place, where each row of cards takes so many lines."""
    return next(
        (slot.card for slot in slots if slot.row == y // tall and slot.x <= x < slot.x + slot.wide), None
    )


def neighbour_card(slots: Sequence[CardSlot], index: int | None, way: str) -> int | None:
    """The card that one comes to from a card by an arrow key; the first if there is none yet."""
    if not slots:
        return None
    if index is None or index >= len(slots):
        return len(slots) - 1 if way == "left" else 0
    if way in ("left", "right"):
        return (index + (1 if way == "right" else -1)) % len(slots)
    here = slots[index]
    row = here.row + (1 if way == "down" else -1)
    others = [slot for slot in slots if slot.row == row]
    return min(others, key=lambda slot: abs(slot.x - here.x)).card if others else index
