"""The study: a game that was played, stepped through on the screen, with what each move would have meant."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final

from rich.style import Style
from rich.text import Text
from textual import on
from textual.app import App
from textual.containers import Horizontal

from trickbook.problems import visible
from trickbook.terminal.canvas import Piece, line_count, text_width, truncated, wrapped_lines
from trickbook.terminal.hand_layout import CARD_KEYS
from trickbook.terminal.screen.bars import KeyBar, TextBar
from trickbook.terminal.screen.canvas_widget import (
    BOARD_STYLE,
    BOLD_STYLE,
    TURN_STYLE,
    CanvasWidget,
)
from trickbook.terminal.screen.hand_area import HandArea
from trickbook.terminal.screen.pages import TextPage
from trickbook.terminal.screen.screen_state import screen_state
from trickbook.terminal.screen.sized_screen import RESERVED_ROWS, SizedScreen
from trickbook.terminal.screen.table_area import TableArea
from trickbook.terminal.selection import EMPTY_SELECTION, selection_of
from trickbook.terminal.stepper_text import (
    as_update,
    card_text,
    move_outcomes,
    move_text,
    position_text,
    stepper_narrator,
)
from trickbook.terminal.threads import in_thread

if TYPE_CHECKING:
    from collections.abc import Iterable

    from textual import events
    from textual.app import ComposeResult
    from textual.geometry import Size

    from trickbook.terminal.narrator import Narrator
    from trickbook.terminal.stepper_text import MoveOutcome, SteppedGame

SHOWN_WAYS: Final = ("back", "on", "trick_back", "trick_on", "deal_on", "quit")
"""Where one can go, in the order in which it is told."""


MIN_TEXT_ROWS: Final = 3
"""So many lines tell of a card; more where they are needed."""


class OutcomePanel(CanvasWidget):
    """The moves that there were, with what each would have brought."""

    ground = BOARD_STYLE
    rows: tuple[MoveOutcome, ...] = ()
    title = ""

    def pieces(self, size: Size) -> Iterable[Piece]:
        """A line for each move, with who made it or would have."""
        for row, text in enumerate(wrapped_lines(self.title, size.width - 2, 2)):
            yield Piece(1, row, text, BOLD_STYLE)
        wide = max((text_width(one.move) for one in self.rows), default=0)
        for row, one in enumerate(self.rows[: size.height - 3], 3):
            style = TURN_STYLE if one.marks else Style.null()
            yield Piece(1, row, truncated(one.move, 11), style)
            told = f"{one.points} ± {one.error}" if one.error else one.points
            yield Piece(min(wide, 11) + 3, row, told, style)
            marks = " ".join(mark[0] for mark in one.marks)
            yield Piece(size.width - 1 - text_width(marks), row, marks, TURN_STYLE)


class StepperScreen(SizedScreen):
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

    def __init__(self, past: SteppedGame, found: dict[str, Any], *, signs: bool) -> None:
        """Begin at a moment."""
        super().__init__(past.language)
        self.past, self.found, self.signs = past, found, signs
        self.bar, self.felt, self.meant = TextBar(id="title"), TableArea(id="felt"), OutcomePanel(id="side")
        self.told, self.fan, self.foot = TextBar(id="asking"), HandArea(id="fan"), KeyBar(id="keys")
        self.told.ground = BOARD_STYLE

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
    def voice(self) -> Narrator:
        """The voice in which the game is told."""
        return stepper_narrator(self.found, self.past.language, signs=self.signs)

    def on_mount(self) -> None:
        """Show the first moment."""
        self.show(self.found)

    def show(self, found: dict[str, Any]) -> None:
        """Show a moment; what its moves would have meant is found out meanwhile."""
        self.found = found
        self.draw()
        self.run_worker(self._try(found), exclusive=True)

    async def _try(self, found: dict[str, Any]) -> None:
        tried = await in_thread(self.past.tried, found["at"])
        if self.found is found:
            self.found = tried
            self.draw(self.card)

    def draw(self, card: int | None = None) -> None:
        """Draw the moment, with what there is to say of a card."""
        self.card = card
        found, voice = self.found, self.voice
        now = screen_state(as_update(found, voice), voice)
        if now.offer and found["played"]:
            now = now._replace(choice=selection_of(now.offer, found["played"]), cursor=card)
        self.bar.left, self.bar.right = visible(voice.about["title"]), position_text(voice, found)
        self.felt.scene = self.fan.scene = now._replace(choice=now.choice if now.offer else EMPTY_SELECTION)
        self.meant.rows = tuple(move_outcomes(voice, found)) if found["playouts"] else ()
        self.meant.title = "" if found["seat"] is None else self._title(voice)
        named = card is not None and card < len(now.hand.cards)
        about = card_text(voice, found, now.hand.cards[card or 0]) if named else self._would(voice)
        self.told.left, self.told.below = move_text(voice, found), about
        self.foot.labels = [(way, *voice.look(way)) for way in SHOWN_WAYS]
        self.told.more = voice.say("whole_key")
        columns, rows = self.app.size
        fan = self.fan.rows(columns)
        self.fan.styles.height = fan
        self.told.styles.height = 1 + max(
            MIN_TEXT_ROWS, min(line_count(about, columns - 2), rows - fan - RESERVED_ROWS - 1)
        )
        for part in (self.bar, self.felt, self.meant, self.told, self.fan, self.foot):
            part.letters = not self.signs
            part.paint()

    def _title(self, voice: Narrator) -> str:
        """What stands above the moves."""
        return voice.say("on_average" if self.found["playouts"] else "thinking")

    def _would(self, voice: Narrator) -> str:
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
        if event.character and event.character in CARD_KEYS:
            event.stop()
            self.draw(CARD_KEYS.index(event.character))

    @on(HandArea.Chosen)
    @on(HandArea.Touched)
    def _touched(self, message: HandArea.Chosen | HandArea.Touched) -> None:
        self.draw(message.card)

    def action_whole(self) -> None:
        """Read all of what is told of a card, however long it is."""
        if self.told.below:
            self.app.push_screen(TextPage(Text(self.told.below)))

    def lay(self) -> None:
        """Draw anew, in another size."""
        self.draw(self.card)


class StepperApp(App[None]):
    """A game to look at."""

    CSS_PATH = "sit.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar = [("ctrl+c,ctrl+q", "leave", "")]

    def __init__(self, past: SteppedGame, found: dict[str, Any], *, signs: bool = True) -> None:
        """Take a game and a moment of it."""
        super().__init__()
        self.study = StepperScreen(past, found, signs=signs)

    def on_mount(self) -> None:
        """Open it."""
        self.push_screen(self.study)

    def action_leave(self) -> None:
        """Stop looking."""
        self.exit()


def run_stepper_app(past: SteppedGame, deal: int | None, trick: int | None, *, signs: bool) -> None:
    """Look at a game from a moment on; TrickbookError if there is none such."""
    StepperApp(past, past.at(deal, trick), signs=signs).run()
