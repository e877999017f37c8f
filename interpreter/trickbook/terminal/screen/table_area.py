"""The seats, the trick and the exposed cards on the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from trickbook.terminal.layout import CARD_COLOUR, DISABLED_COLOUR, SELECTED_COLOUR, seat_positions
from trickbook.terminal.screen.cards import (
    BOLD_STYLE,
    DIM_STYLE,
    SMALL_CARD_COLUMNS,
    TABLE_STYLE,
    TURN_STYLE,
    CanvasWidget,
    Piece,
    card_rows,
    large_card,
    small_cards,
    small_cards_width,
    text_width,
    truncated,
)
from trickbook.terminal.screen.screen_state import ScreenState, shown_trick
from trickbook.terminal.selection import exposed_cards, shared_cards, shown_cards

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from textual.geometry import Size

    from trickbook.terminal.layout import SeatPosition

MAX_SIDE_COLUMNS: Final = 24
MIN_SIDE_COLUMNS: Final = 10
"""How many columns there are at most, and at least, for what is told of a seat on the left or right."""


class SeatArea(NamedTuple):
    """The area of a seat: its column and row, its width, its alignment, its number of rows.

    ``cards`` is where its cards lie: the first column for a seat on the left, the last for one on the right.
    """

    x: int
    y: int
    columns: int
    align: str
    rows: int
    cards: tuple[int, int]


class TableArea(CanvasWidget):
    """The table, seen from one's own seat."""

    ground = TABLE_STYLE

    def pieces(self, state: ScreenState, size: Size) -> Iterable[Piece]:
        """The seats in a ring, their cards before them."""
        found: list[Piece] = []
        spots = seat_positions(len(state.narrator.seats), state.narrator.own)
        tall = 3 if size.height >= _needed(spots, 3) else 1
        broad = max((_broad(state, played, tall) for _, played in shown_trick(state)[0]), default=5)
        for spot in spots:
            place = _place(spot, size, tall, broad)
            found += _seat(state, spot.seat, place)
            found += _played(state, spot.seat, place, tall)
        return [*found, *_middle(state, size.width)]


def _needed(spots: Sequence[SeatPosition], tall: int) -> int:
    """Return how many rows the table takes with cards so tall."""
    aside = sum(spot.side == "left" for spot in spots)
    return (2 + tall) + aside * max(tall, 3) + (tall + 2)


def _broad(state: ScreenState, played: str, tall: int) -> int:
    """Return how many columns the cards of a play take."""
    cards = played.split()
    return 6 * len(cards) - 1 if tall > 1 else small_cards_width(state.narrator.style, cards)


def _place(spot: SeatPosition, size: Size, tall: int, broad: int) -> SeatArea:
    """The place of a seat on a table of a size, where plays are so broad."""
    columns, rows = size
    if spot.side == "below":
        return SeatArea(0, rows - 2, columns, "centre", 2, (columns // 2, rows - 2 - tall))
    if spot.side == "above":
        share = columns // spot.of
        return SeatArea(spot.place * share, 0, share, "centre", 2, (spot.place * share + share // 2, 2))
    first, last = 2 + tall, rows - 2 - tall
    share = max((last - first) // spot.of, 1)
    y = first + spot.place * share + max((share - max(tall, 3)) // 2, 0)
    room = rows - y if spot.of == 1 else share
    start = max(min(MAX_SIDE_COLUMNS, columns // 3, columns // 2 - 4 - broad), MIN_SIDE_COLUMNS) + 2
    if spot.side == "left":
        return SeatArea(1, y, start - 2, "left", room, (start, y))
    return SeatArea(columns + 1 - start, y, start - 2, "right", room, (columns - start, y))


def _seat(state: ScreenState, seat: int, place: SeatArea) -> Iterator[Piece]:
    """Yield who sits there, how many cards they have, what they have said and laid open."""
    view, narrator = state.view, state.narrator
    acts = seat in view["actors"]
    name = narrator.name(seat)
    if view["dealer"] == seat:
        name = f"{name} {narrator.say('dealer')}"
    if seat in view.get("resting", ()):
        name = f"{name} {narrator.say('resting')}"
    name = truncated(f"▸ {name}" if acts else name, place.columns)
    yield Piece(_start(place, text_width(name)), place.y, name, TURN_STYLE if acts else BOLD_STYLE)
    text = truncated(_seat_summary(state, seat), place.columns)
    cards = [] if seat == narrator.own else [*exposed_cards(view, seat), *shown_cards(view, seat)]
    if place.align == "centre" and cards:
        lying = card_rows(narrator.style, cards, place.columns, 1)[0]
        text = f"{text}  " if text_width(text) + 2 + _width(lying) <= place.columns else ""
        x = _start(place, text_width(text) + _width(lying))
        yield Piece(x, place.y + 1, text, DIM_STYLE)
        yield from _row_at(lying, x + text_width(text), place.y + 1)
        return
    yield Piece(_start(place, text_width(text)), place.y + 1, text, DIM_STYLE)
    for row, lying in enumerate(card_rows(narrator.style, cards, place.columns, place.rows - 2)):
        yield from _row_at(lying, _start(place, _width(lying)), place.y + 2 + row)


def _width(row: Sequence[Piece]) -> int:
    """Return how many columns a row takes."""
    return row[-1].x + text_width(row[-1].text)


def _row_at(row: Iterable[Piece], x: int, y: int) -> Iterator[Piece]:
    """A row at a place."""
    return (piece._replace(x=x + piece.x, y=y) for piece in row)


def _seat_summary(state: ScreenState, seat: int) -> str:
    """A line about a seat: what it has answered, and how many cards it holds."""
    view, narrator = state.view, state.narrator
    texts = [narrator.say("holds", cards=view["counts"][seat])]
    for step, answers in view["answers"].items():
        if narrator.about["steps"][step]["kind"] == "answer" and answers[seat] is not None:
            texts.insert(0, f"{narrator.title(step)} {narrator.move(step, str(answers[seat]))}")
    return " · ".join(texts)


def _start(place: SeatArea, wide: int) -> int:
    """From which column on something is written."""
    if place.align == "left":
        return place.x
    left = place.columns - wide
    return place.x + (left if place.align == "right" else left // 2)


def _played(state: ScreenState, seat: int, place: SeatArea, tall: int) -> Iterator[Piece]:
    """Yield what a seat has played to the trick; of a finished one, what has won it shines."""
    plays, taker, past = shown_trick(state)
    cards = [card for player, played in plays if player == seat for card in played.split()]
    paper = CARD_COLOUR if not past else SELECTED_COLOUR if seat == taker else DISABLED_COLOUR
    whole = _broad(state, " ".join(cards), tall)
    x, y = place.cards
    x -= {"left": 0, "centre": whole // 2, "right": whole}[place.align]
    if tall == 1:
        yield from small_cards(state.narrator.style, cards, x, y, paper)
        return
    for number, card in enumerate(cards):
        yield from large_card(state.narrator.style, card, x + 6 * number, y, (5, tall), paper)


def _middle(state: ScreenState, columns: int) -> Iterator[Piece]:
    """Yield what lies in the middle and belongs to nobody yet; of too many cards for a row the first."""
    narrator = state.narrator
    for row, lot in enumerate(shared_cards(state.view, narrator.about)):
        title = str(narrator.about["piles"][lot.pile]["title"])
        x = 3 + text_width(title)
        fitting = (columns - x) // (SMALL_CARD_COLUMNS + 1)
        yield Piece(1, row, f"{title}:", DIM_STYLE)
        if len(lot.cards) > fitting:
            yield Piece(columns - 1, row, "…", DIM_STYLE)
        yield from small_cards(narrator.style, lot.cards[:fitting], x, row)
