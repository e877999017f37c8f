"""The hand: cards by suit, each with its key; chosen cards are raised, others that are not legal dimmed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from textual.message import Message

from trickbook.terminal.canvas import Piece
from trickbook.terminal.card_style import CARD_COLOUR, DISABLED_COLOUR, SELECTED_COLOUR
from trickbook.terminal.hand_layout import CARD_KEYS, CARD_ROWS, CardSlot, card_at
from trickbook.terminal.screen.canvas_widget import (
    BOARD_STYLE,
    BOLD_STYLE,
    DIM_STYLE,
    KEY_STYLE,
    CanvasWidget,
)
from trickbook.terminal.screen.card_faces import large_card

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from textual import events
    from textual.geometry import Size

    from trickbook.terminal.screen.screen_state import ScreenState

HAND_ROW_LINES: Final = CARD_ROWS + 2
"""The lines of a row of cards: room to rise, the cards, their keys."""


class HandArea(CanvasWidget):
    """The cards that one can choose."""

    ground = BOARD_STYLE
    state: ScreenState | None = None

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

    def rows(self, columns: int) -> int:
        """Return how many lines the cards take."""
        slots = self.state.hand.slots(columns) if self.state else []
        return max((slot.row for slot in slots), default=0) * HAND_ROW_LINES + HAND_ROW_LINES

    def pieces(self, size: Size) -> Iterable[Piece]:
        """The cards, and their keys beneath them."""
        slots = self.state.hand.slots(size.width) if self.state else []
        return [piece for slot in slots for piece in self._card(slot)]

    def _card(self, slot: CardSlot) -> Iterator[Piece]:
        assert self.state  # noqa: S101 - seen by the caller
        state, top = self.state, slot.row * HAND_ROW_LINES
        card = state.hand.cards[slot.card]
        raised = slot.card in state.choice.places
        withheld = state.offer is not None and (card in state.offer.why or state.offer.kind == "answer")
        paper = (
            SELECTED_COLOUR if raised else DISABLED_COLOUR if withheld or state.offer is None else CARD_COLOUR
        )
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
