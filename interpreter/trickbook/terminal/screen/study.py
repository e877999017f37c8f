"""The study: a game that was played, stepped through on the screen, with what each move would have meant."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final

from rich.style import Style
from rich.text import Text
from textual import on
from textual.app import App
from textual.containers import Horizontal

from trickbook.problems import visible
from trickbook.terminal.aside import aside
from trickbook.terminal.canvas import Piece, fitted, tall_as, width, wrapped
from trickbook.terminal.choice import EMPTY, pick
from trickbook.terminal.fan import KEYS
from trickbook.terminal.moments import about_card, done, heard, meanings, voiced, where
from trickbook.terminal.screen.bars import Keys, Line
from trickbook.terminal.screen.felt import Felt
from trickbook.terminal.screen.hand import Fan
from trickbook.terminal.screen.pages import Page
from trickbook.terminal.screen.painted import ON_BOARD, STRONG, TURN, Painted
from trickbook.terminal.screen.room import LEFT, Room
from trickbook.terminal.screen.scene import scene

if TYPE_CHECKING:
    from collections.abc import Iterable

    from textual import events
    from textual.app import ComposeResult
    from textual.geometry import Size

    from trickbook.terminal.moments import Meaning, Past
    from trickbook.terminal.voice import Voice

WAYS: Final = ("back", "on", "trick_back", "trick_on", "deal_on", "quit")
"""Where one can go, in the order in which it is told."""


USUAL: Final = 3
"""So many lines tell of a card; more where they are needed."""


class Meant(Painted):
    """The moves that there were, with what each would have brought."""

    ground = ON_BOARD
    rows: tuple[Meaning, ...] = ()
    title = ""

    def pieces(self, size: Size) -> Iterable[Piece]:
        """A line for each move, with who made it or would have."""
        for row, text in enumerate(wrapped(self.title, size.width - 2, 2)):
            yield Piece(1, row, text, STRONG)
        wide = max((width(one.move) for one in self.rows), default=0)
        for row, one in enumerate(self.rows[: size.height - 3], 3):
            style = TURN if one.marks else Style.null()
            yield Piece(1, row, fitted(one.move, 11), style)
            told = f"{one.points} ± {one.error}" if one.error else one.points
            yield Piece(min(wide, 11) + 3, row, told, style)
            marks = " ".join(mark[0] for mark in one.marks)
            yield Piece(size.width - 1 - width(marks), row, marks, TURN)


class Study(Room):
    """A moment of a game on the screen."""

    BINDINGS: ClassVar = [
        ("left", "back", ""),
        ("right,space,enter", "on", ""),
        ("up", "trick_back", ""),
        ("down", "trick_on", ""),
        ("pageup", "deal_back", ""),
        ("pagedown", "deal_on", ""),
        ("W,f6", "whole", ""),
        ("escape,Q,f10", "quit", ""),
    ]

    card: int | None = None

    def __init__(self, past: Past, found: dict[str, Any], *, signs: bool) -> None:
        """Begin at a moment."""
        super().__init__(past.language)
        self.past, self.found, self.signs = past, found, signs
        self.bar, self.felt, self.meant = Line(id="title"), Felt(id="felt"), Meant(id="side")
        self.told, self.fan, self.foot = Line(id="asking"), Fan(id="fan"), Keys(id="keys")
        self.told.ground = ON_BOARD

    def compose(self) -> ComposeResult:
        """The parts, from the top."""
        yield self.bar
        with Horizontal(id="table"):
            yield self.felt
            yield self.meant
        yield self.told
        yield self.fan
        yield self.foot
        yield self.small

    @property
    def voice(self) -> Voice:
        """The voice in which the game is told."""
        return voiced(self.found, self.past.language, signs=self.signs)

    def on_mount(self) -> None:
        """Show the first moment."""
        self.show(self.found)

    def show(self, found: dict[str, Any]) -> None:
        """Show a moment; what its moves would have meant is found out meanwhile."""
        self.found = found
        self.draw()
        self.run_worker(self._try(found), exclusive=True)

    async def _try(self, found: dict[str, Any]) -> None:
        tried = await aside(self.past.tried, found["at"])
        if self.found is found:
            self.found = tried
            self.draw(self.card)

    def draw(self, card: int | None = None) -> None:
        """Draw the moment, with what there is to say of a card."""
        self.card = card
        found, voice = self.found, self.voice
        now = scene(heard(found, voice), voice)
        if now.offer and found["played"]:
            now = now._replace(choice=pick(now.offer, found["played"]), cursor=card)
        self.bar.left, self.bar.right = visible(voice.about["title"]), where(voice, found)
        self.felt.scene = self.fan.scene = now._replace(choice=now.choice if now.offer else EMPTY)
        self.meant.rows = tuple(meanings(voice, found)) if found["playouts"] else ()
        self.meant.title = "" if found["seat"] is None else self._title(voice)
        named = card is not None and card < len(now.hand.cards)
        about = about_card(voice, found, now.hand.cards[card or 0]) if named else self._would(voice)
        self.told.left, self.told.below = done(voice, found), about
        self.foot.labels = [(way, *voice.look(way)) for way in WAYS]
        self.told.more = voice.say("whole_key")
        columns, rows = self.app.size
        fan = self.fan.rows(columns)
        self.fan.styles.height = fan
        self.told.styles.height = 1 + max(USUAL, min(tall_as(about, columns - 2), rows - fan - LEFT - 1))
        for part in (self.bar, self.felt, self.meant, self.told, self.fan, self.foot):
            part.letters = not self.signs
            part.paint()

    def _title(self, voice: Voice) -> str:
        """What stands above the moves."""
        return voice.say("on_average" if self.found["playouts"] else "thinking")

    def _would(self, voice: Voice) -> str:
        """What bots would have done."""
        step = (self.found["view"]["asks"] or {}).get("step", "")
        told = [
            voice.say("would", bot=voice.bot(bot), move=voice.move(step, move))
            for bot, move in self.found["bots"].items()
        ]
        return voice.say("bots_would", told=voice.listed(told)) if told else ""

    # Where one goes

    def _go(self, spot: dict[str, int] | None) -> None:
        if spot is not None:
            self.show(self.past.at(spot["deal"], spot["trick"], spot["play"]))

    def action_on(self) -> None:
        """The next moment."""
        self._go(self.found["next"])

    def action_back(self) -> None:
        """The moment before."""
        self._go(self.found["previous"])

    def _trick(self, way: int) -> None:
        tricks = [number for number, _ in self.found["tricks"]]
        place = tricks.index(self.found["at"]["trick"]) + way
        if 0 <= place < len(tricks):
            self.show(self.past.at(self.found["at"]["deal"], tricks[place]))

    def action_trick_on(self) -> None:
        """The next trick."""
        self._trick(1)

    def action_trick_back(self) -> None:
        """The trick before."""
        self._trick(-1)

    def _deal(self, way: int) -> None:
        deals = [deal["deal"] for deal in self.found["deals"]]
        place = (deals.index(self.found["at"]["deal"]) + way) % len(deals)
        self.show(self.past.at(deals[place], None))

    def action_deal_on(self) -> None:
        """The next deal; after the last the first again."""
        self._deal(1)

    def action_deal_back(self) -> None:
        """The deal before."""
        self._deal(-1)

    def action_quit(self) -> None:
        """Stop looking."""
        self.app.exit()

    # What is asked about

    def on_key(self, event: events.Key) -> None:
        """The key of a card tells of it."""
        if event.character and event.character in KEYS:
            event.stop()
            self.draw(KEYS.index(event.character))

    @on(Fan.Chosen)
    @on(Fan.Touched)
    def _touched(self, message: Fan.Chosen | Fan.Touched) -> None:
        self.draw(message.card)

    def action_whole(self) -> None:
        """Read all of what is told of a card, however long it is."""
        if self.told.below:
            self.app.push_screen(Page(Text(self.told.below)))

    def lay(self) -> None:
        """Draw anew, in another size."""
        self.draw(self.card)


class Studying(App[None]):
    """A game to look at."""

    CSS_PATH = "sit.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar = [("ctrl+c,ctrl+q", "leave", "")]

    def __init__(self, past: Past, found: dict[str, Any], *, signs: bool = True) -> None:
        """Take a game and a moment of it."""
        super().__init__()
        self.study = Study(past, found, signs=signs)

    def on_mount(self) -> None:
        """Open it."""
        self.push_screen(self.study)

    def action_leave(self) -> None:
        """Stop looking."""
        self.exit()


def look(past: Past, deal: int | None, trick: int | None, *, signs: bool) -> None:
    """Look at a game from a moment on; TrickbookError if there is none such."""
    Studying(past, past.at(deal, trick), signs=signs).run()
