"""The app: it shows the updates of a table at a pace that can be followed."""

from __future__ import annotations

import asyncio
from time import monotonic
from typing import TYPE_CHECKING, Any, ClassVar, Final

from rich.segment import Segment
from textual import work
from textual.app import App
from textual.filter import LineFilter

from trickbook.problems import TrickbookError
from trickbook.terminal import on_exit_signal
from trickbook.terminal.layout import CARD_COLOUR, SELECTED_COLOUR, card_style
from trickbook.terminal.narrator import PLAYS, Narrator
from trickbook.terminal.screen import cards
from trickbook.terminal.screen.pages import ScoreSheetPage
from trickbook.terminal.screen.play_screen import PlayScreen
from trickbook.terminal.screen.screen_state import screen_state, with_choice

if TYPE_CHECKING:
    from collections.abc import Mapping

    from textual.color import Color

    from trickbook.terminal import TableInterface, TableUpdate

PACE: Final = 0.7
"""How many seconds lie between what others do, so that one can follow it."""

TRICK_PAUSE: Final = 2.5
"""So many times as long a finished trick is looked at."""

MAX_MESSAGES: Final = 4
"""So many things that were told last can still be read."""

COLOURS: Final = {
    "board": cards.BOARD_COLOUR,
    "pale": cards.TEXT_COLOUR,
    "faint": cards.FAINT_COLOUR,
    "key": cards.ACCENT_COLOUR,
    "bar": "#071a17",
    "ink": "#06231e",
    "paper": CARD_COLOUR,
    "print": "#1d1d1f",
    "chosen": SELECTED_COLOUR,
}
"""The colours by which `sit.tcss` names them."""

ASCII_SIGNS: Final = str.maketrans("▸…·×−→←↑↓▏±", ">~-x-><^v|~")
"""What stands for signs that a terminal does not have."""


class AsciiFilter(LineFilter):
    """What is drawn, without signs that a terminal does not have."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:  # noqa: ARG002 - Textual's
        """Replace the signs on a line."""
        return [Segment(text.translate(ASCII_SIGNS), style, control) for text, style, control in segments]


class TableApp(App[None]):
    """A seat at a table, where one has sat down already."""

    CSS_PATH = "sit.tcss"
    ENABLE_COMMAND_PALETTE = False
    TITLE = "Trickbook"
    BINDINGS: ClassVar = [("ctrl+c", "leave", ""), ("ctrl+q", "leave", "")]

    def __init__(
        self, table: TableInterface, language: str, *, pace: float = PACE, signs: bool = True
    ) -> None:
        """Take a table; its updates come when the app runs."""
        super().__init__()
        self.table, self.language, self.pace = table, language, pace
        self.signs = signs
        self.animation_level = "none"
        self._filters += [] if signs else [AsciiFilter()]
        self.error: BaseException | None = None
        self.board = PlayScreen(table, language)
        self.recent_messages: list[str] = []
        self._shown = 0.0

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Return the colours for the style sheet."""
        return dict(COLOURS)

    async def on_mount(self) -> None:
        """Lay the table, and listen."""
        await self.push_screen(self.board)
        self.listen()

    def action_leave(self) -> None:
        """Leave at once: the game is kept."""
        self.exit()

    @work
    async def listen(self) -> None:
        """Show what happens at the table, until it ends."""
        before: TableUpdate | None = None
        try:
            with on_exit_signal(self.exit):
                while True:
                    update = await self.table.next()
                    if before and before.match != update.match:
                        before = None
                    await self._at_ease(before, update)
                    await self._tell(before, update)
                    before = update
        except TrickbookError as error:
            self.error = error
            self.exit()

    async def _at_ease(self, before: TableUpdate | None, update: TableUpdate) -> None:
        """Wait until what was shown last has been seen."""
        if before is None or update.seat in (None, self.table.seat):
            return
        ended = bool(before.view["tricks"]) and not before.view["trick"]
        left = self._shown + self.pace * (TRICK_PAUSE if ended else 1) - monotonic()
        if left > 0:
            await asyncio.sleep(left)

    async def _tell(self, before: TableUpdate | None, update: TableUpdate) -> None:
        """Show an update; after a deal its last trick first, and the score sheet."""
        about = self.table.about
        narrator = Narrator(
            self.language, about, card_style(about, signs=self.signs), self.table.seat, update.seats
        )
        if before and before.view == update.view:  # what is chosen stays
            note = {"message": update.note} if update.note else {}
            self.board.change(update=update, narrator=narrator, **note)
            return
        if before and any(event["kind"] == "scored" for event in update.events):
            self.board.display_state(
                screen_state(before._replace(view=finished_view(before, update)), narrator)
            )
            await asyncio.sleep(self.pace * TRICK_PAUSE)
            sheet = ScoreSheetPage(narrator, update.view, self.table, len(update.view["deals"]))
            self.board.display_state(screen_state(update, narrator))
            if await self.push_screen_wait(sheet) == "again":
                await self.table.again()
        events = [event for event in update.events if needs_message(event, self.table.seat)]
        texts = list(filter(None, ["" if before else self.table.note, update.note]))
        texts += [narrator.event(event, update.view) for event in events]
        anew = update.seat == self.table.seat or any(event["kind"] == "dealt" for event in events)
        self.recent_messages = [*([] if anew else self.recent_messages), *texts][-MAX_MESSAGES:]
        shown = screen_state(update, narrator, " · ".join(self.recent_messages))
        self.board.display_state(with_choice(shown, self.board.state))
        self._shown = monotonic()


def needs_message(event: Mapping[str, Any], own: int | None) -> bool:
    """Return whether an event is not seen on the table, and not one's own doing."""
    return event["kind"] not in PLAYS and (event["kind"] != "answered" or event["seat"] != own)


def finished_view(before: TableUpdate, update: TableUpdate) -> Mapping[str, Any]:
    """The view in which the last trick of a deal lies whole on the table."""
    view = {**before.view, "asks": None, "legal": [], "choose": None, "actors": []}
    ended = [event["kind"] for event in update.events].index("scored")
    last = next((event["what"] for event in update.events[:ended] if event["kind"] == "taken"), view["trick"])
    return {**view, "trick": last}


def run_table_app(table: TableInterface, language: str, *, signs: bool = True) -> None:
    """Show a table until somebody leaves; TrickbookError if it cannot go on."""

    async def shown() -> BaseException | None:
        async with table:
            app = TableApp(table, language, signs=signs)
            await app.run_async()
            return app.error

    if error := asyncio.run(shown()):
        raise error
