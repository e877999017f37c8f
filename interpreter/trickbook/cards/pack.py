"""A pack: the cards of a deck that nobody has named yet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import islice
from typing import TYPE_CHECKING, Final

from trickbook.cards.deck import MARK, MOST_CARDS, CardError, Cards
from trickbook.problems import described
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from trickbook.cards.deck import Cards, Deck

IN_FULL: Final = (list, tuple)


def names(cards: object) -> list[str]:
    """The names of cards, one by one; CardError for what names no cards."""
    if isinstance(cards, str):
        return cards.replace(",", " ").split()
    if isinstance(cards, IN_FULL) and len(cards) <= MOST_CARDS and {*map(type, cards)} <= {str}:
        return list(cards)  # the common case, kept fast
    if not isinstance(cards, Iterable) or isinstance(cards, bytes | bytearray):
        raise _nameless(cards)
    card_names: list[str] = []
    for name in islice(cards, MOST_CARDS + 1):  # what has no end is not gone through
        if not isinstance(name, str):
            raise _nameless(cards)
        card_names.append(name)
    if len(card_names) > MOST_CARDS:
        raise CardError(
            Message("more than {number} cards are named, and no deck has so many", number=MOST_CARDS)
        )
    return card_names


def _nameless(cards: object) -> CardError:
    template = "cards are named by a text or by a list of texts, not by {text}"
    return CardError(Message(template, text=described(cards)))


class Pack:
    """The cards that are still free, and those that are marked as exposed."""

    def __init__(self, deck: Deck) -> None:
        """Begin with the whole deck; nothing is exposed."""
        self.deck = deck
        self.free = deck.cards
        self.marked = 0

    def take(self, cards: Cards) -> int:
        """Take cards by name; CardError if the deck has no more of one. A mark means the exposed copy."""
        taken = 0
        for name in names(cards):
            lying = self.deck.copies.get(name, 0) & self.free
            card = lying & -lying or self.deck.among([name.removesuffix(MARK)], self.free, given=~self.free)
            taken |= card
            self.free &= ~card
            if name.endswith(MARK):
                self.marked |= card
        return taken

    def expose(self, cards: Cards) -> int:
        """Mark cards as exposed, those already taken first; give those that are taken only now.

        A name with a mark tells a copy apart from those taken without one.
        """
        exposed = done = 0
        for name in names(cards):
            copies = self.deck.copies[self._bare(name)] & ~done
            free_copies = name.endswith(MARK) and copies & self.free
            lying = copies & self.marked or (0 if free_copies else copies & ~self.free)
            if not lying:
                lying = self.take([self._bare(name)])
                exposed |= lying
            done |= lying & -lying
            self.marked |= lying & -lying
        return exposed

    def mark(self, cards: Cards) -> None:
        """Mark as many copies of a card as it is named: those marked already, then those taken, then any."""
        for name, times in Counter(map(self._bare, names(cards))).items():
            copies = self.deck.copies[name]
            if times > copies.bit_count():
                raise CardError(Message("{cards} is exposed more often than the deck has it", cards=name))
            for _ in range(times - (copies & self.marked).bit_count()):
                rest = copies & ~self.marked
                lying = rest & ~self.free or rest
                self.marked |= lying & -lying

    def _bare(self, name: str) -> str:
        """The name of a card as the deck has it, without a mark."""
        return self.deck.name(name.removesuffix(MARK))
