"""The layout of a table on the screen, replaced by a message where the terminal is too small for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from textual.containers import Horizontal
from textual.screen import Screen
from textual.widgets import Static

from trickbook.seat.texts import translate
from trickbook.terminal.screen.bars import KeyBar
from trickbook.terminal.screen.hand_area import HandArea
from trickbook.terminal.screen.table_area import TableArea

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual import events
    from textual.app import ComposeResult

    from trickbook.terminal.screen.canvas_widget import CanvasWidget

MIN_SCREEN_SIZE: Final = (80, 24)
"""The columns and rows of the smallest terminal that a table fits on."""

RESERVED_ROWS: Final = 11
"""Rows that the bars and the table keep, however long a text is."""


class SizedScreen(Screen[None]):
    """A title, the table with a panel beside it, a text, the cards in hand and the keys."""

    def __init__(self, language: str, title: CanvasWidget, panel: CanvasWidget, text: CanvasWidget) -> None:
        """Take the parts that differ from screen to screen."""
        super().__init__()
        self.language, self.small = language, Static(id="small")
        self.table_area, self.hand_area, self.key_bar = (
            TableArea(id="felt"),
            HandArea(id="fan"),
            KeyBar(id="keys"),
        )
        self._text = text
        self._parts = (title, self.table_area, panel, text, self.hand_area, self.key_bar)

    def compose(self) -> ComposeResult:
        """The parts, from the top."""
        title, table, panel, *below = self._parts
        yield title
        with Horizontal(id="table"):
            yield table
            yield panel
        yield from below
        yield self.small

    def paint(self, text_rows: Callable[[int, int], int], *, signs: bool) -> None:
        """Draw all parts; ``text_rows`` gives the height of the text by the columns and the most rows."""
        columns, rows = self.app.size
        self.hand_area.styles.height = hand = self.hand_area.rows(columns)
        self._text.styles.height = text_rows(columns, rows - hand - RESERVED_ROWS)
        for part in self._parts:
            part.letters = not signs
            part.paint()

    def on_resize(self, event: events.Resize) -> None:
        """Draw everything in the new size, or say that it does not fit."""
        columns, rows = event.size
        small = columns < MIN_SCREEN_SIZE[0] or rows < MIN_SCREEN_SIZE[1]
        self.set_class(small, "small")
        if small:
            least = {"columns": MIN_SCREEN_SIZE[0], "rows": MIN_SCREEN_SIZE[1]}
            self.small.update(translate(self.language, "terminal.small", **least, now=f"{columns} × {rows}"))
        self.redraw()

    def redraw(self) -> None:
        """Draw what the screen shows, in its size now."""
