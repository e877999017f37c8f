"""The question to the player, the possible answers, a request to take back, and the last messages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from trickbook.cards.deck import MARK
from trickbook.problems import visible
from trickbook.seat.texts import translate
from trickbook.terminal.layout import CARD_KEYS
from trickbook.terminal.screen.canvas import (
    BOARD_STYLE,
    BOLD_STYLE,
    BUTTON_STYLE,
    DIM_STYLE,
    KEY_STYLE,
    TURN_STYLE,
    CanvasWidget,
    ClickArea,
    Piece,
    line_count,
    text_width,
    truncated,
    truncated_lines,
)
from trickbook.terminal.selection import Offer, is_playable, keyed_words, refusal_reason, selected_move

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from textual.geometry import Size

    from trickbook.terminal.narrator import Narrator
    from trickbook.terminal.screen.screen_state import ScreenState
    from trickbook.terminal.table_interface import TakeBackRequest

WORD_KEYS: Final = ".,"
"""The keys of words that are said instead of naming cards."""

REQUEST_ANSWERS: Final = (("Y", "agree", True), ("N", "refuse", False))
"""The answers to a request to take back, each with its key."""


class QuestionPanel(CanvasWidget):
    """A line that tells what is asked, with a button to do it; the answers; what was told last.

    A request to take back has a line of its own before that, as long as it waits.
    """

    ground = BOARD_STYLE
    state: ScreenState | None = None

    def rows(self, columns: int, *, tall: bool, most: int) -> int:
        """Return how many lines it takes; up to so many where more is told than usual."""
        waits = self.state is not None and not self.state.view["phase"]
        first, usual = 1 + sum(1 for _ in self._answers(columns)), 5 if waits else 3 if tall else 2
        requests = int(self.state is not None and self.state.update.request is not None)
        told = requests + line_count(self.message(), columns - 2)
        return first + max(usual, min(told, most - first))

    def pieces(self, size: Size) -> Iterable[Piece]:
        """The lines, from the top."""
        self.spots = []
        if self.state is None:
            return []
        columns, rows = size
        pieces = [*self._asked(columns)]
        line = 1
        for words in self._answers(columns):
            pieces += [piece._replace(y=line) for piece in words]
            line += 1
        if self.state.update.request is not None:
            pieces += self._request(self.state.narrator, self.state.update.request, line, columns)
            line += 1
        told = truncated_lines(self.message(), columns - 2, rows - line, self.state.narrator.say("whole_key"))
        return [*pieces, *(Piece(1, line + place, text, DIM_STYLE) for place, text in enumerate(told))]

    def _asked(self, columns: int) -> Iterator[Piece]:
        """Yield what is asked, and the button for what is chosen."""
        assert self.state  # noqa: S101 - seen by the caller
        label = self._button()
        room = columns - 2 - (text_width(label) + 4 if label else 0)
        state = self.state
        yield Piece(1, 0, truncated(question_text(state), room), TURN_STYLE if state.offer else BOLD_STYLE)
        if label:
            text = f" {label} "
            start = columns - 1 - text_width(text)
            yield Piece(start, 0, text, BUTTON_STYLE)
            self.spots = [*self.spots, ClickArea(0, start, start + text_width(text), "confirm")]

    def _button(self) -> str:
        state = self.state
        if state is None or state.offer is None or not is_playable(state.offer, state.choice):
            return ""
        told = selected_move(state.offer, state.choice)
        step = state.view["asks"]["step"]
        key = (
            "say_it"
            if state.choice.word is not None
            else "play"
            if state.offer.kind == "play"
            else "choose_it"
        )
        return state.narrator.say(key, move=state.narrator.move(step, told))

    def _answers(self, columns: int) -> Iterator[list[Piece]]:
        """The answers side by side, in as many lines as they need."""
        state = self.state
        if state is None or state.offer is None:
            return
        step, x, line = state.view["asks"]["step"], 1, list[Piece]()
        row, numbers = 1, all(word.isdigit() for word in state.offer.words)
        for place, word in enumerate(state.offer.words):
            key = "" if numbers else _key(state.offer, place, word)
            label = f" {state.narrator.move(step, word)} "
            size = 2 * bool(key) + text_width(label) + 1
            if x + size > columns and line:
                yield line
                x, line, row = 1, [], row + 1
            chosen, withheld = state.choice.word == word, word in state.offer.why
            style = DIM_STYLE if withheld else KEY_STYLE
            line.append(Piece(x, 0, f"{key} " if key else "", style))
            face = BUTTON_STYLE if chosen else DIM_STYLE if withheld else BOLD_STYLE
            line.append(Piece(x + 2 * bool(key), 0, label, face))
            self.spots = [*self.spots, ClickArea(row, x, x + size - 1, f"word({place})")]
            x += size + 1
        if line:
            yield line

    def _request(
        self, narrator: Narrator, request: TakeBackRequest, line: int, columns: int
    ) -> Iterator[Piece]:
        """Yield who asks to take back, and the two answers if one's own is awaited."""
        x = 1 + text_width(asked := narrator.request(request)) + 1
        yield Piece(1, line, truncated(asked, columns - 2), TURN_STYLE)
        for key, answer, agrees in REQUEST_ANSWERS if narrator.own in request.waits else ():
            label = f" {translate(narrator.language, f'page.back.{answer}')} "
            yield Piece(x, line, f"{key} ", KEY_STYLE)
            yield Piece(x + 2, line, label, BUTTON_STYLE)
            end = x + 2 + text_width(label)
            self.spots = [*self.spots, ClickArea(line, x, end, f"agree({agrees})")]
            x = end + 1

    def message(self) -> str:
        """The reason why what is chosen may not be played, or what was told last."""
        state = self.state
        if state is None:
            return ""
        if state.touched is not None and state.touched < len(state.hand.cards):
            return _about(state, state.hand.cards[state.touched])
        why = refusal_reason(state.offer, state.choice) if state.offer else None
        return state.narrator.reason(why) if why else state.message


def _key(offer: Offer, place: int, word: str) -> str:
    """The key that chooses an answer; none for a bid, whose level is typed."""
    if offer.kind != "answer":
        return WORD_KEYS[place : place + 1]
    keyed = keyed_words(offer)
    return CARD_KEYS[keyed.index(word)] if word in keyed[: len(CARD_KEYS)] else ""


def _about(state: ScreenState, card: str) -> str:
    """Return what a card is called, and why it may not be played."""
    name = str(state.narrator.about["cards"].get(card.removesuffix(MARK), {}).get("name", card))
    why = state.view["why"].get(card)
    return state.narrator.say("said", who=name, what=state.narrator.reason(why)) if why else name


def question_text(state: ScreenState) -> str:
    """Return what the table wants, in a line."""
    narrator, view = state.narrator, state.view
    asks: dict[str, Any] | None = view["asks"]
    if view["phase"] == "over":
        told = f"{narrator.outcome(view['winners'])} {narrator.say('again_key')}"
    elif not view["phase"]:
        told = f"{narrator.waits(view)} {narrator.say('fill_key')}"
    elif asks is None or state.offer is None:
        told = narrator.waits(view)
    elif asks["kind"] == "answer":
        told = visible(asks["title"])
    elif asks["kind"] == "play":
        told = narrator.say("your_play" if view["trick"] else "your_lead", title=visible(asks["title"]))
    else:
        told = _choosing(state, state.offer, narrator.asked(asks))
    return told


def _choosing(state: ScreenState, offer: Offer, title: str) -> str:
    """Return how many cards are to be chosen, and how many are."""
    low, high = offer.low, min(offer.high, sum(offer.offered.values()))
    if high < 1:
        return state.narrator.say("nothing_to_choose", title=title)
    key = "asks_so_many" if low == high else "asks_up_to"
    return state.narrator.say(
        key, title=title, count=low, low=low, high=high, chosen=len(state.choice.places)
    )
