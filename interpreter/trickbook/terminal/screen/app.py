"""The app: it listens to a table and shows what it hears, in its own time."""

from __future__ import annotations

import asyncio
from time import monotonic
from typing import TYPE_CHECKING, Any, ClassVar, Final

from textual import work
from textual.app import App

from trickbook.problems import TrickbookError
from trickbook.terminal.ink import ink
from trickbook.terminal.leaving import heeding
from trickbook.terminal.news import news
from trickbook.terminal.screen.board import Board
from trickbook.terminal.screen.pages import Sheet
from trickbook.terminal.screen.scene import scene
from trickbook.terminal.voice import Voice

if TYPE_CHECKING:
    from collections.abc import Mapping

    from trickbook.terminal.news import Event
    from trickbook.terminal.tables import Heard, Table

PACE: Final = 0.7
"""How many seconds lie between what others do, so that one can follow it."""

LINGERS: Final = 2.5
"""So many times as long a finished trick is looked at."""

TOLD: Final = 4
"""So many things that were told last can still be read."""

SEEN: Final = ("lead", "play")
"""What needs no telling, for it is seen on the table."""


class Sitting(App[None]):
    """A seat at a table, where one has sat down already."""

    CSS_PATH = "sit.tcss"
    ENABLE_COMMAND_PALETTE = False
    TITLE = "Trickbook"
    BINDINGS: ClassVar = [("ctrl+c", "leave", ""), ("ctrl+q", "leave", "")]

    def __init__(self, table: Table, language: str, *, pace: float = PACE, signs: bool = True) -> None:
        """Take a table; nothing is heard before the app runs."""
        super().__init__()
        self.table, self.language, self.pace = table, language, pace
        self.signs = signs
        self.error: BaseException | None = None
        self.board = Board(table, language)
        self.told: list[str] = []
        self._shown = 0.0

    def on_mount(self) -> None:
        """Lay the table, and listen."""
        self.push_screen(self.board)
        self.listen()

    def action_leave(self) -> None:
        """Leave at once: the game is kept."""
        self.exit()

    @work
    async def listen(self) -> None:
        """Show what happens at the table, until it ends."""
        before: Heard | None = None
        try:
            with heeding(self.exit):
                while True:
                    heard = await self.table.next()
                    if before and before.match != heard.match:
                        before = None
                    await self._at_ease(before, heard)
                    await self._tell(before, heard)
                    before = heard
        except TrickbookError as error:
            self.error = error
            self.exit()

    async def _at_ease(self, before: Heard | None, heard: Heard) -> None:
        """Wait until what was shown last has been seen."""
        if before is None or heard.seat in (None, self.table.seat):
            return
        ended = bool(before.view["tricks"]) and not before.view["trick"]
        left = self._shown + self.pace * (LINGERS if ended else 1) - monotonic()
        if left > 0:
            await asyncio.sleep(left)

    async def _tell(self, before: Heard | None, heard: Heard) -> None:
        """Show what was heard; after a deal its last trick first, and the score sheet."""
        about = self.table.about
        voice = Voice(self.language, about, ink(about, signs=self.signs), self.table.seat, heard.seats)
        if before and before.view == heard.view:  # what is chosen stays
            note = {"message": heard.note} if heard.note else {}
            self.board.change(heard=heard, voice=voice, **note)
            return
        if before and len(heard.view["deals"]) > len(before.view["deals"]):
            self.board.display_scene(scene(before._replace(view=finished(before, heard)), voice))
            await asyncio.sleep(self.pace * LINGERS)
            sheet = Sheet(voice, heard.view, self.table, len(heard.view["deals"]))
            self.board.display_scene(scene(heard, voice))
            if await self.push_screen_wait(sheet) == "again":
                await self.table.again()
        events = news(before.view if before else None, heard, voice.about)
        told = list(filter(None, ["" if before else self.table.note, heard.note]))
        told += [voice.event(event) for event in events if worth_telling(event, self.table.seat)]
        anew = heard.seat == self.table.seat or any(event.kind == "deal" for event in events)
        self.told = [*([] if anew else self.told), *told][-TOLD:]
        self.board.display_scene(scene(heard, voice, " · ".join(self.told)))
        self._shown = monotonic()


def worth_telling(event: Event, own: int | None) -> bool:
    """Whether an event is not seen on the table, and not one's own doing."""
    return event.kind not in SEEN and (event.kind != "said" or event.seat != own)


def finished(before: Heard, heard: Heard) -> Mapping[str, Any]:
    """The view in which the last trick of a deal lies whole on the table."""
    view = {**before.view, "asks": None, "legal": [], "choose": None, "actors": []}
    if before.view["leader"] is None or heard.said is None or not before.view["trick"]:
        return view
    return {**view, "trick": [*before.view["trick"], [heard.seat, heard.said]]}


def show(table: Table, language: str, *, signs: bool = True) -> None:
    """Show a table until somebody leaves; TrickbookError if it cannot go on."""

    async def shown() -> BaseException | None:
        async with table:
            app = Sitting(table, language, signs=signs)
            await app.run_async()
            return app.error

    if error := asyncio.run(shown()):
        raise error
