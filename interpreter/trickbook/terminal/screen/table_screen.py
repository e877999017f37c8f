"""The desk: the parts of a table on the screen, and all that can be asked for there without playing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final

from rich.text import Text
from textual.containers import Horizontal

from trickbook.problems import TrickbookError, visible
from trickbook.terminal import line_texts
from trickbook.terminal.screen.bars import SHOWN_ACTIONS, KeyBar, TitleBar
from trickbook.terminal.screen.hand_area import HandArea
from trickbook.terminal.screen.pages import (
    LeavePage,
    ScoreSheetPage,
    TextPage,
    help_text,
    leave_text,
)
from trickbook.terminal.screen.question_panel import QuestionPanel
from trickbook.terminal.screen.rulebook_page import RulebookPage
from trickbook.terminal.screen.side_panel import SidePanel
from trickbook.terminal.screen.sized_screen import RESERVED_ROWS, SizedScreen
from trickbook.terminal.screen.table_area import TableArea
from trickbook.terminal.selection import selection_of
from trickbook.terminal.table_interface import Refusal

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from textual.app import ComposeResult

    from trickbook.terminal.screen.screen_state import ScreenState
    from trickbook.terminal.table_interface import TableInterface


TALL_SCREEN_ROWS: Final = 30
"""From so many rows on there is room for more to be told."""


class TableScreen(SizedScreen):
    """The table, one's hand below it, and the keys."""

    BINDINGS: ClassVar = [
        ("H,f2", "hint", ""),
        ("L,f3", "last", ""),
        ("S,f4", "scores", ""),
        ("R,f5", "rules", ""),
        ("question_mark,f1", "help", ""),
        ("W,f6", "whole", ""),
        ("F", "fill", ""),
        ("A", "again", ""),
        ("Q,f10", "quit", ""),
    ]

    def __init__(self, table: TableInterface, language: str) -> None:
        """Lay an empty table."""
        super().__init__(language)
        self.table = table
        self.found: ScreenState | None = None
        self.bar, self.foot, self.felt = TitleBar(id="title"), KeyBar(id="keys"), TableArea(id="felt")
        self.side, self.asking, self.fan = (
            SidePanel(id="side"),
            QuestionPanel(id="asking"),
            HandArea(id="fan"),
        )

    def compose(self) -> ComposeResult:
        """The parts, from the top."""
        yield self.bar
        with Horizontal(id="table"):
            yield self.felt
            yield self.side
        yield self.asking
        yield self.fan
        yield self.foot
        yield self.small

    def display_scene(self, found: ScreenState) -> None:
        """Show another scene."""
        self.found = found
        self.bar.scene = self.felt.scene = self.side.scene = self.asking.scene = self.fan.scene = found
        self.foot.labels = [(action, *found.voice.key(action)) for action in SHOWN_ACTIONS]
        columns, rows = self.app.size
        fan = self.fan.rows(columns)
        self.fan.styles.height = fan
        self.asking.styles.height = self.asking.rows(
            columns, tall=rows >= TALL_SCREEN_ROWS, most=rows - fan - RESERVED_ROWS
        )
        for part in (self.bar, self.felt, self.side, self.asking, self.fan, self.foot):
            part.letters = not found.voice.ink.signs
            part.paint()

    def change(self, **parts: Any) -> None:
        """Show the scene with other parts."""
        if self.found:
            self.display_scene(self.found._replace(**parts))

    def lay(self) -> None:
        """Lay the table anew."""
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
        if not (self.found and self.found.offer and advice):
            self.change(message=self.found.voice.say("no_hint") if self.found else "")
            return
        told = " ".join(line_texts.hint_lines(self.found.voice, self.found.view, advice))
        self.change(choice=selection_of(self.found.offer, advice.move), message=told, touched=None)

    def action_fill(self) -> None:
        """Let bots have the empty seats."""
        if self.found and not self.found.view["phase"]:
            self.run_worker(self._asked(self.table.fill))

    def action_again(self) -> None:
        """Another match, once this one is over."""
        if self.found and self.found.view["phase"] == "over":
            self.run_worker(self._asked(self.table.again))

    async def _asked(self, ask: Callable[[], Awaitable[Refusal | None]]) -> None:
        try:
            refusal = await ask()
        except TrickbookError as error:
            refusal = Refusal(str(error))
        if refusal:
            self.change(message=visible(refusal.message))

    def action_last(self) -> None:
        """Look at the last trick, and back."""
        if self.found:
            self.change(back=not self.found.back)

    def action_scores(self) -> None:
        """Open the score sheet."""
        if self.found:
            deals = len(self.found.view["deals"])
            self.app.push_screen(
                ScoreSheetPage(self.found.voice, self.found.view, self.table, deals), self._read
            )

    def _read(self, answer: str | None) -> None:
        if answer == "again":
            self.action_again()

    def action_rules(self) -> None:
        """Read the rules of this table."""
        if self.found:
            self.app.push_screen(RulebookPage(self.found.voice, self.found.view, self.table))

    def action_whole(self) -> None:
        """Read all of what is told, however long it is."""
        if self.found and (told := self.asking.told()):
            self.app.push_screen(TextPage(Text(told)))

    def action_help(self) -> None:
        """Read what can be done."""
        if self.found:
            self.app.push_screen(TextPage(help_text(self.found.voice)))

    def action_quit(self) -> None:
        """Leave, if one means it."""
        if self.found:
            self.app.push_screen(LeavePage(leave_text(self.found.voice)), self._left)

    def _left(self, answer: str | None) -> None:
        if answer == "leave":
            self.app.exit()
