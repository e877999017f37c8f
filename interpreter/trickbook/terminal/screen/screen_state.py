"""The state of the screen at one moment."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from trickbook.terminal.layout import CardSlot, card_slots
from trickbook.terminal.narrator import Narrator
from trickbook.terminal.selection import (
    EMPTY_SELECTION,
    HAND_PILE,
    Offer,
    Selection,
    last_trick,
    offer_of,
    reachable_cards,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from trickbook.terminal import TableUpdate


class OrderedHand(NamedTuple):
    """The cards within reach in the order in which they lie, and the sizes of the groups that they form."""

    cards: tuple[str, ...] = ()
    groups: tuple[int, ...] = ()

    def slots(self, columns: int) -> list[CardSlot]:
        """Return where the cards lie."""
        return card_slots(self.groups, columns)


class ScreenState(NamedTuple):
    """The last update, its narrator, what may be and is chosen; ``cursor`` is where the arrow keys are.

    ``message`` is the last message, ``touched`` the card that is asked about, ``back`` whether
    the last trick is looked at.
    """

    update: TableUpdate
    narrator: Narrator
    hand: OrderedHand
    offer: Offer | None
    choice: Selection = EMPTY_SELECTION
    cursor: int | None = None
    message: str = ""
    touched: int | None = None
    back: bool = False

    @property
    def view(self) -> Mapping[str, Any]:
        """The view of the seat."""
        return self.update.view


def screen_state(update: TableUpdate, narrator: Narrator, message: str = "") -> ScreenState:
    """The state after an update."""
    held = ordered_hand(update.view, narrator)
    return ScreenState(update, narrator, held, offer_of(update.view, held.cards), message=message)


def with_choice(state: ScreenState, former: ScreenState | None) -> ScreenState:
    """The state with what was chosen before, as long as the same is asked."""
    if former is None or former.offer != state.offer:
        return state
    return state._replace(choice=former.choice, cursor=former.cursor)


def with_offer(state: ScreenState, former: ScreenState) -> ScreenState:
    """The state with what may be chosen, and with the choice from before if the same is asked."""
    return with_choice(state._replace(offer=offer_of(state.view, state.hand.cards)), former)


def ordered_hand(view: Mapping[str, Any], narrator: Narrator) -> OrderedHand:
    """The cards within reach: one's hand by suits, then what lies open before one, then the rest."""
    cards: list[str] = []
    groups: list[int] = []
    for lot in reachable_cards(view):
        parts = (
            narrator.style.sorted(lot.cards, view.get("order"))
            if lot.pile == HAND_PILE
            else [list(lot.cards)]
        )
        cards += [card for part in parts for card in part]
        groups += [len(part) for part in parts]
    return OrderedHand(tuple(cards), tuple(groups))


def shown_trick(state: ScreenState) -> tuple[Sequence[Sequence[Any]], int | None, bool]:
    """The plays that lie on the table, who has taken them, and whether they are those of the last trick.

    The last trick lies there until the next is led.
    """
    view, last = state.view, last_trick(state.view)
    if last and (state.back or not view["trick"]):
        return *last, True
    return view["trick"], None, False
