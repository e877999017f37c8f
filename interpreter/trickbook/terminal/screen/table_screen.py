"""The screen of a table: its layout, unless the terminal is too small for it, and what a player can do."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Final

from rich.text import Text
from textual.containers import Horizontal
from textual.screen import Screen
from textual.widgets import Static

from trickbook.problems import TrickbookError, visible
from trickbook.seat.texts import translate
from trickbook.terminal import line_texts
from trickbook.terminal.screen.cards import HandArea
from trickbook.terminal.screen.pages import (
    LeavePage,
    PhrasePage,
    ScoreSheetPage,
    TextPage,
    help_text,
    leave_text,
)
from trickbook.terminal.screen.panels import SHOWN_ACTIONS, KeyBar, SidePanel, TitleBar
from trickbook.terminal.screen.question_panel import QuestionPanel
from trickbook.terminal.screen.rulebook_page import RulebookPage
from trickbook.terminal.screen.table_area import TableArea
from trickbook.terminal.selection import selection_of
from trickbook.terminal.table_interface import Refusal

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from textual import events
    from textual.app import ComposeResult

    from trickbook.terminal.screen.canvas import CanvasWidget
    from trickbook.terminal.screen.screen_state import ScreenState
    from trickbook.terminal.table_interface import TableInterface

MIN_SCREEN_SIZE: Final = (80, 24)
"""The columns and rows of the smallest terminal that a table fits on."""

RESERVED_ROWS: Final = 11
"""Rows that the bars and the table keep, however long a text is."""

TALL_SCREEN_ROWS: Final = 30
"""From so many rows on there is room for more to be told."""


class SizedScreen(Screen[None]):
    """A title, the table with a panel beside it, a text, the cards in hand and the keys."""

    def __init__(self, language: str, title: CanvasWidget, panel: CanvasWidget, text: CanvasWidget) -> None:
        """Take the parts that differ from screen to screen."""
        super().__init__()
        self.language, self.small = language, Static(id="small")
        self.table_area, self.hand_area, self.key_bar = (
            TableArea(id="felt"),
            HandArea(id="fan"),
            KeyBar(id="keys"),
        )
        self._text = text
        self._parts = (title, self.table_area, panel, text, self.hand_area, self.key_bar)

    def compose(self) -> ComposeResult:
        """The parts, from the top."""
        title, table, panel, *below = self._parts
        yield title
        with Horizontal(id="table"):
            yield table
            yield panel
        yield from below
        yield self.small

    def paint(self, text_rows: Callable[[int, int], int], *, signs: bool) -> None:
        """Draw all parts; ``text_rows`` gives the height of the text by the columns and the most rows."""
        columns, rows = self.app.size
        self.hand_area.styles.height = hand = self.hand_area.rows(columns)
        self._text.styles.height = text_rows(columns, rows - hand - RESERVED_ROWS)
        for part in self._parts:
            part.letters = not signs
            part.paint()

    def on_resize(self, event: events.Resize) -> None:
        """Draw everything in the new size, or say that it does not fit."""
        columns, rows = event.size
        small = columns < MIN_SCREEN_SIZE[0] or rows < MIN_SCREEN_SIZE[1]
        self.set_class(small, "small")
        if small:
            least = {"columns": MIN_SCREEN_SIZE[0], "rows": MIN_SCREEN_SIZE[1]}
            self.small.update(translate(self.language, "terminal.small", **least, now=f"{columns} × {rows}"))
        self.redraw()

    def redraw(self) -> None:
        """Draw what the screen shows, in its size now."""


class TableScreen(SizedScreen):
    """The table, one's hand below it, and the keys."""

    BINDINGS: ClassVar = [
        ("H,f2", "hint", ""),
        ("L,f3", "last", ""),
        ("S,f4", "scores", ""),
        ("R,f5", "rules", ""),
        ("question_mark,f1", "help", ""),
        ("W,f6", "whole", ""),
        ("T", "talk", ""),
        ("B", "take_back", ""),
        ("Y", "agree(True)", ""),
        ("N", "agree(False)", ""),
        ("F", "fill", ""),
        ("A", "again", ""),
        ("Q,f10", "quit", ""),
    ]

    def __init__(self, table: TableInterface, language: str) -> None:
        """Show an empty table."""
        self.title_bar, self.side_panel = TitleBar(id="title"), SidePanel(id="side")
        self.question_panel = QuestionPanel(id="asking")
        super().__init__(language, self.title_bar, self.side_panel, self.question_panel)
        self.table = table
        self.state: ScreenState | None = None

    def display_state(self, state: ScreenState) -> None:
        """Show another state of the table."""
        self.state = state
        for part in (self.title_bar, self.table_area, self.side_panel, self.question_panel, self.hand_area):
            part.state = state
        self.key_bar.labels = [(action, *state.narrator.key(action)) for action in SHOWN_ACTIONS]
        tall = self.app.size.height >= TALL_SCREEN_ROWS
        self.paint(
            lambda columns, most: self.question_panel.rows(columns, tall=tall, most=most),
            signs=state.narrator.style.signs,
        )

    def change(self, **parts: Any) -> None:
        """Show the state with other parts."""
        if self.state:
            self.display_state(self.state._replace(**parts))

    def redraw(self) -> None:
        """Draw the table in another size."""
        self.change()

    # What can be asked for

    def action_hint(self) -> None:
        """Choose what a bot would."""
        self.run_worker(self._hint(), exclusive=True)

    async def _hint(self) -> None:
        try:
            advice = await self.table.hint()
        except TrickbookError as error:
            self.change(message=visible(str(error)))
            return
        if not (self.state and self.state.offer and advice):
            self.change(message=self.state.narrator.say("no_hint") if self.state else "")
            return
        told = " ".join(line_texts.hint_lines(self.state.narrator, self.state.view, advice))
        self.change(choice=selection_of(self.state.offer, advice.move), message=told, touched=None)

    def action_fill(self) -> None:
        """Let bots have the empty seats."""
        if self.state and not self.state.view["phase"]:
            self.run_worker(self._asked(self.table.fill))

    def action_again(self) -> None:
        """Another match, once this one is over."""
        if self.state and self.state.view["phase"] == "over":
            self.run_worker(self._asked(self.table.again))

    def action_take_back(self) -> None:
        """Ask the others to take back one's last move."""
        self.run_worker(self._asked(self.table.take_back))

    def action_agree(self, agrees: bool) -> None:  # noqa: FBT001 - of a key
        """Answer a request to take back."""
        self.run_worker(self._asked(partial(self.table.agree, agrees=agrees)))

    async def _asked(self, ask: Callable[[], Awaitable[Refusal | None]]) -> None:
        try:
            refusal = await ask()
        except TrickbookError as error:
            refusal = Refusal(str(error))
        if refusal:
            self.change(message=visible(refusal.message))

    def action_talk(self) -> None:
        """Choose a phrase to say, or a player to mute."""
        if self.state:
            self.app.push_screen(PhrasePage(self.state.narrator, self.table), self._chosen)

    def _chosen(self, phrase: str | None) -> None:
        if phrase:
            self.run_worker(self._asked(partial(self.table.say, phrase)))

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
        if self.state and (told := self.question_panel.message()):
            self.app.push_screen(TextPage(Text(told)))

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
