"""The cards of a view, by who may choose them and who sees them."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    View = Mapping[str, Any]

HAND_PILE: Final = "hand"
TABLE_PILE: Final = "table"
"""The piles that are played from."""

TRICK_PILES: Final = ("trick", "taken")
"""The piles that are told of otherwise."""


class CardGroup(NamedTuple):
    """Some cards in one's reach, and the pile they lie in."""

    pile: str
    cards: tuple[str, ...]


def reachable_cards(view: View) -> list[CardGroup]:
    """One's hand, the cards that lie open before one, and whatever else there is to choose from.

    Who plays the cards of another seat can reach those that lie open there.
    """
    seat, piles = view["seat"], view["piles"]
    if seat is None:
        return []
    hand, lying = tuple(piles.get(HAND_PILE) or ()), piles.get(TABLE_PILE)
    open_ = owner_of(view, seat)
    lots = [CardGroup(HAND_PILE, hand), CardGroup(TABLE_PILE, tuple(lying[open_]) if lying else ())]
    if view["choose"]:
        rest = Counter(view["choose"]["from"])
        rest.subtract(card for lot in lots for card in lot.cards)
        lots.append(CardGroup("", tuple((+rest).elements())))
    return [lot for lot in lots if lot.cards]


def owner_of(view: View, seat: int) -> int:
    """The seat whose cards a seat plays now: its own, unless it plays for another."""
    other: int | None = view.get("plays_for")
    return seat if other is None or seat not in view["actors"] else other


def exposed_cards(view: View, seat: int) -> list[str]:
    """The cards that lie open before a seat, in whatever pile of its own."""
    found: list[str] = []
    for name, pile in view["piles"].items():
        if pile and not isinstance(pile[0], str) and name not in TRICK_PILES:
            found += pile[seat]
    return found


def shown_cards(view: View, seat: int) -> list[str]:
    """The cards that were shown in the hand of a seat, as far as they have not been seen elsewhere since."""
    plays = [play for trick in view["tricks"] for play in trick["plays"]] + list(view["trick"])
    gone = {card.rstrip("*") for _, cards in plays for card in cards.split()}
    gone.update(card.rstrip("*") for card in view["exposed"])
    shown = (one for one in view.get("shown", ()) if (one["seat"], one["pile"]) == (seat, HAND_PILE))
    return list(dict.fromkeys(card for one in shown for card in one["cards"] if card not in gone))


def shared_cards(view: View, about: Mapping[str, Any]) -> list[CardGroup]:
    """The cards of piles that belong to nobody and that everybody sees."""
    return [
        CardGroup(name, tuple(pile))
        for name, pile in view["piles"].items()
        if pile and name not in TRICK_PILES and not about["piles"][name]["owned"]
    ]


def trick_counts(view: View) -> list[int]:
    """Return how many tricks each seat has taken in this deal."""
    won = Counter(trick["taker"] for trick in view["tricks"])
    return [won[seat] for seat in range(len(view["scores"]))]


def last_trick(view: View) -> tuple[Sequence[Sequence[Any]], int | None] | None:
    """The plays of the last finished trick, and who took it."""
    if not view["tricks"]:
        return None
    trick = view["tricks"][-1]
    return trick["plays"], trick["taker"]
