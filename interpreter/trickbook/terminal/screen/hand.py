"""The hand: one's cards by suits, each with its key; what is chosen is raised, what may not be is dimmed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from textual.message import Message

from trickbook.terminal.canvas import Piece
from trickbook.terminal.fan import KEYS, TALL, Slot, at
from trickbook.terminal.ink import LIT, PAPER, WITHHELD
from trickbook.terminal.screen.faces import large
from trickbook.terminal.screen.painted import DIM, KEY, ON_BOARD, STRONG, Painted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from textual import events
    from textual.geometry import Size

    from trickbook.terminal.screen.scene import Scene

EACH: Final = TALL + 2
"""The lines of a row of cards: room to rise, the cards, their keys."""


class Fan(Painted):
    """The cards that one can choose."""

    ground = ON_BOARD
    scene: Scene | None = None

    class Chosen(Message):
        """A card was clicked."""

        def __init__(self, card: int) -> None:
            """Tell which."""
            self.card = card
            super().__init__()

    class Touched(Message):
        """The mouse has come to a card, or to none."""

        def __init__(self, card: int | None) -> None:
            """Tell which."""
            self.card = card
            super().__init__()

    def slots(self) -> list[Slot]:
        """Where the cards lie."""
        return self.scene.hand.slots(self.size.width) if self.scene else []

    def rows(self, columns: int) -> int:
        """How many lines the cards take."""
        slots = self.scene.hand.slots(columns) if self.scene else []
        return max((slot.row for slot in slots), default=0) * EACH + EACH

    def pieces(self, size: Size) -> Iterable[Piece]:
        """The cards, and their keys beneath them."""
        slots = self.scene.hand.slots(size.width) if self.scene else []
        return [piece for slot in slots for piece in self._card(slot)]

    def _card(self, slot: Slot) -> Iterator[Piece]:
        assert self.scene  # noqa: S101 - seen by the caller
        scene, top = self.scene, slot.row * EACH
        card = scene.hand.cards[slot.card]
        raised = slot.card in scene.choice.places
        withheld = scene.offer is not None and (card in scene.offer.why or scene.offer.kind == "answer")
        paper = LIT if raised else WITHHELD if withheld or scene.offer is None else PAPER
        yield from large(scene.voice.ink, card, slot.x, top + (not raised), (slot.wide, TALL), paper)
        if scene.offer is None or scene.offer.kind == "answer" or slot.card >= len(KEYS):
            return
        here = slot.card == scene.cursor
        style = STRONG if here else DIM if withheld else KEY
        yield Piece(slot.x + 1, top + TALL + 1, KEYS[slot.card], style)
        if here:
            yield Piece(slot.x, top + TALL + 1, "▸", STRONG)

    async def on_click(self, event: events.Click) -> None:
        """Choose the card that was clicked."""
        card = at(self.slots(), event.x, event.y, EACH)
        if card is not None:
            event.stop()
            self.post_message(self.Chosen(card))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Tell to which card the mouse has come."""
        self.post_message(self.Touched(at(self.slots(), event.x, event.y, EACH)))

    def on_leave(self) -> None:
        """The mouse has gone."""
        self.post_message(self.Touched(None))
