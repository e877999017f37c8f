"""A record stepped through on the screen, with the outcome of each legal move."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final

from rich.style import Style
from rich.text import Text
from textual import on
from textual.app import App

from trickbook.problems import visible
from trickbook.terminal.layout import CARD_KEYS
from trickbook.terminal.process import in_thread
from trickbook.terminal.screen.canvas import (
    BOARD_STYLE,
    BOLD_STYLE,
    TURN_STYLE,
    CanvasWidget,
    Piece,
    line_count,
    text_width,
    truncated,
    wrapped_lines,
)
from trickbook.terminal.screen.cards import HandArea
from trickbook.terminal.screen.pages import TextPage
from trickbook.terminal.screen.panels import TextBar
from trickbook.terminal.screen.screen_state import screen_state
from trickbook.terminal.screen.table_screen import SizedScreen
from trickbook.terminal.selection import EMPTY_SELECTION, selection_of
from trickbook.terminal.stepper_text import (
    bots_text,
    card_text,
    move_outcomes,
    move_text,
    position_text,
    stepper_narrator,
)
from trickbook.terminal.table_interface import TableUpdate

if TYPE_CHECKING:
    from collections.abc import Iterable

    from textual import events
    from textual.geometry import Size

    from trickbook.terminal.narrator import Narrator
    from trickbook.terminal.stepper_text import MoveOutcome, SteppedGame

SHOWN_WAYS: Final = ("back", "on", "trick_back", "trick_on", "deal_on")
"""The steps whose keys are shown, in this order."""

MIN_TEXT_ROWS: Final = 3
"""Rows for the text about a card; a longer text takes more."""


class OutcomePanel(CanvasWidget):
    """The legal moves, each with the points that it would have scored."""

    ground = BOARD_STYLE
    rows: tuple[MoveOutcome, ...] = ()
    title = ""

    def pieces(self, size: Size) -> Iterable[Piece]:
        """A line for each move, marked with who made it or would have."""
        for row, text in enumerate(wrapped_lines(self.title, size.width - 2, 2)):
            yield Piece(1, row, text, BOLD_STYLE)
        wide = max((text_width(one.move) for one in self.rows), default=0)
        for row, one in enumerate(self.rows[: size.height - 3], 3):
            style = TURN_STYLE if one.marks else Style.null()
            yield Piece(1, row, truncated(one.move, 11), style)
            points = f"{one.points} ± {one.error}" if one.error else one.points
            yield Piece(min(wide, 11) + 3, row, points, style)
            marks = " ".join(mark[0] for mark in one.marks)
            yield Piece(size.width - 1 - text_width(marks), row, marks, TURN_STYLE)


class StepperScreen(SizedScreen):
    """One moment of a game."""

    BINDINGS: ClassVar = [
        ("left", "step('back')", ""),
        ("right,space,enter", "step('on')", ""),
        ("up", "step('trick_back')", ""),
        ("down", "step('trick_on')", ""),
        ("pageup", "step('deal_back')", ""),
        ("pagedown", "step('deal_on')", ""),
        ("W,f6", "whole", ""),
        ("escape,Q,f10", "quit", ""),
    ]

    card: int | None = None

    def __init__(self, game: SteppedGame, moment: dict[str, Any], *, signs: bool) -> None:
        """Begin at a moment."""
        self.title_bar, self.about = TextBar(id="title"), TextBar(id="asking")
        self.outcomes = OutcomePanel(id="side")
        super().__init__(game.language, self.title_bar, self.outcomes, self.about)
        self.game, self.moment, self.signs = game, moment, signs
        self.about.ground = BOARD_STYLE

    def on_mount(self) -> None:
        """Show the first moment."""
        self.show(self.moment)

    def show(self, moment: dict[str, Any]) -> None:
        """Show a moment at once, and the outcome of its moves when it is known."""
        self.moment = moment
        self.draw()
        self.run_worker(self._try(moment), exclusive=True)

    async def _try(self, moment: dict[str, Any]) -> None:
        tried = await in_thread(self.game.tried, moment["at"])
        if self.moment is moment:
            self.moment = tried
            self.draw(self.card)

    def draw(self, card: int | None = None) -> None:
        """Draw the moment, with the text about a card."""
        self.card, moment = card, self.moment
        narrator = stepper_narrator(moment, self.language, signs=self.signs)
        state = screen_state(TableUpdate(moment["view"], narrator.seats), narrator)
        chosen = EMPTY_SELECTION
        if state.offer and moment["played"]:
            chosen, state = selection_of(state.offer, moment["played"]), state._replace(cursor=card)
        self.table_area.state = self.hand_area.state = state._replace(choice=chosen)
        about = bots_text(narrator, moment)
        if card is not None and card < len(state.hand.cards):
            about = card_text(narrator, moment, state.hand.cards[card])
        self._write(narrator, moment, about)
        self.paint(
            lambda columns, most: 1 + max(MIN_TEXT_ROWS, min(line_count(about, columns - 2), most - 1)),
            signs=self.signs,
        )

    def _write(self, narrator: Narrator, moment: dict[str, Any], about: str) -> None:
        """Write the texts of a moment into the bars and the panel."""
        self.title_bar.left = visible(narrator.about["title"])
        self.title_bar.right = position_text(narrator, moment)
        self.outcomes.rows = tuple(move_outcomes(narrator, moment)) if moment["playouts"] else ()
        title = narrator.say("on_average" if moment["playouts"] else "thinking")
        self.outcomes.title = "" if moment["seat"] is None else title
        self.about.left, self.about.below = move_text(narrator, moment), about
        self.about.more = narrator.say("whole_key")
        self.key_bar.labels = [(f"step('{way}')", *narrator.look(way)) for way in SHOWN_WAYS]
        self.key_bar.labels += [("quit", *narrator.look("quit"))]

    def action_step(self, way: str) -> None:
        """Go to another moment, if there is one that way."""
        if moment := self.game.step(self.moment, way):
            self.show(moment)

    def action_quit(self) -> None:
        """Stop looking."""
        self.app.exit()

    def on_key(self, event: events.Key) -> None:
        """The key of a card shows the text about it."""
        if event.character and event.character in CARD_KEYS:
            event.stop()
            self.draw(CARD_KEYS.index(event.character))

    @on(HandArea.Chosen)
    @on(HandArea.Touched)
    def _touched(self, message: HandArea.Chosen | HandArea.Touched) -> None:
        self.draw(message.card)

    def action_whole(self) -> None:
        """Show the whole text about a card on a page."""
        if self.about.below:
            self.app.push_screen(TextPage(Text(self.about.below)))

    def redraw(self) -> None:
        """Draw the moment in another size."""
        self.draw(self.card)


class StepperApp(App[None]):
    """The app that steps through a record."""

    CSS_PATH = "sit.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar = [("ctrl+c,ctrl+q", "quit", "")]

    def __init__(self, game: SteppedGame, moment: dict[str, Any], *, signs: bool = True) -> None:
        """Take a game and one of its moments."""
        super().__init__()
        self.stepper = StepperScreen(game, moment, signs=signs)

    def on_mount(self) -> None:
        """Show the screen."""
        self.push_screen(self.stepper)


def run_stepper_app(game: SteppedGame, deal: int | None, trick: int | None, *, signs: bool) -> None:
    """Step through a game from a moment on; raises TrickbookError if there is no such moment."""
    StepperApp(game, game.at(deal, trick), signs=signs).run()
