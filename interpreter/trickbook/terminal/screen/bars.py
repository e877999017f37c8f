"""Bars: the title above the table, and the keys below one's hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rich.style import Style

from trickbook.problems import visible
from trickbook.terminal.canvas import Piece, cut, fitted, width
from trickbook.terminal.screen.painted import DIM, FAINT, GOLD, STRONG, TEXT, Painted, Spot

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from textual.geometry import Size

    from trickbook.terminal.screen.scene import Scene

ON_BAR: Final = Style(color=TEXT, bgcolor="#071a17")
ACTIONS: Final = ("confirm", "take_back", "hint", "last", "scores", "rules", "help", "quit")
"""What can be done, in the order in which it is told."""

FEWEST: Final = 3
"""So many keys are told in any case."""


class Title(Painted):
    """What is played, and how far it is."""

    ground = ON_BAR
    scene: Scene | None = None

    def pieces(self, size: Size) -> Iterable[Piece]:
        """One line."""
        if self.scene is None:
            return []
        voice, view, columns = self.scene.voice, self.scene.view, size.width
        house = [visible(one["title"]) for one in voice.about["house"]]
        title = " + ".join([visible(voice.about["title"]), *house])
        told = voice.say("where", deal=view["deal"], trick=len(view["tricks"]) + 1)
        x = columns - 1 - width(told)
        return [Piece(1, 0, fitted(title, x - 2), STRONG), Piece(x, 0, told, Style(color=FAINT))]


class Line(Painted):
    """A line of text, some of it at the right; where there is room, more below it."""

    ground = ON_BAR
    left = right = below = more = ""

    def pieces(self, size: Size) -> Iterable[Piece]:
        """The text."""
        start = size.width - 1 - width(self.right)
        yield Piece(1, 0, fitted(self.left, start - 2), STRONG)
        yield Piece(start, 0, self.right, DIM)
        for row, text in enumerate(cut(self.below, size.width - 2, size.height - 1, self.more), 1):
            yield Piece(1, row, text, DIM)


class Keys(Painted):
    """What can be done, and by which key; a click does it, too."""

    ground = ON_BAR
    labels: Sequence[tuple[str, str, str]] = ()

    def pieces(self, size: Size) -> Iterable[Piece]:
        """One line; what does not fit is left out before the last two, which tell of the rest."""
        labels = list(self.labels)
        while len(labels) > FEWEST and sum(map(_taken, labels)) > size.width:
            labels.pop(-FEWEST)
        x, pieces, spots = 1, list[Piece](), list[Spot]()
        for action, key, told in labels:
            spots.append(Spot(0, x, x + width(key) + 1 + width(told), action))
            pieces += [Piece(x, 0, key, Style(color=GOLD, bold=True)), Piece(x + width(key) + 1, 0, told)]
            x += width(key) + width(told) + 3
        self.spots = spots
        return pieces


def _taken(label: tuple[str, str, str]) -> int:
    """How many columns a key and what it does take."""
    return width(label[1]) + width(label[2]) + 3
