"""The side: scores, the last trick, and what the table remembers."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any

from rich.style import Style

from trickbook.problems import visible
from trickbook.terminal.canvas import Piece, fitted, width, wrapped
from trickbook.terminal.ink import LIT, PAPER
from trickbook.terminal.lying import last_trick, tricks_of
from trickbook.terminal.screen.faces import breadth, chips
from trickbook.terminal.screen.painted import DIM, ON_BOARD, STRONG, TURN, Painted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from textual.geometry import Size

    from trickbook.terminal.screen.scene import Scene


class Side(Painted):
    """What is told beside the table."""

    ground = ON_BOARD
    scene: Scene | None = None

    def pieces(self, size: Size) -> Iterable[Piece]:
        """The parts below one another, as far as there is room."""
        if self.scene is None:
            return []
        parts = [list(part(self.scene, size.width)) for part in (_scores, _last, _facts)]
        heights = [max((piece.y for piece in part), default=-1) + 1 for part in parts]
        gap = int(sum(heights) + len(parts) <= size.height)
        found, line = list[Piece](), 0
        for part, height in zip(parts, heights, strict=True):
            found += [piece._replace(y=piece.y + line) for piece in part]
            line += height + gap * bool(height)
        return found


def _scores(found: Scene, columns: int) -> Iterator[Piece]:
    """A line for each seat: its name, the tricks of this deal, the score."""
    view, voice = found.view, found.voice
    heads = voice.say("tricks"), voice.say("total")
    yield Piece(1, 0, voice.say("deal_number", deal=view["deal"]), STRONG)
    yield _right(columns - 8, 0, heads[0], DIM)
    yield _right(columns - 1, 0, heads[1], DIM)
    tricks, sides = tricks_of(view), voice.about["sides"]
    for row, seat in enumerate(chain(*sides) if sides else range(len(tricks)), 1):
        style = TURN if seat in view["actors"] else Style.null()
        score = str(view["scores"][seat]).replace("-", "−")
        yield Piece(1, row, fitted(voice.name(seat), columns - 13), style)
        yield _right(columns - 8, row, str(tricks[seat]), DIM)
        yield _right(columns - 1, row, score, STRONG)


def _right(x: int, y: int, text: str, style: Style) -> Piece:
    return Piece(x - width(text), y, text, style)


def _last(found: Scene, columns: int) -> Iterator[Piece]:
    """The last trick, and who took it."""
    last, voice = last_trick(found.view), found.voice
    if last is None:
        return
    plays, taker = last
    yield Piece(1, 0, voice.say("last"), STRONG)
    row, x = 1, 1
    for seat, cards in plays:
        names = cards.split()
        wide = breadth(voice.ink, names)
        if x + wide > columns and x > 1:
            row, x = row + 1, 1
        yield from chips(voice.ink, names, x, row, LIT if seat == taker else PAPER)
        x += wide + 1
    yield Piece(
        1, row + 1, fitted(voice.say("held_short") if taker is None else voice.taken(taker), columns - 2), DIM
    )


def _facts(found: Scene, columns: int) -> Iterator[Piece]:
    """What the table remembers, such as whether some suit may be led."""
    line = 0
    for name, value in found.view["facts"].items():
        known: dict[str, Any] = found.voice.about["facts"].get(name, {})
        said = fact(found, known, value)
        if said is None:
            continue
        for text in wrapped(said, columns - 2, 2):
            yield Piece(1, line, text, DIM)
            line += 1


def fact(found: Scene, known: dict[str, Any], value: Any) -> str | None:
    """A fact in a line; None if there is nothing to it."""
    voice, kind = found.voice, known.get("kind")
    title = visible(str(known.get("title", "")))
    if not title or value in (None, False, [], "") or isinstance(value, list | dict):
        return None
    if kind == "condition":
        return title
    if kind == "seats" and isinstance(value, int):
        return voice.say("said", who=title, what=voice.name(value))
    return voice.say("said", who=title, what=visible(str(known.get("labels", {}).get(value, value))))
