"""A canvas for cards: pieces of text at places, drawn in lines."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Final, NamedTuple

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment, Segments
from rich.style import Style
from textual.reactive import reactive
from textual.widget import Widget

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from textual.geometry import Size

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

ASCII_SIGNS: Final = str.maketrans("▸…·×−→←↑↓▏±", ">~-x-><^v|~")
"""What stands for signs that a terminal does not have."""


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
