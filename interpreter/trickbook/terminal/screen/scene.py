"""A scene: all that the screen shows at one moment."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from trickbook.terminal.choice import EMPTY, Choice, Offer, offer
from trickbook.terminal.fan import Slot, fan
from trickbook.terminal.lying import HAND, last_trick, within_reach
from trickbook.terminal.voice import Voice

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from trickbook.terminal.tables import Heard


class Hand(NamedTuple):
    """The cards within reach in the order in which they lie, and the sizes of the groups that they form."""

    cards: tuple[str, ...] = ()
    groups: tuple[int, ...] = ()
    own: int = 0

    def slots(self, columns: int) -> list[Slot]:
        """Where the cards lie."""
        return fan(self.groups, columns)


class Scene(NamedTuple):
    """What was heard, who speaks of it, what may be chosen and is; ``cursor`` is where the arrow keys are.

    ``message`` is the last thing that was told, ``touched`` the card that is asked about, ``back`` whether
    the last trick is looked at.
    """

    heard: Heard
    voice: Voice
    hand: Hand
    offer: Offer | None
    choice: Choice = EMPTY
    cursor: int | None = None
    message: str = ""
    touched: int | None = None
    back: bool = False

    @property
    def view(self) -> Mapping[str, Any]:
        """What the seat sees."""
        return self.heard.view


def scene(heard: Heard, voice: Voice, message: str = "") -> Scene:
    """The scene after something was heard."""
    held = hand(heard.view, voice)
    return Scene(heard, voice, held, offer(heard.view, held.cards), message=message)


def hand(view: Mapping[str, Any], voice: Voice) -> Hand:
    """The cards within reach: one's hand by suits, then what lies open before one, then the rest."""
    cards: list[str] = []
    groups: list[int] = []
    own = 0
    for lot in within_reach(view):
        parts = voice.ink.sorted(lot.cards) if lot.pile == HAND else [list(lot.cards)]
        cards += [card for part in parts for card in part]
        groups += [len(part) for part in parts]
        own = len(cards) if lot.pile == HAND else own
    return Hand(tuple(cards), tuple(groups), own)


def lying(found: Scene) -> tuple[Sequence[Sequence[Any]], int | None, bool]:
    """The plays that lie on the table, who has taken them, and whether they are those of the last trick.

    The last trick lies there until the next is led.
    """
    view, last = found.view, last_trick(found.view)
    if last and (found.back or not view["trick"]):
        return *last, True
    return view["trick"], None, False
