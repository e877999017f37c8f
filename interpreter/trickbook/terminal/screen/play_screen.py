"""The screen for playing: what keys and clicks do."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import on

from trickbook.problems import TrickbookError
from trickbook.terminal import Refusal, line_texts
from trickbook.terminal.layout import CARD_KEYS, neighbour_card
from trickbook.terminal.screen.cards import HandArea
from trickbook.terminal.screen.question_panel import WORD_KEYS
from trickbook.terminal.screen.screen_state import with_offer
from trickbook.terminal.screen.table_screen import TableScreen
from trickbook.terminal.selection import (
    EMPTY_SELECTION,
    Selection,
    is_playable,
    keyed_words,
    refusal_reason,
    selected_move,
    selection_of,
    toggle_card,
    toggle_word,
    typed_word,
)

if TYPE_CHECKING:
    from textual import events

    from trickbook.terminal.screen.screen_state import ScreenState


class PlayScreen(TableScreen):
    """A table at which cards and answers are chosen by one key, and played by a second."""

    BINDINGS: ClassVar = [
        ("space", "choose", ""),
        ("left", "go('left')", ""),
        ("right", "go('right')", ""),
        ("up", "go('up')", ""),
        ("down", "go('down')", ""),
    ]

    def on_key(self, event: events.Key) -> None:
        """A letter or digit chooses a card or an answer."""
        sign = event.character or ""
        state = self.state
        if not state or not sign or not (sign in CARD_KEYS or sign in WORD_KEYS):
            return
        event.stop()
        if state.offer is None:
            self.change(message=state.narrator.waits(state.view))
        elif state.offer.kind != "answer" and sign in CARD_KEYS:
            self.toggled(CARD_KEYS.index(sign))
        elif state.offer.kind != "answer":
            self.action_word(WORD_KEYS.index(sign))
        elif sign.isdigit():
            self._number(sign)
        elif (place := CARD_KEYS.find(sign)) in range(len(words := keyed_words(state.offer))):
            self.action_word(state.offer.words.index(words[place]))

    def _number(self, sign: str) -> None:
        """Choose a number by its digits, one after the other, or a bid by its level; again, the next one."""
        assert self.state and self.state.offer  # noqa: PT018, S101 - seen by the caller
        offer, before = self.state.offer, self.digits
        again = [before] if before[-1:] == sign else []
        for typed in (before + sign, *again, sign):
            if wanted := typed_word(offer, typed, self.state.choice.word if typed == before else None):
                self.change(choice=Selection(word=wanted))
                self.digits = typed
                return
        begun = (
            typed for typed in (before + sign, sign) if any(word.startswith(typed) for word in offer.words)
        )
        self.digits = next(begun, "")

    def toggled(self, card: int) -> None:
        """Choose a card, or take it back."""
        state = self.state
        if state and state.offer and state.offer.kind != "answer" and card < len(state.offer.cards):
            self.change(choice=toggle_card(state.offer, state.choice, card), cursor=card, touched=None)

    def action_word(self, place: int) -> None:
        """Choose an answer, or take it back."""
        state = self.state
        if state and state.offer and place < len(state.offer.words):
            self.change(choice=toggle_word(state.offer, state.choice, state.offer.words[place]), touched=None)

    def action_go(self, way: str) -> None:
        """Go to another card or answer by an arrow key."""
        state = self.state
        if not state or not state.offer:
            return
        if state.offer.kind == "answer":
            words = state.offer.words
            step = 1 if way in ("right", "down") else -1
            here = words.index(state.choice.word) if state.choice.word else -1 if step > 0 else 0
            self.change(choice=Selection(word=words[(here + step) % len(words)]))
        else:
            card = neighbour_card(self.hand_area.slots(), state.cursor, way)
            self.change(cursor=card, touched=card)

    def action_choose(self) -> None:
        """Choose the card that the arrow keys have come to."""
        if self.state and self.state.cursor is not None:
            self.toggled(self.state.cursor)

    def action_put_back(self) -> None:
        """Put back what is chosen; look at the table as it is."""
        self.change(choice=EMPTY_SELECTION, cursor=None, touched=None, back=False)

    def action_confirm(self) -> None:
        """Play what is chosen. Where nothing is, and only one thing can be, choose that."""
        state = self.state
        if not state or not state.offer:
            self.change(message=state.narrator.waits(state.view) if state else "")
            return
        offer, choice = state.offer, state.choice
        if choice == EMPTY_SELECTION:
            legal = list(state.view["legal"] or ())
            self.change(choice=selection_of(offer, legal[0]) if len(legal) == 1 else EMPTY_SELECTION)
        elif is_playable(offer, choice):
            self.change(offer=None, choice=EMPTY_SELECTION, cursor=None, touched=None, message="")
            self.run_worker(self._play(state, selected_move(offer, choice) or ""))
        elif not refusal_reason(offer, choice):
            self.change(
                message=state.narrator.say(
                    "not_so", move=state.narrator.move("", selected_move(offer, choice))
                )
            )

    async def _play(self, state: ScreenState, wanted: str) -> None:
        """Make a move; if it is refused, ask again by the latest update."""
        try:
            refusal = await self.table.play(wanted)
        except TrickbookError as error:
            refusal = Refusal(state.narrator.refusal(error))
        if refusal and self.state:
            text = line_texts.refusal_text(state.narrator, state.view, wanted, refusal)
            self.display_state(with_offer(self.state, state)._replace(message=text))

    @on(HandArea.Chosen)
    def _clicked(self, message: HandArea.Chosen) -> None:
        self.toggled(message.card)

    @on(HandArea.Touched)
    def _touched(self, message: HandArea.Touched) -> None:
        if self.state and self.state.touched != message.card:
            self.change(touched=message.card)
