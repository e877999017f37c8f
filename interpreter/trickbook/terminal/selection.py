"""The cards of a view, and a choice: what a player has picked out of them, and what it comes to.

Nothing is played by choosing: what is chosen may be taken back, and is played by a second key.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from trickbook.cards.combinations import NONE

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


WORD_MOVES: Final = frozenset({NONE, "done"})
"""What is said instead of naming cards."""


class Offer(NamedTuple):
    """The choices of a player: cards in the order in which they lie, and the possible answers.

    ``moves`` are all moves as cards in any order, None if they are too many to list; ``low`` and ``high``
    tell how many cards are chosen then. ``why`` tells of what may not be chosen.
    """

    kind: str
    cards: tuple[str, ...]
    words: tuple[str, ...]
    moves: tuple[tuple[str, ...], ...] | None
    offered: Mapping[str, int]
    low: int
    high: int
    why: Mapping[str, Mapping[str, Any]]


def offer_of(view: Mapping[str, Any], cards: Sequence[str]) -> Offer | None:
    """Return the choices of a view's seat; None if it is not its turn."""
    asks = view["asks"]
    if asks is None:
        return None
    legal, choose = view["legal"], view["choose"]
    said = list(legal or ())
    if asks["kind"] == "answer":
        words = list(asks.get("labels") or said)
        return Offer("answer", (), tuple(words), (), {}, 1, 1, view["why"])
    moves = None if legal is None else tuple(tuple(move.split()) for move in said if move not in WORD_MOVES)
    sizes = [len(move) for move in moves or ((),)]
    low, high = (choose["low"], choose["high"]) if choose else (min(sizes), max(sizes))
    pool = choose["from"] if choose else [card for card in cards if card not in view["why"]]
    words = [word for word in said if word in WORD_MOVES]
    if legal is None and choose and not choose["low"]:
        words = [NONE]
    high = high if choose or moves else len(cards)
    return Offer(asks["kind"], tuple(cards), tuple(words), moves, Counter(pool), low, high, view["why"])


def keyed_words(found: Offer) -> list[str]:
    """The answers that a letter chooses; those that begin with a figure are typed, if there are others."""
    return [word for word in found.words if not word[:1].isdigit()] or [*found.words]


def typed_word(found: Offer, typed: str, chosen: str | None) -> str | None:
    """The answer that figures choose: a number, or the lowest bid of that level, and next to one its next."""
    if typed in found.words:
        return typed
    bids = [word for word in found.words if word.startswith(typed) and not word[len(typed) :][:1].isdigit()]
    bids = [word for word in bids if word not in found.why] or bids
    if chosen in bids:
        return bids[(bids.index(chosen) + 1) % len(bids)]
    return next(iter(bids), None)


class Selection(NamedTuple):
    """The current choice: cards by their places, in the order of choosing, or an answer."""

    places: tuple[int, ...] = ()
    word: str | None = None


EMPTY_SELECTION: Final = Selection()


def selected_cards(found: Offer, choice: Selection) -> tuple[str, ...]:
    """The cards of a choice."""
    return tuple(found.cards[place] for place in sorted(choice.places))


def selected_move(found: Offer, choice: Selection) -> str | None:
    """The move that a choice comes to, right or wrong; None if nothing is chosen."""
    return choice.word if choice.word is not None else " ".join(selected_cards(found, choice)) or None


def is_playable(found: Offer, choice: Selection) -> bool:
    """Return whether a choice may be played, as far as it is known."""
    if choice.word is not None:
        return choice.word in found.words and choice.word not in found.why
    cards = selected_cards(found, choice)
    if not cards or any(card in found.why for card in cards):
        return False
    if found.moves is None:
        return found.low <= len(cards) <= found.high and not Counter(cards) - Counter(found.offered)
    return _grows(found, cards, whole=True)


def _grows(found: Offer, cards: Sequence[str], *, whole: bool = False) -> bool:
    """Return whether these cards are a move, or with others could become one."""
    had = Counter(cards)
    if found.moves is None:
        return len(cards) <= found.high and not had - Counter(found.offered)
    return any(
        not had - Counter(made) and (not whole or len(made) == len(cards))
        for made in found.moves
        if len(made) >= len(cards)
    )


def toggle_card(found: Offer, choice: Selection, place: int) -> Selection:
    """Choose a card, or take it back. It joins those that it can be played with, and else takes their place.

    Where a number of cards is asked for, it joins them unless they are enough: then nothing changes.
    """
    if place in choice.places:
        return Selection(tuple(other for other in choice.places if other != place))
    places = (*choice.places, place)
    cards = [found.cards[other] for other in places]
    if found.kind == "cards" and found.high > 1:
        full = len(places) > found.high
        if found.cards[place] in found.why:
            return Selection((place,)) if not choice.places else choice
        return choice if full else Selection(tuple(p for p in places if found.cards[p] not in found.why))
    if any(card in found.why for card in cards) or not _grows(found, cards):
        return Selection((place,))
    return Selection(places)


def toggle_word(found: Offer, choice: Selection, word: str) -> Selection:
    """Choose a word, or take it back."""
    return EMPTY_SELECTION if choice.word == word else Selection(word=word)


def selection_of(found: Offer, wanted: str) -> Selection:
    """The choice of a move that somebody advises; empty if it is none of these cards."""
    if wanted in found.words:
        return Selection(word=wanted)
    places: list[int] = []
    for card in wanted.split():
        place = next((p for p, held in enumerate(found.cards) if held == card and p not in places), None)
        if place is None:
            return EMPTY_SELECTION
        places.append(place)
    return Selection(tuple(places))


def refusal_reason(found: Offer, choice: Selection) -> Mapping[str, Any] | None:
    """The reason why something chosen may not be played, if one is known."""
    names = [choice.word] if choice.word is not None else selected_cards(found, choice)
    return next((found.why[name] for name in names if name in found.why), None)
