"""The question to the player, the possible answers, a request to take back, and the last messages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from textual.containers import Horizontal, ItemGrid, Vertical, VerticalScroll
from textual.content import Content
from textual.reactive import reactive
from textual.widgets import Button, Label, Static

from trickbook.cards.deck import MARK
from trickbook.problems import visible
from trickbook.seat.texts import translate
from trickbook.terminal.layout import CARD_KEYS
from trickbook.terminal.screen.cards import text_width
from trickbook.terminal.selection import Offer, is_playable, keyed_words, refusal_reason, selected_move

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from trickbook.terminal.screen.screen_state import ScreenState

WORD_KEYS: Final = ".,"
"""The keys of words that are said instead of naming cards."""

MAX_BUTTONS: Final = 60
"""So many answers have a button each; numbers beyond are typed."""

ANSWER_KEYS: Final = {"agree": "Y", "refuse": "N"}
"""The answers to a request to take back, each with its key."""


class MouseButton(Button, can_focus=False):
    """A button for the mouse alone: keys do the same."""

    def __init__(self, action: str, **named: Any) -> None:
        """Take an action of the screen."""
        super().__init__("", action=f"screen.{action}", compact=True, **named)

    def rename(self, *label: str | tuple[str, str]) -> None:
        """Write another label, of parts with styles, and take the room that it needs; hide without one."""
        self.set_reactive(Button.label, Content.assemble(*label))
        self.display = bool(self.label)
        self.refresh(layout=True)


class AnswerButton(MouseButton):
    """A button for an answer, with its key; it shows whether it is chosen and whether a rule forbids it."""

    state: reactive[ScreenState | None] = reactive(None)

    def __init__(self, key: str, answer: str, place: int) -> None:
        """Take the place of the answer among those of the question."""
        super().__init__(f"word({place})")
        self.key, self.answer, self.place = key, answer, place

    def watch_state(self, state: ScreenState | None) -> None:
        """Show another state."""
        if state and state.offer and self.place < len(state.offer.words):
            word = state.offer.words[self.place]
            chosen = state.choice.word == word
            self.set_class(chosen, "-chosen")
            self.set_class(word in state.offer.why, "-withheld")
            self.rename((self.key, "" if chosen else "bold $key"), " " if self.key else "", self.answer)


class AnswerGrid(ItemGrid):
    """The answers side by side, each with its key."""

    state: reactive[ScreenState | None] = reactive(None)
    answers: reactive[tuple[tuple[str, str], ...]] = reactive((), recompose=True)

    def compose(self) -> ComposeResult:
        """A button for each answer."""
        for place, (key, answer) in enumerate(self.answers):
            yield AnswerButton(key, answer, place).data_bind(AnswerGrid.state)

    def watch_state(self, state: ScreenState | None) -> None:
        """Show another state; buttons stay as long as the same is asked."""
        self.answers = answer_labels(state) if state else ()
        self.display = bool(self.answers)
        widths = [text_width(f"{key} {label}") + 2 for key, label in self.answers]
        self.min_column_width = self.max_column_width = max(widths, default=None)


def answer_labels(state: ScreenState) -> tuple[tuple[str, str], ...]:
    """The answers to a question, each with the key that chooses it; none for a bid, whose level is typed."""
    offer = state.offer
    if offer is None:
        return ()
    words, step = offer.words[:MAX_BUTTONS], state.view["asks"]["step"]
    keys = dict(zip(keyed_words(offer), CARD_KEYS, strict=False))
    if offer.kind != "answer":
        keys = dict(zip(words, WORD_KEYS, strict=False))
    elif all(word.isdigit() for word in words):
        keys = {}
    return tuple((keys.get(word, ""), state.narrator.move(step, word)) for word in words)


class MessageArea(VerticalScroll, can_focus=False):
    """The last messages; where they do not fit, the key that shows them whole."""

    def __init__(self) -> None:
        """Begin without a message."""
        super().__init__(id="message-box")
        self.message, self.key = Static(id="message", markup=False), Label(id="more", markup=False)

    def compose(self) -> ComposeResult:
        """One text, and the key."""
        yield from (self.message, self.key)

    def watch_show_vertical_scrollbar(self) -> None:
        """Show the key if a part of the text is hidden."""
        self.set_class(self.show_vertical_scrollbar, "-cut")


class QuestionPanel(Vertical):
    """A line that tells what is asked, with a button to do it; the answers; what was told last.

    A request to take back has a line of its own before that, as long as it waits.
    """

    state: reactive[ScreenState | None] = reactive(None)

    def __init__(self) -> None:
        """Begin without a question."""
        super().__init__(id="asking")
        self.question, self.confirm = Label(id="question", markup=False), MouseButton("confirm", id="confirm")
        self.requested, self.messages = Label(id="requested", markup=False), MessageArea()
        self.buttons = {key: MouseButton(f"agree({key == 'agree'})", id=key) for key in ANSWER_KEYS}
        self.request = Horizontal(self.requested, *self.buttons.values(), id="request")

    def compose(self) -> ComposeResult:
        """The lines, from the top."""
        yield Horizontal(self.question, self.confirm, id="asked")
        yield AnswerGrid(id="answers").data_bind(QuestionPanel.state)
        yield from (self.request, self.messages)

    def watch_state(self, state: ScreenState | None) -> None:
        """Show another state."""
        if state is None:
            return
        self.question.update(question_text(state))
        self.question.set_class(state.offer is not None, "-turn")
        self.confirm.rename(confirm_label(state))
        self._show_request(state)
        self.messages.message.update(message_text(state))
        self.messages.key.update(state.narrator.say("whole_key"))
        self.set_class(not state.view["phase"], "-waits")

    def _show_request(self, state: ScreenState) -> None:
        """Show who asks to take back, and the two answers if one's own is awaited."""
        narrator, request = state.narrator, state.update.request
        self.request.display = request is not None
        if request is None:
            return
        self.requested.update(narrator.request(request))
        for answer, button in self.buttons.items():
            label = f"{ANSWER_KEYS[answer]} {translate(narrator.language, f'page.back.{answer}')}"
            button.rename(label if narrator.own in request.waits else "")


def confirm_label(state: ScreenState) -> str:
    """Return what the button does with what is chosen; empty if that may not be played."""
    offer, choice = state.offer, state.choice
    if offer is None or not is_playable(offer, choice):
        return ""
    key = "say_it" if choice.word is not None else "play" if offer.kind == "play" else "choose_it"
    move = state.narrator.move(state.view["asks"]["step"], selected_move(offer, choice))
    return state.narrator.say(key, move=move)


def message_text(state: ScreenState) -> str:
    """The reason why what is chosen may not be played, or what was told last."""
    if state.touched is not None and state.touched < len(state.hand.cards):
        return _about(state, state.hand.cards[state.touched])
    why = refusal_reason(state.offer, state.choice) if state.offer else None
    return state.narrator.reason(why) if why else state.message


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
        text = f"{narrator.outcome(view['winners'])} {narrator.say('again_key')}"
    elif not view["phase"]:
        text = f"{narrator.waits(view)} {narrator.say('fill_key')}"
    elif asks is None or state.offer is None:
        text = narrator.waits(view)
    elif asks["kind"] == "answer":
        text = visible(asks["title"])
    elif asks["kind"] == "play":
        text = narrator.say("your_play" if view["trick"] else "your_lead", title=visible(asks["title"]))
    else:
        text = _choosing(state, state.offer, narrator.asked(asks))
    return text


def _choosing(state: ScreenState, offer: Offer, title: str) -> str:
    """Return how many cards are to be chosen, and how many are."""
    low, high = offer.low, min(offer.high, sum(offer.offered.values()))
    if high < 1:
        return state.narrator.say("nothing_to_choose", title=title)
    key = "asks_so_many" if low == high else "asks_up_to"
    return state.narrator.say(
        key, title=title, count=low, low=low, high=high, chosen=len(state.choice.places)
    )
