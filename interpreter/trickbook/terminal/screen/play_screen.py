"""The board: a table at which one plays, and what keys and clicks do there."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import on

from trickbook.problems import TrickbookError
from trickbook.terminal import line_texts
from trickbook.terminal.hand_layout import CARD_KEYS, neighbour_card
from trickbook.terminal.screen.hand_area import HandArea
from trickbook.terminal.screen.question_panel import WORD_KEYS
from trickbook.terminal.screen.table_screen import TableScreen
from trickbook.terminal.selection import (
    EMPTY_SELECTION,
    Selection,
    is_playable,
    refusal_reason,
    selected_move,
    selection_of,
    toggle_card,
    toggle_word,
)
from trickbook.terminal.table_interface import Refusal

if TYPE_CHECKING:
    from textual import events

    from trickbook.terminal.screen.screen_state import ScreenState


class PlayScreen(TableScreen):
    """A table at which cards and answers are chosen by one key, and played by a second."""

    BINDINGS: ClassVar = [
        ("enter", "confirm", ""),
        ("escape", "take_back", ""),
        ("space", "choose", ""),
        ("left", "go('left')", ""),
        ("right", "go('right')", ""),
        ("up", "go('up')", ""),
        ("down", "go('down')", ""),
    ]

    digits = ""

    def display_scene(self, found: ScreenState) -> None:
        """Show another scene; a number that was begun is forgotten."""
        self.digits = ""
        super().display_scene(found)

    def on_key(self, event: events.Key) -> None:
        """A letter or digit chooses a card or an answer."""
        sign = event.character or ""
        found = self.found
        if not found or not sign or not (sign in CARD_KEYS or sign in WORD_KEYS):
            return
        event.stop()
        if found.offer is None:
            self.change(message=found.voice.waits(found.view))
        elif found.offer.kind != "answer" and sign in CARD_KEYS:
            self.toggled(CARD_KEYS.index(sign))
        elif found.offer.kind != "answer":
            self.action_word(WORD_KEYS.index(sign))
        elif sign.isdigit():
            self._number(sign)
        elif sign in CARD_KEYS:
            self.action_word(CARD_KEYS.index(sign))

    def _number(self, sign: str) -> None:
        """Choose a number by its digits, one after the other."""
        assert self.found and self.found.offer  # noqa: PT018, S101 - seen by the caller
        words = self.found.offer.words
        wanted = next((typed for typed in (self.digits + sign, sign) if typed in words), None)
        if wanted is not None:
            self.change(choice=Selection(word=wanted))
            self.digits = wanted

    def toggled(self, card: int) -> None:
        """Choose a card, or take it back."""
        found = self.found
        if found and found.offer and found.offer.kind != "answer" and card < len(found.offer.cards):
            self.change(choice=toggle_card(found.offer, found.choice, card), cursor=card, touched=None)

    def action_word(self, place: int) -> None:
        """Choose an answer, or take it back."""
        found = self.found
        if found and found.offer and place < len(found.offer.words):
            self.change(choice=toggle_word(found.offer, found.choice, found.offer.words[place]), touched=None)

    def action_go(self, way: str) -> None:
        """Go to another card or answer by an arrow key."""
        found = self.found
        if not found or not found.offer:
            return
        if found.offer.kind == "answer":
            words = found.offer.words
            step = 1 if way in ("right", "down") else -1
            here = words.index(found.choice.word) if found.choice.word else -1 if step > 0 else 0
            self.change(choice=Selection(word=words[(here + step) % len(words)]))
        else:
            card = neighbour_card(self.fan.slots(), found.cursor, way)
            self.change(cursor=card, touched=card)

    def action_choose(self) -> None:
        """Choose the card that the arrow keys have come to."""
        if self.found and self.found.cursor is not None:
            self.toggled(self.found.cursor)

    def action_take_back(self) -> None:
        """Take back what is chosen; look at the table as it is."""
        self.change(choice=EMPTY_SELECTION, cursor=None, touched=None, back=False)

    def action_confirm(self) -> None:
        """Play what is chosen. Where nothing is, and only one thing can be, choose that."""
        found = self.found
        if not found or not found.offer:
            self.change(message=found.voice.waits(found.view) if found else "")
            return
        offer, choice = found.offer, found.choice
        if choice == EMPTY_SELECTION:
            legal = list(found.view["legal"] or ())
            self.change(choice=selection_of(offer, legal[0]) if len(legal) == 1 else EMPTY_SELECTION)
        elif is_playable(offer, choice):
            self.change(offer=None, choice=EMPTY_SELECTION, cursor=None, touched=None, message="")
            self.run_worker(self._play(found, selected_move(offer, choice) or ""))
        elif not refusal_reason(offer, choice):
            self.change(
                message=found.voice.say("not_so", move=found.voice.move("", selected_move(offer, choice)))
            )

    async def _play(self, found: ScreenState, wanted: str) -> None:
        """Make a move; if it is refused, nothing is lost."""
        try:
            refusal = await self.table.play(wanted)
        except TrickbookError as error:
            refusal = Refusal(str(error))
        if refusal:
            told = line_texts.refusal_text(found.voice, found.view, wanted, refusal)
            self.display_scene(found._replace(message=told))

    @on(HandArea.Chosen)
    def _clicked(self, message: HandArea.Chosen) -> None:
        self.toggled(message.card)

    @on(HandArea.Touched)
    def _touched(self, message: HandArea.Touched) -> None:
        if self.found and self.found.touched != message.card:
            self.change(touched=message.card)
