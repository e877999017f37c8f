"""A choice: the cards or the answer that a player has picked out, and what it comes to.

Nothing is played by choosing: what is chosen may be taken back, and is played by a second key.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from trickbook.cards.combinations import NONE

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

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
