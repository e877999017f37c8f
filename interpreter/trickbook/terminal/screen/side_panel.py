"""The side panel: scores, the last trick, and the facts of the deal."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any

from rich.style import Style

from trickbook.problems import visible
from trickbook.terminal.canvas import Piece, text_width, truncated, wrapped_lines
from trickbook.terminal.card_style import CARD_COLOUR, SELECTED_COLOUR
from trickbook.terminal.screen.canvas_widget import (
    BOARD_STYLE,
    BOLD_STYLE,
    DIM_STYLE,
    TURN_STYLE,
    CanvasWidget,
)
from trickbook.terminal.screen.card_faces import small_cards, small_cards_width
from trickbook.terminal.visible_cards import last_trick, trick_counts

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from textual.geometry import Size

    from trickbook.terminal.screen.screen_state import ScreenState


class SidePanel(CanvasWidget):
    """The panel beside the table."""

    ground = BOARD_STYLE
    state: ScreenState | None = None

    def pieces(self, size: Size) -> Iterable[Piece]:
        """The parts below one another, as far as there is room."""
        if self.state is None:
            return []
        parts = [list(part(self.state, size.width)) for part in (_scores, _last, _facts)]
        heights = [max((piece.y for piece in part), default=-1) + 1 for part in parts]
        gap = int(sum(heights) + len(parts) <= size.height)
        found, line = list[Piece](), 0
        for part, height in zip(parts, heights, strict=True):
            found += [piece._replace(y=piece.y + line) for piece in part]
            line += height + gap * bool(height)
        return found


def _scores(state: ScreenState, columns: int) -> Iterator[Piece]:
    """A line for each seat: its name, the tricks of this deal, the score."""
    view, narrator = state.view, state.narrator
    heads = narrator.say("tricks"), narrator.say("total")
    yield Piece(1, 0, narrator.say("deal_number", deal=view["deal"]), BOLD_STYLE)
    yield _right(columns - 8, 0, heads[0], DIM_STYLE)
    yield _right(columns - 1, 0, heads[1], DIM_STYLE)
    tricks, sides = trick_counts(view), narrator.about["sides"]
    for row, seat in enumerate(chain(*sides) if sides else range(len(tricks)), 1):
        style = TURN_STYLE if seat in view["actors"] else Style.null()
        score = str(view["scores"][seat]).replace("-", "−")
        yield Piece(1, row, truncated(narrator.name(seat), columns - 13), style)
        yield _right(columns - 8, row, str(tricks[seat]), DIM_STYLE)
        yield _right(columns - 1, row, score, BOLD_STYLE)


def _right(x: int, y: int, text: str, style: Style) -> Piece:
    return Piece(x - text_width(text), y, text, style)


def _last(state: ScreenState, columns: int) -> Iterator[Piece]:
    """The last trick, and who took it."""
    last, narrator = last_trick(state.view), state.narrator
    if last is None:
        return
    plays, taker = last
    yield Piece(1, 0, narrator.say("last"), BOLD_STYLE)
    row, x = 1, 1
    for seat, cards in plays:
        names = cards.split()
        wide = small_cards_width(narrator.style, names)
        if x + wide > columns and x > 1:
            row, x = row + 1, 1
        yield from small_cards(
            narrator.style, names, x, row, SELECTED_COLOUR if seat == taker else CARD_COLOUR
        )
        x += wide + 1
    yield Piece(
        1,
        row + 1,
        truncated(narrator.say("held_short") if taker is None else narrator.taken(taker), columns - 2),
        DIM_STYLE,
    )


def _facts(state: ScreenState, columns: int) -> Iterator[Piece]:
    """Yield what the table remembers, such as whether some suit may be led."""
    line = 0
    for name, value in state.view["facts"].items():
        known: dict[str, Any] = state.narrator.about["facts"].get(name, {})
        said = fact_text(state, known, value)
        if said is None:
            continue
        for text in wrapped_lines(said, columns - 2, 2):
            yield Piece(1, line, text, DIM_STYLE)
            line += 1


def fact_text(state: ScreenState, known: dict[str, Any], value: Any) -> str | None:
    """A fact in a line; None if there is nothing to it."""
    narrator, kind = state.narrator, known.get("kind")
    title = visible(str(known.get("title", "")))
    if not title or value in (None, False, [], ""):
        return None
    if isinstance(value, list) and not known.get("owned") and (suits := narrator.style.whole_suits(value)):
        return narrator.say("said", who=title, what=visible(narrator.style.plain(narrator.listed(suits))))
    if isinstance(value, list | dict):
        return None
    if kind == "condition":
        return title
    if kind == "seats" and isinstance(value, int):
        return narrator.say("said", who=title, what=narrator.name(value))
    return narrator.say("said", who=title, what=visible(str(known.get("labels", {}).get(value, value))))
