"""The panel beside the table: the scores, the last trick, and what the table remembers."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any

from rich.columns import Columns
from rich.console import Group
from rich.style import Style
from rich.table import Table
from rich.text import Text
from textual.reactive import reactive
from textual.widgets import Static

from trickbook.problems import visible
from trickbook.terminal.layout import CARD_COLOUR, SELECTED_COLOUR
from trickbook.terminal.screen.cards import BOLD_STYLE, DIM_STYLE, TURN_STYLE
from trickbook.terminal.selection import last_trick, trick_counts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import RenderableType

    from trickbook.terminal.screen.screen_state import ScreenState


class SidePanel(Static):
    """The scores, the last trick, and the facts of the table."""

    state: reactive[ScreenState | None] = reactive(None)

    def watch_state(self, state: ScreenState | None) -> None:
        """Show another state."""
        if state:
            parts = [_scores(state), _last(state), Text("\n").join(_facts(state))]
            self.update(Group(*chain.from_iterable((part, Text()) for part in parts if part)))


def _scores(state: ScreenState) -> Table:
    """A line for each seat: its name, the tricks of this deal, the score."""
    view, narrator = state.view, state.narrator
    grid, seats = Table.grid(padding=(0, 1), expand=True), range(len(narrator.seats))
    grid.add_column(ratio=1, no_wrap=True, overflow="ellipsis")
    grid.add_column(justify="right", style=DIM_STYLE)
    grid.add_column(justify="right", style=BOLD_STYLE)
    heads = narrator.say("tricks"), Text(narrator.say("total"), DIM_STYLE + Style(bold=False))
    grid.add_row(Text(narrator.say("deal_number", deal=view["deal"]), BOLD_STYLE), *heads)
    tricks = trick_counts(view)
    for seat in chain(*narrator.about["sides"]) if narrator.about["sides"] else seats:
        name = Text(narrator.name(seat), TURN_STYLE if seat in view["actors"] else Style.null())
        grid.add_row(name, str(tricks[seat]), number_label(view["scores"][seat]))
    return grid


def number_label(value: object) -> str:
    """A number with a minus sign."""
    return str(value).replace("-", "−")


def _last(state: ScreenState) -> RenderableType | None:
    """The last trick, and who took it."""
    last, narrator = last_trick(state.view), state.narrator
    if last is None:
        return None
    plays, taker = last
    lying = [
        Text(" ").join(
            Text(
                f" {narrator.style.written(card)} ",
                narrator.style.style(card, SELECTED_COLOUR if seat == taker else CARD_COLOUR),
            )
            for card in cards.split()
        )
        for seat, cards in plays
    ]
    taken = narrator.say("held_short") if taker is None else narrator.taken(taker)
    return Group(Text(narrator.say("last"), BOLD_STYLE), Columns(lying), Text(taken, DIM_STYLE))


def _facts(state: ScreenState) -> Iterator[Text]:
    """Yield what the table remembers, such as whether some suit may be led."""
    for name, value in state.view["facts"].items():
        said = _fact_text(state, state.narrator.about["facts"].get(name, {}), value)
        if said is not None:
            yield Text(said, DIM_STYLE)


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
