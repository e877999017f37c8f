"""The panels around the table: the title above, the keys below the hand, scores and facts beside it."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any, Final

from rich.style import Style

from trickbook.problems import visible
from trickbook.terminal.card_style import CARD_COLOUR, SELECTED_COLOUR
from trickbook.terminal.screen.canvas import (
    ACCENT_COLOUR,
    BOARD_STYLE,
    BOLD_STYLE,
    DIM_STYLE,
    FAINT_COLOUR,
    TEXT_COLOUR,
    TURN_STYLE,
    CanvasWidget,
    ClickArea,
    Piece,
    text_width,
    truncated,
    wrapped_lines,
)
from trickbook.terminal.screen.cards import small_cards, small_cards_width
from trickbook.terminal.visible_cards import last_trick, trick_counts

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

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
        said = _fact_text(state, known, value)
        if said is None:
            continue
        for text in wrapped_lines(said, columns - 2, 2):
            yield Piece(1, line, text, DIM_STYLE)
            line += 1


def _fact_text(state: ScreenState, known: dict[str, Any], value: Any) -> str | None:
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
