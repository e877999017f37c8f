"""The board: the table on the screen, and what keys and clicks do there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final

from textual import on
from textual.containers import Horizontal

from trickbook.problems import visible
from trickbook.terminal import reciting
from trickbook.terminal.choice import EMPTY, Choice, move, pick, ready, refused, say, toggle
from trickbook.terminal.fan import KEYS, beyond
from trickbook.terminal.screen.asking import WORD_KEYS, Asking
from trickbook.terminal.screen.bars import ACTIONS, Keys, Title
from trickbook.terminal.screen.felt import Felt
from trickbook.terminal.screen.hand import Fan
from trickbook.terminal.screen.pages import Leaving, Page, Sheet, help_text, leave_text, rules_text
from trickbook.terminal.screen.room import Room
from trickbook.terminal.screen.side import Side

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from textual import events
    from textual.app import ComposeResult

    from trickbook.terminal.screen.scene import Scene
    from trickbook.terminal.tables import Refusal, Table


TALL: Final = 30
"""From so many rows on there is room for more to be told."""


class Board(Room):
    """The table, one's hand below it, and the keys."""

    BINDINGS: ClassVar = [
        ("enter", "confirm", ""),
        ("escape", "take_back", ""),
        ("space", "choose", ""),
        ("left", "go('left')", ""),
        ("right", "go('right')", ""),
        ("up", "go('up')", ""),
        ("down", "go('down')", ""),
        ("H,f2", "hint", ""),
        ("L,f3", "last", ""),
        ("S,f4", "scores", ""),
        ("R,f5", "rules", ""),
        ("question_mark,f1", "help", ""),
        ("F", "fill", ""),
        ("A", "again", ""),
        ("Q,f10", "quit", ""),
    ]

    def __init__(self, table: Table, language: str) -> None:
        """Lay an empty table."""
        super().__init__(language)
        self.table = table
        self.found: Scene | None = None
        self.felt, self.side, self.asking, self.fan = (
            Felt(id="felt"),
            Side(id="side"),
            Asking(id="asking"),
            Fan(id="fan"),
        )
        self.bar, self.foot = Title(id="title"), Keys(id="keys")
        self.digits = ""

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

    # What is shown

    @property
    def message(self) -> str:
        """What was told last."""
        return self.found.message if self.found else ""

    def display_scene(self, found: Scene) -> None:
        """Show another scene."""
        self.found, self.digits = found, ""
        self.bar.scene = self.felt.scene = self.side.scene = self.asking.scene = self.fan.scene = found
        self.foot.labels = [(action, *found.voice.key(action)) for action in ACTIONS]
        columns, rows = self.app.size
        self.fan.styles.height = self.fan.rows(columns)
        self.asking.styles.height = self.asking.rows(columns, tall=rows >= TALL)
        for part in (self.bar, self.felt, self.side, self.asking, self.fan, self.foot):
            part.letters = not found.voice.ink.signs
            part.paint()

    def _change(self, **parts: Any) -> None:
        if self.found:
            self.display_scene(self.found._replace(**parts))

    def lay(self) -> None:
        """Lay the table anew."""
        self._change()

    # What keys and clicks do

    def on_key(self, event: events.Key) -> None:
        """A letter or digit chooses a card or an answer."""
        sign = event.character or ""
        found = self.found
        if not found or not sign or not (sign in KEYS or sign in WORD_KEYS):
            return
        event.stop()
        if found.offer is None:
            self._change(message=found.voice.waits(found.view))
        elif found.offer.kind != "answer" and sign in KEYS:
            self.toggled(KEYS.index(sign))
        elif found.offer.kind != "answer":
            self.action_word(WORD_KEYS.index(sign))
        elif sign.isdigit():
            self._number(sign)
        elif sign in KEYS:
            self.action_word(KEYS.index(sign))

    def _number(self, sign: str) -> None:
        """Choose a number by its digits, one after the other."""
        assert self.found and self.found.offer  # noqa: PT018, S101 - seen by the caller
        words = self.found.offer.words
        wanted = next((typed for typed in (self.digits + sign, sign) if typed in words), None)
        if wanted is not None:
            self._change(choice=Choice(word=wanted))
            self.digits = wanted

    def toggled(self, card: int) -> None:
        """Choose a card, or take it back."""
        found = self.found
        if found and found.offer and found.offer.kind != "answer" and card < len(found.offer.cards):
            self._change(choice=toggle(found.offer, found.choice, card), cursor=card, touched=None)

    def action_word(self, place: int) -> None:
        """Choose an answer, or take it back."""
        found = self.found
        if found and found.offer and place < len(found.offer.words):
            self._change(choice=say(found.offer, found.choice, found.offer.words[place]), touched=None)

    def action_go(self, way: str) -> None:
        """Go to another card or answer by an arrow key."""
        found = self.found
        if not found or not found.offer:
            return
        if found.offer.kind == "answer":
            words = found.offer.words
            step = 1 if way in ("right", "down") else -1
            here = words.index(found.choice.word) if found.choice.word else -1 if step > 0 else 0
            self._change(choice=Choice(word=words[(here + step) % len(words)]))
        else:
            card = beyond(self.fan.slots(), found.cursor, way)
            self._change(cursor=card, touched=card)

    def action_choose(self) -> None:
        """Choose the card that the arrow keys have come to."""
        if self.found and self.found.cursor is not None:
            self.toggled(self.found.cursor)

    def action_take_back(self) -> None:
        """Take back what is chosen; look at the table as it is."""
        self._change(choice=EMPTY, cursor=None, touched=None, back=False)

    def action_confirm(self) -> None:
        """Play what is chosen. Where nothing is, and only one thing can be, choose that."""
        found = self.found
        if not found or not found.offer:
            self._change(message=found.voice.waits(found.view) if found else "")
            return
        offer, choice = found.offer, found.choice
        if choice == EMPTY:
            legal = list(found.view["legal"] or ())
            self._change(choice=pick(offer, legal[0]) if len(legal) == 1 else EMPTY)
        elif ready(offer, choice):
            self._change(offer=None, choice=EMPTY, cursor=None, touched=None, message="")
            self.run_worker(self._play(found, move(offer, choice) or ""))
        elif not refused(offer, choice):
            self._change(message=found.voice.say("not_so", move=found.voice.move("", move(offer, choice))))

    async def _play(self, found: Scene, wanted: str) -> None:
        """Make a move; if it is refused, nothing is lost."""
        refusal = await self.table.play(wanted)
        if refusal:
            told = reciting.refused(found.voice, found.view, wanted, refusal)
            self.display_scene(found._replace(message=told))

    def action_hint(self) -> None:
        """Choose what a bot would."""
        self.run_worker(self._hint(), exclusive=True)

    async def _hint(self) -> None:
        advice = await self.table.hint()
        if not (self.found and self.found.offer and advice):
            self._change(message=self.found.voice.say("no_hint") if self.found else "")
            return
        told = " ".join(reciting.hint(self.found.voice, self.found.view, advice))
        self._change(choice=pick(self.found.offer, advice.move), message=told, touched=None)

    def action_fill(self) -> None:
        """Let bots have the empty seats."""
        if self.found and not self.found.view["phase"]:
            self.run_worker(self._asked(self.table.fill))

    def action_again(self) -> None:
        """Another match, once this one is over."""
        if self.found and self.found.view["phase"] == "over":
            self.run_worker(self._asked(self.table.again))

    async def _asked(self, ask: Callable[[], Awaitable[Refusal | None]]) -> None:
        if refusal := await ask():
            self._change(message=visible(refusal.message))

    def action_last(self) -> None:
        """Look at the last trick, and back."""
        if self.found:
            self._change(back=not self.found.back)

    def action_scores(self) -> None:
        """Open the score sheet."""
        if self.found:
            deals = len(self.found.view["deals"])
            self.app.push_screen(Sheet(self.found.voice, self.found.view, self.table, deals))

    def action_rules(self) -> None:
        """Read the rules of this table."""
        if self.found:
            self.app.push_screen(Page(rules_text(self.found.voice, self.found.view)))

    def action_help(self) -> None:
        """Read what can be done."""
        if self.found:
            self.app.push_screen(Page(help_text(self.found.voice)))

    def action_quit(self) -> None:
        """Leave, if one means it."""
        if self.found:
            self.app.push_screen(Leaving(leave_text(self.found.voice)), self._left)

    def _left(self, answer: str | None) -> None:
        if answer == "leave":
            self.app.exit()

    @on(Fan.Chosen)
    def _clicked(self, message: Fan.Chosen) -> None:
        self.toggled(message.card)

    @on(Fan.Touched)
    def _touched(self, message: Fan.Touched) -> None:
        if self.found and self.found.touched != message.card:
            self._change(touched=message.card)
