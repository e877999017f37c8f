"""The layout of a table on the screen: where seats and cards are, and in which style cards appear."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

from rich.style import Style

from trickbook.cards.deck import MARK
from trickbook.problems import visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence


SUIT_COLOURS: Final = ("#00695c", "#2f3fe0", "#1d1d1f", "#c23b0e")
"""The colours of suits in their order: they differ in lightness too, and in what the colour-blind see."""

SUITLESS_COLOUR: Final = "#6a3d9a"
"""The colour of a card without a suit."""

CARD_COLOUR: Final = "#f7f4ec"
DISABLED_COLOUR: Final = "#bcc7c2"
SELECTED_COLOUR: Final = "#ffe08a"
"""What a card is printed on: one that may be played, one that may not, one that is chosen."""


class CardStyle(NamedTuple):
    """The faces of the cards in play, the suits in their order, and whether their signs can be shown."""

    faces: Mapping[str, Mapping[str, Any]]
    suits: Mapping[str, Mapping[str, Any]]
    signs: bool

    def written(self, card: str, *, short: bool = False) -> str:
        """A card as it is written: ``Q♠``, or with the one letter of its rank where it must be ``short``.

        One that was laid open and has twins bears its mark.
        """
        name = card.removesuffix(MARK)
        face = self.faces.get(name)
        if face is None or face["suit"] is None:
            return visible(card)
        rank = name.removesuffix(face["suit"]) if short and len(face["rank"]) > 1 else face["rank"]
        return visible(f"{rank}{self.sign(face['suit'])}") + card[len(name) :]

    def suit_text(self, cards: Sequence[str]) -> str:
        """Several cards of one suit, the sign of the suit once before their ranks."""
        suit = self.suit(cards[0])
        if suit is None:
            return " ".join(map(self.written, cards))
        ranks = (self.faces[card.removesuffix(MARK)]["rank"] for card in cards)
        return visible(" ".join([self.sign(suit), *ranks]))

    def hand(self, cards: str) -> str:
        """Several cards, with blanks between."""
        return " ".join(map(self.written, cards.split()))

    def sign(self, suit: str) -> str:
        """The sign of a suit, or its letter where signs cannot be shown."""
        return str(self.suits[suit]["sign"]) if self.signs else suit

    def whole_suits(self, cards: Sequence[Any]) -> list[str]:
        """The suits of which all cards are among these, by sign and name."""
        return [
            f"{self.suits[suit]['sign']} {self.suits[suit]['name']}"
            for suit in self.suits
            if all(card in cards for card, face in self.faces.items() if face["suit"] == suit)
        ]

    def plain(self, text: str) -> str:
        """A sentence with the signs of suits as letters, where signs cannot be shown."""
        if self.signs:
            return text
        for suit in self.suits.values():
            text = text.replace(str(suit["sign"]), str(suit["letter"]))
        return text.replace("−", "-")

    def suit(self, card: str) -> str | None:
        """The suit of a card, by its letter."""
        face = self.faces.get(card.removesuffix(MARK))
        return None if face is None else face["suit"]

    def style(self, card: str, paper: str = CARD_COLOUR) -> Style:
        """Return how a card is printed."""
        suit = self.suit(card)
        group = None if suit is None else self.suits[suit]["group"]
        return Style(
            color=SUITLESS_COLOUR if group is None else (*SUIT_COLOURS, SUITLESS_COLOUR)[group],
            bgcolor=paper,
            bold=True,
        )

    def sorted(self, cards: Iterable[str], laid: Sequence[Sequence[str]] | None = None) -> list[list[str]]:
        """A hand by suits, as they are ``laid`` if the view says so, else in their order.

        Cards without a suit come last.
        """
        if laid is not None:
            names = list(cards)
            held = [[n for card in group for n in names if n.removesuffix("*") == card] for group in laid]
            return [group for group in held if group]
        order: list[str | None] = [*self.suits, None]
        found: dict[str | None, list[str]] = {suit: [] for suit in order}
        for card in cards:
            found[self.suit(card)].append(card)
        return [held for held in found.values() if held]


def card_style(about: Mapping[str, Any], *, signs: bool) -> CardStyle:
    """The card_style of a table, from what is known of its cards."""
    return CardStyle(about["cards"], {suit["letter"]: suit for suit in about["suits"]}, signs)


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
