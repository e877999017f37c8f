"""The screen of a table: its parts, unless the terminal is too small for them, and what a player can do."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Final

from rich.text import Text
from textual.containers import Horizontal
from textual.reactive import reactive
from textual.screen import Screen
from textual.widgets import Footer, Label, Static

from trickbook.problems import TrickbookError, visible
from trickbook.seat.texts import translate
from trickbook.terminal import Refusal, line_texts
from trickbook.terminal.screen.cards import HandArea
from trickbook.terminal.screen.pages import (
    LeavePage,
    PhrasePage,
    RulebookPage,
    ScoreSheetPage,
    TextPage,
    help_text,
    leave_text,
)
from trickbook.terminal.screen.question_panel import QuestionPanel, message_text
from trickbook.terminal.screen.screen_state import ScreenState
from trickbook.terminal.screen.side_panel import SidePanel
from trickbook.terminal.screen.table_area import TableArea
from trickbook.terminal.selection import selection_of

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from textual import events
    from textual.app import ComposeResult

    from trickbook.terminal import TableInterface

MIN_COLUMNS: Final = 80
MIN_ROWS: Final = 24
"""The size of the smallest terminal that a table fits on."""

TALL_ROWS: Final = 30
"""From so many rows on there is room for more to be told."""

RESERVED_ROWS: Final = 12
"""Rows that other parts keep beside the hand, however long a message is."""

SHOWN_KEYS: Final = (
    ("enter", "confirm", "Enter"),
    ("escape", "put_back", "Esc"),
    ("H,f2", "hint", "H"),
    ("L,f3", "last", "L"),
    ("S,f4", "scores", "S"),
    ("R,f5", "rules", "R"),
    ("question_mark,f1", "help", "?"),
    ("Q,f10", "quit", "Q"),
)
"""The keys that the last line shows, what they do, and how they are written there."""


class TableScreen(Screen[None]):
    """The table, one's hand below it, and the keys."""

    HORIZONTAL_BREAKPOINTS = [(0, "-small"), (MIN_COLUMNS, "-wide")]  # noqa: RUF012 - Textual's
    VERTICAL_BREAKPOINTS = [(0, "-short"), (MIN_ROWS, "-fitting"), (TALL_ROWS, "-tall")]  # noqa: RUF012 - Textual's
    BINDINGS: ClassVar = [
        ("W,f6", "whole", ""),
        ("T", "talk", ""),
        ("B", "take_back", ""),
        ("Y", "agree(True)", ""),
        ("N", "agree(False)", ""),
        ("F", "fill", ""),
        ("A", "again", ""),
    ]

    state: reactive[ScreenState | None] = reactive(None)
    digits = ""

    def __init__(self, table: TableInterface, language: str) -> None:
        """Show an empty table."""
        super().__init__()
        self.table, self.language = table, language
        self.game, self.where = Label(id="game", markup=False), Label(id="where", markup=False)
        self.hand_area, self.question_panel = HandArea(id="fan"), QuestionPanel()
        self.small = Static(id="small", markup=False)
        for keys, action, written in SHOWN_KEYS:
            does = translate(language, f"terminal.keys.{action}")
            self._bindings.bind(keys, action, does, key_display=written)

    def compose(self) -> ComposeResult:
        """The parts, from the top."""
        yield Horizontal(self.game, self.where, id="title")
        with Horizontal(id="table"):
            yield TableArea(id="felt").data_bind(TableScreen.state)
            yield SidePanel(id="side").data_bind(TableScreen.state)
        yield self.question_panel.data_bind(TableScreen.state)
        yield self.hand_area.data_bind(TableScreen.state)
        yield Footer(compact=True, show_command_palette=False)
        yield self.small

    def on_resize(self, event: events.Resize) -> None:
        """Keep room for the table beside a long message; say which size is too small for it."""
        columns, rows = event.size
        hand = self.hand_area.get_content_height(event.size, event.size, columns)
        self.question_panel.messages.styles.max_height = max(rows - hand - RESERVED_ROWS, 1)
        small = {"columns": MIN_COLUMNS, "rows": MIN_ROWS, "now": f"{columns} × {rows}"}
        self.small.update(translate(self.language, "terminal.small", **small))

    def display_state(self, state: ScreenState) -> None:
        """Show another state; digits typed so far are forgotten."""
        self.digits, self.state = "", state
        about, view = state.narrator.about, state.view
        titles = [about["title"], *(one["title"] for one in about["house"])]
        where = state.narrator.say("where", deal=view["deal"], trick=len(view["tricks"]) + 1)
        self.game.update(" + ".join(map(visible, titles)))
        self.where.update(where)

    def change(self, **parts: Any) -> None:
        """Show the state with other parts."""
        if self.state:
            self.display_state(self.state._replace(**parts))

    # What can be asked for

    def action_hint(self) -> None:
        """Choose what a bot would."""
        self.run_worker(self._hint(), exclusive=True)

    async def _hint(self) -> None:
        try:
            advice = await self.table.hint()
        except TrickbookError as error:
            self.change(message=self._refusal(error))
            return
        if not (self.state and self.state.offer and advice):
            self.change(message=self.state.narrator.say("no_hint") if self.state else "")
            return
        text = " ".join(line_texts.hint_lines(self.state.narrator, self.state.view, advice))
        self.change(choice=selection_of(self.state.offer, advice.move), message=text, touched=None)

    def action_fill(self) -> None:
        """Let bots have the empty seats."""
        if self.state and not self.state.view["phase"]:
            self.run_worker(self._ask_table(self.table.fill))

    def action_again(self) -> None:
        """Another match, once this one is over."""
        if self.state and self.state.view["phase"] == "over":
            self.run_worker(self._ask_table(self.table.again))

    def action_take_back(self) -> None:
        """Ask the others to take back one's last move."""
        self.run_worker(self._ask_table(self.table.take_back))

    def action_agree(self, agrees: bool) -> None:  # noqa: FBT001 - of a key
        """Answer a request to take back."""
        self.run_worker(self._ask_table(partial(self.table.agree, agrees=agrees)))

    def _refusal(self, error: TrickbookError) -> str:
        """What an error says, in the language of the table as soon as there is one."""
        return self.state.narrator.refusal(error) if self.state else visible(str(error))

    async def _ask_table(self, ask: Callable[[], Awaitable[Refusal | None]]) -> None:
        try:
            refusal = await ask()
        except TrickbookError as error:
            refusal = Refusal(self._refusal(error))
        if refusal:
            self.change(message=visible(refusal.message))

    def action_talk(self) -> None:
        """Choose a phrase to say, or a player to mute."""
        if self.state:
            self.app.push_screen(PhrasePage(self.state.narrator, self.table), self._chosen)

    def _chosen(self, phrase: str | None) -> None:
        if phrase:
            self.run_worker(self._ask_table(partial(self.table.say, phrase)))

    def action_last(self) -> None:
        """Look at the last trick, and back."""
        if self.state:
            self.change(back=not self.state.back)

    def action_scores(self) -> None:
        """Open the score sheet."""
        if self.state:
            deals = len(self.state.view["deals"])
            self.app.push_screen(
                ScoreSheetPage(self.state.narrator, self.state.view, self.table, deals), self._read
            )

    def _read(self, answer: str | None) -> None:
        if answer == "again":
            self.action_again()

    def action_rules(self) -> None:
        """Read the rules of this table."""
        if self.state:
            self.app.push_screen(RulebookPage(self.state.narrator, self.state.view, self.table))

    def action_whole(self) -> None:
        """Read all of what is told, however long it is."""
        if self.state and (text := message_text(self.state)):
            self.app.push_screen(TextPage(Text(text)))

    def action_help(self) -> None:
        """Read what can be done."""
        if self.state:
            self.app.push_screen(TextPage(help_text(self.state.narrator)))

    def action_quit(self) -> None:
        """Leave, if one means it."""
        if self.state:
            self.app.push_screen(LeavePage(leave_text(self.state.narrator)), self._left)

    def _left(self, answer: str | None) -> None:
        if answer == "leave":
            self.app.exit()
