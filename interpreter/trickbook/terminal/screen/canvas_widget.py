"""A widget drawn from pieces of text, with areas to click."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from rich.style import Style
from textual.strip import Strip
from textual.widget import Widget

from trickbook.terminal.canvas import Piece, canvas_lines

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from textual import events
    from textual.geometry import Size

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

ASCII_SIGNS: Final = str.maketrans("▸…·×−→←↑↓▏±", ">~-x-><^v|~")
"""What stands for signs that a terminal does not have."""


class ClickArea(NamedTuple):
    """A part of a line that can be clicked, and the action that it stands for."""

    y: int
    start: int
    end: int
    action: str


class CanvasWidget(Widget):
    """A part of the screen that says of what pieces it consists, whenever something has changed."""

    ground = TABLE_STYLE
    letters = False

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - the word is Textual's
        """Begin with an empty canvas."""
        super().__init__(id=id)
        self._drawn: list[Strip] | None = None
        self.spots: Sequence[ClickArea] = ()

    def pieces(self, size: Size) -> Iterable[Piece]:  # noqa: ARG002 - asked of each kind
        """Return what is drawn on so many columns and rows."""
        return ()

    def paint(self) -> None:
        """Draw anew: something has changed."""
        self._drawn = None
        self.refresh()

    def on_resize(self) -> None:
        """Draw anew, in another size."""
        self.paint()

    def render_line(self, y: int) -> Strip:
        """A line of the canvas."""
        if self._drawn is None:
            columns, rows = self.size
            pieces = self.pieces(self.size)
            if self.letters:
                pieces = [piece._replace(text=piece.text.translate(ASCII_SIGNS)) for piece in pieces]
            self._drawn = [Strip(line, columns) for line in canvas_lines(pieces, columns, rows, self.ground)]
        return self._drawn[y] if y < len(self._drawn) else Strip.blank(self.size.width)

    async def on_click(self, event: events.Click) -> None:
        """Do what the spot stands for that was clicked."""
        for spot in self.spots:
            if spot.y == event.y and spot.start <= event.x < spot.end:
                event.stop()
                await self.screen.run_action(spot.action)
                return
