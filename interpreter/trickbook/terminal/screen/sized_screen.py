"""Room: a screen that says so when the terminal is too small for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from textual.screen import Screen
from textual.widgets import Static

from trickbook.seat.texts import translate

if TYPE_CHECKING:
    from textual import events

MIN_SCREEN_SIZE: Final = (80, 24)
"""The smallest terminal that a table fits on."""


RESERVED_ROWS: Final = 11
"""So many rows are left to the bars and the felt, however much is told."""


class SizedScreen(Screen[None]):
    """A screen with its parts, and a word that stands in their place where they do not fit."""

    def __init__(self, language: str) -> None:
        """Make room."""
        super().__init__()
        self.language = language
        self.small = Static(id="small")

    def on_resize(self, event: events.Resize) -> None:
        """Lay everything anew, or say that it does not fit."""
        columns, rows = event.size
        small = columns < MIN_SCREEN_SIZE[0] or rows < MIN_SCREEN_SIZE[1]
        self.set_class(small, "small")
        if small:
            least = {"columns": MIN_SCREEN_SIZE[0], "rows": MIN_SCREEN_SIZE[1]}
            self.small.update(translate(self.language, "terminal.small", **least, now=f"{columns} × {rows}"))
        self.lay()

    def lay(self) -> None:
        """Lay the parts, for the size that the screen has now."""
