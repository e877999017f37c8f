"""A canvas: pieces of text at places, rendered to lines, and a widget drawn from them with areas to click."""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING, Final, NamedTuple

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip
from textual.widget import Widget

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from textual import events
    from textual.geometry import Size

BREAKABLE_WORDS: Final = re.compile(r"[\u2e80-\u9fff\uff00-\uffef]|[^\s\u2e80-\u9fff\uff00-\uffef]+\s*|\s+")
"""Words with the blanks behind them, and single Chinese characters."""

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


def truncated_lines(text: str, columns: int, rows: int, more: str) -> list[str]:
    """A text in lines; where it is cut, it is told how one reads ``more``."""
    if rows < 1 or line_count(text, columns) <= rows:
        return wrapped_lines(text, columns, rows)
    *lines, last = wrapped_lines(text, columns, rows)
    return [*lines, f"{truncated(last.removesuffix('…'), columns - 2 - cell_len(more))}… {more}"]


def line_count(text: str, columns: int) -> int:
    """Return how many lines a text takes."""
    return len(wrapped_lines(text, columns, len(text) + 1))


def wrapped_lines(text: str, columns: int, rows: int) -> list[str]:
    """A text in lines; what does not fit is cut, and the cut marked. Chinese may break anywhere."""
    found: list[str] = []
    line = ""
    for word in _words(text, columns):
        if line and cell_len(line + word.rstrip()) > columns:
            found.append(line.rstrip())
            line = ""
        line += word
    found.append(line.rstrip())
    if len(found) <= rows:
        return [truncated(one, columns) for one in found]
    if rows < 1:
        return []
    return [*found[: rows - 1], truncated("".join(found[rows - 1] + " " + found[rows]), columns)]


def _words(text: str, columns: int) -> list[str]:
    """The parts between which a line may break; one longer than a line, such as a link, breaks anywhere."""
    size = max(columns, 1)
    return [
        word[start : start + size]
        for word in BREAKABLE_WORDS.findall(text)
        for start in range(0, len(word.rstrip()) or 1, size)
    ]


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
