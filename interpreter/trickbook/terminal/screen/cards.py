"""Cards on the screen: those in hand, each with its key, and others, large or small."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Final, NamedTuple

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment, Segments
from rich.style import Style
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from trickbook.terminal.layout import (
    CARD_COLOUR,
    CARD_KEYS,
    CARD_ROWS,
    DISABLED_COLOUR,
    SELECTED_COLOUR,
    CardSlot,
    card_at,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from textual import events
    from textual.geometry import Size

    from trickbook.terminal.layout import CardStyle
    from trickbook.terminal.screen.screen_state import ScreenState


TABLE_COLOUR: Final = "#123b33"
BOARD_COLOUR: Final = "#0c2a25"
TEXT_COLOUR: Final = "#e8efe9"
FAINT_COLOUR: Final = "#9db5ac"
ACCENT_COLOUR: Final = "#ffcf5c"

TABLE_STYLE: Final = Style(color=TEXT_COLOUR, bgcolor=TABLE_COLOUR)
BOARD_STYLE: Final = Style(color=TEXT_COLOUR, bgcolor=BOARD_COLOUR)
BOLD_STYLE: Final = Style(bold=True)
DIM_STYLE: Final = Style(color=FAINT_COLOUR)
TURN_STYLE: Final = Style(color=ACCENT_COLOUR, bold=True)
BUTTON_STYLE: Final = Style(color="#06231e", bgcolor=ACCENT_COLOUR, bold=True)
KEY_STYLE: Final = Style(color=ACCENT_COLOUR)


class Piece(NamedTuple):
    """A text of one line and one style, at a place; what comes later lies on top."""

    x: int
    y: int
    text: str
    style: Style = Style.null()


def text_width(text: str) -> int:
    """Return how many columns a text takes; a Chinese character takes two."""
    return cell_len(text)


def truncated(text: str, columns: int) -> str:
    """A text cut to so many columns, the cut marked."""
    if columns < 1 or cell_len(text) <= columns:
        return text if columns > 0 else ""
    return set_cell_size(text, columns - 1).rstrip() + "…"


def canvas_lines(pieces: Iterable[Piece], columns: int, rows: int, ground: Style) -> list[list[Segment]]:
    """The lines of a canvas of a size; what does not fit on it is cut off."""
    cells = [[(" ", ground)] * columns for _ in range(rows)]
    for piece in pieces:
        if 0 <= piece.y < rows:
            _put(cells[piece.y], piece.x, piece.text, ground + piece.style)
    return [_line(row) for row in cells]


def _put(row: list[tuple[str, Style]], x: int, text: str, style: Style) -> None:
    """Put a text on a line. A character of two columns has an empty cell behind it."""
    for sign in text:
        size = cell_len(sign)
        if size and x >= 0 and x + size <= len(row):
            _free(row, x, size)
            row[x] = (sign, style)
            row[x + 1 : x + size] = [("", style)] * (size - 1)
        x += size


def _free(row: list[tuple[str, Style]], x: int, size: int) -> None:
    """Take away what lies half under a place: the halves of wide characters become blanks."""
    if row[x][0] == "" and x:
        row[x - 1] = (" ", row[x - 1][1])
    after = x + size
    if after < len(row) and row[after][0] == "":
        row[after] = (" ", row[after][1])


def _line(row: Sequence[tuple[str, Style]]) -> list[Segment]:
    return [
        Segment("".join(sign for sign, _ in run), style)
        for style, group in groupby(row, key=lambda cell: cell[1])
        for run in [list(group)]
    ]


class CanvasWidget(Widget):
    """A part of the screen that says of what pieces the state of the table consists."""

    ALLOW_SELECT = False
    ground = TABLE_STYLE
    state: reactive[ScreenState | None] = reactive(None, layout=True)

    def pieces(self, state: ScreenState, size: Size) -> Iterable[Piece]:
        """Return what is drawn on so many columns and rows."""
        raise NotImplementedError

    def render(self) -> Segments:
        """The pieces in lines."""
        pieces = self.pieces(self.state, self.size) if self.state else ()
        lines = canvas_lines(pieces, *self.size, self.ground)
        return Segments([segment for line in lines for segment in (*line, Segment.line())])


HAND_ROW_LINES: Final = CARD_ROWS + 2
"""The lines of a row of cards: room to rise, the cards, their keys."""

CARD_EDGE: Final = "▏"
EDGE_COLOUR: Final = "#7e7a6c"
"""The left edge of a card, so that one can tell it from its neighbour."""

SMALL_CARD_COLUMNS: Final = 4
"""How many columns a small card takes."""


class HandArea(CanvasWidget):
    """The cards that one can choose."""

    ground = BOARD_STYLE

    class Chosen(Message):
        """A card was clicked."""

        def __init__(self, card: int) -> None:
            """Tell which."""
            self.card = card
            super().__init__()

    class Touched(Message):
        """The mouse has come to a card, or to none."""

        def __init__(self, card: int | None) -> None:
            """Tell which."""
            self.card = card
            super().__init__()

    def slots(self) -> list[CardSlot]:
        """Return where the cards lie."""
        return self.state.hand.slots(self.size.width) if self.state else []

    def get_content_height(self, _container: Size, _viewport: Size, width: int) -> int:
        """Return how many lines the cards take."""
        slots = self.state.hand.slots(width) if self.state else []
        return (1 + max((slot.row for slot in slots), default=0)) * HAND_ROW_LINES

    def pieces(self, state: ScreenState, size: Size) -> Iterable[Piece]:
        """The cards, and their keys beneath them."""
        return [piece for slot in state.hand.slots(size.width) for piece in _hand_card(state, slot)]

    async def on_click(self, event: events.Click) -> None:
        """Choose the card that was clicked."""
        card = card_at(self.slots(), event.x, event.y, HAND_ROW_LINES)
        if card is not None:
            event.stop()
            self.post_message(self.Chosen(card))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Tell to which card the mouse has come."""
        self.post_message(self.Touched(card_at(self.slots(), event.x, event.y, HAND_ROW_LINES)))

    def on_leave(self) -> None:
        """The mouse has gone."""
        self.post_message(self.Touched(None))


def _hand_card(state: ScreenState, slot: CardSlot) -> Iterator[Piece]:
    """A card in hand, raised if it is chosen, and its key."""
    top, card = slot.row * HAND_ROW_LINES, state.hand.cards[slot.card]
    raised = slot.card in state.choice.places
    withheld = state.offer is not None and (card in state.offer.why or state.offer.kind == "answer")
    paper = SELECTED_COLOUR if raised else DISABLED_COLOUR if withheld or state.offer is None else CARD_COLOUR
    yield from large_card(
        state.narrator.style, card, slot.x, top + (not raised), (slot.wide, CARD_ROWS), paper
    )
    if state.offer is None or state.offer.kind == "answer" or slot.card >= len(CARD_KEYS):
        return
    here = slot.card == state.cursor
    style = BOLD_STYLE if here else DIM_STYLE if withheld else KEY_STYLE
    yield Piece(slot.x + 1, top + CARD_ROWS + 1, CARD_KEYS[slot.card], style)
    if here:
        yield Piece(slot.x, top + CARD_ROWS + 1, "▸", BOLD_STYLE)


def large_card(
    card_style: CardStyle, card: str, x: int, y: int, size: tuple[int, int], paper: str = CARD_COLOUR
) -> Iterator[Piece]:
    """A card of some columns and rows, its name in the corner and its sign in the other."""
    wide, tall = size
    style, name = card_style.style(card, paper), card_style.written(card, short=wide < SMALL_CARD_COLUMNS)
    for row in range(tall):
        yield Piece(x, y + row, " " * wide, style)
        yield Piece(x, y + row, CARD_EDGE, Style(color=EDGE_COLOUR, bgcolor=paper))
    yield Piece(x + (text_width(name) < wide), y, name, style)
    suit = card_style.suit(card)
    if suit and wide > SMALL_CARD_COLUMNS and tall > 1:
        yield Piece(x + wide - 2, y + tall - 1, card_style.sign(suit), style)


def small_cards(
    card_style: CardStyle, cards: Iterable[str], x: int, y: int, paper: str = CARD_COLOUR
) -> Iterator[Piece]:
    """Small cards side by side."""
    for card in cards:
        text = f" {card_style.written(card)} "
        yield Piece(x, y, text, card_style.style(card, paper))
        x += text_width(text) + 1


def card_rows(card_style: CardStyle, cards: Sequence[str], columns: int, rows: int) -> list[list[Piece]]:
    """Rows of cards; suit by suit, each sign once, where single cards would take too many rows."""
    alone = [(f" {card_style.written(card)} ", card) for card in cards]
    if len(found := _wrapped(card_style, alone, columns)) <= rows:
        return found
    suits = [(f" {card_style.suit_text(suit)} ", suit[0]) for suit in card_style.sorted(cards)]
    return _wrapped(card_style, suits, columns)[:rows]


def _wrapped(card_style: CardStyle, texts: Iterable[tuple[str, str]], columns: int) -> list[list[Piece]]:
    """Texts side by side, each in the style of a card, in as many rows as they take."""
    found: list[list[Piece]] = []
    x = columns
    for text, card in texts:
        if x + text_width(text) > columns:
            found.append([])
            x = 0
        found[-1].append(Piece(x, 0, truncated(text, columns), card_style.style(card)))
        x += text_width(text) + 1
    return found


def small_cards_width(card_style: CardStyle, cards: Sequence[str]) -> int:
    """Return how many columns small cards take."""
    return sum(text_width(card_style.written(card)) + 3 for card in cards) - 1 if cards else 0
