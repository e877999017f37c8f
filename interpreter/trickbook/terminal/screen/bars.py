"""The title above the table and the keys below the hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rich.style import Style

from trickbook.problems import visible
from trickbook.terminal.canvas import Piece, text_width, truncated, truncated_lines
from trickbook.terminal.screen.canvas_widget import (
    ACCENT_COLOUR,
    BOLD_STYLE,
    DIM_STYLE,
    FAINT_COLOUR,
    TEXT_COLOUR,
    CanvasWidget,
    ClickArea,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from textual.geometry import Size

    from trickbook.terminal.screen.screen_state import ScreenState

BAR_STYLE: Final = Style(color=TEXT_COLOUR, bgcolor="#071a17")
SHOWN_ACTIONS: Final = ("confirm", "put_back", "hint", "last", "scores", "rules", "help", "quit")
"""What can be done, in the order in which it is told."""

MIN_KEYS: Final = 3
"""So many keys are told in any case."""


class TitleBar(CanvasWidget):
    """The bar with the title of the game and its progress."""

    ground = BAR_STYLE
    state: ScreenState | None = None

    def pieces(self, size: Size) -> Iterable[Piece]:
        """One line."""
        if self.state is None:
            return []
        narrator, view, columns = self.state.narrator, self.state.view, size.width
        house = [visible(one["title"]) for one in narrator.about["house"]]
        title = " + ".join([visible(narrator.about["title"]), *house])
        told = narrator.say("where", deal=view["deal"], trick=len(view["tricks"]) + 1)
        x = columns - 1 - text_width(told)
        return [
            Piece(1, 0, truncated(title, x - 2), BOLD_STYLE),
            Piece(x, 0, told, Style(color=FAINT_COLOUR)),
        ]


class TextBar(CanvasWidget):
    """A line of text, some of it at the right; where there is room, more below it."""

    ground = BAR_STYLE
    left = right = below = more = ""

    def pieces(self, size: Size) -> Iterable[Piece]:
        """The text."""
        start = size.width - 1 - text_width(self.right)
        yield Piece(1, 0, truncated(self.left, start - 2), BOLD_STYLE)
        yield Piece(start, 0, self.right, DIM_STYLE)
        for row, text in enumerate(
            truncated_lines(self.below, size.width - 2, size.height - 1, self.more), 1
        ):
            yield Piece(1, row, text, DIM_STYLE)


class KeyBar(CanvasWidget):
    """The bar with the actions and their keys; a click does the same."""

    ground = BAR_STYLE
    labels: Sequence[tuple[str, str, str]] = ()

    def pieces(self, size: Size) -> Iterable[Piece]:
        """One line; what does not fit is left out before the last two, which tell of the rest."""
        labels = list(self.labels)
        while len(labels) > MIN_KEYS and sum(map(_taken, labels)) > size.width:
            labels.pop(-MIN_KEYS)
        x, pieces, spots = 1, list[Piece](), list[ClickArea]()
        for action, key, told in labels:
            spots.append(ClickArea(0, x, x + text_width(key) + 1 + text_width(told), action))
            pieces += [
                Piece(x, 0, key, Style(color=ACCENT_COLOUR, bold=True)),
                Piece(x + text_width(key) + 1, 0, told),
            ]
            x += text_width(key) + text_width(told) + 3
        self.spots = spots
        return pieces


def _taken(label: tuple[str, str, str]) -> int:
    """Return how many columns a key and what it does take."""
    return text_width(label[1]) + text_width(label[2]) + 3
