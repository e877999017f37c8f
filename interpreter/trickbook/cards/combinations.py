"""Selections: every way to take so many cards out of some, where cards that look alike are one choice."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, Final, overload

from trickbook.cards.deck import CardError, bits
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Callable

    from trickbook.cards.deck import Deck

NONE: Final = "none"
"""How a selection of no cards is written."""

WINDOW: Final = 13
"""How many cards side by side are named together."""


def alike(deck: Deck, cards: int, marked: int) -> tuple[tuple[int, ...], ...]:
    """Group cards that nobody can tell apart: copies of one face, exposed or not; lowest first."""
    if not deck.manifold:
        return tuple((card,) for card in bits(cards))
    groups: dict[tuple[int, bool], list[int]] = {}
    for card in deck.distinct_cards(cards, marked) if marked & cards else bits(cards):
        groups.setdefault((deck.alike[card.bit_length() - 1], bool(card & marked)), []).append(card)
    return tuple(map(tuple, groups.values()))


def text(deck: Deck, cards: int, marked: int = 0) -> str:
    """Write a selection: names with blanks between, or ``none``."""
    return " ".join(deck.written(cards, marked)) or NONE


def namer(names: Sequence[str]) -> Callable[[int], tuple[str, ...]]:
    """Return what names the cards of a set, lowest first, where each bit has a name.

    The names of few cards side by side, as of one suit, come up again and are kept.
    """
    windows = [(1 << WINDOW) - 1 << at for at in range(0, len(names), WINDOW)]
    kept: dict[int, tuple[str, ...]] = {0: ()}

    def named(cards: int) -> tuple[str, ...]:
        if cards in kept:
            return kept[cards]
        found: tuple[str, ...] = ()
        for window in windows:
            part = cards & window
            if part in kept:
                found += kept[part]
            elif part:
                kept[part] = some = tuple([names[card.bit_length() - 1] for card in bits(part)])
                found += some
        return found

    return named


def parse(deck: Deck, written: str, held: int, marked: int = 0) -> int:
    """Read a selection from the cards held, in any order; CardError if it is not there."""
    words = str(written).replace(",", " ").split()
    if words == [NONE]:
        return 0
    if not words:
        raise CardError(Message("no card is named; write `none` for no cards"))
    return deck.among(words, held, marked)


@lru_cache(maxsize=4096)
def ways(sizes: tuple[int, ...], count: int) -> int:
    """In how many ways ``count`` cards can be taken from groups of these sizes."""
    if count < 0 or count > sum(sizes):
        return 0
    return comb(len(sizes), count) if max(sizes, default=1) == 1 else _numbers(sizes)[count]


@lru_cache(maxsize=1024)
def _numbers(sizes: tuple[int, ...]) -> tuple[int, ...]:
    """In how many ways no card, one, two and so on can be taken from groups of these sizes."""
    counts = [1]
    for size in sizes:
        counts = [sum(counts[max(0, count - size) : count + 1]) for count in range(len(counts) + size)]
    return tuple(counts)


def each(groups: tuple[tuple[int, ...], ...], count: int) -> list[int]:
    """All selections of ``count`` cards, for when they are few."""
    if count == 1:
        return [group[0] for group in groups]
    if count == 2:  # noqa: PLR2004 - pairs come up in every trick of some games
        twins = [group[0] | group[1] for group in groups if len(group) > 1]
        return [one[0] | other[0] for one, other in combinations(groups, 2)] + twins
    selections = [(0, 0)]
    for index, group in enumerate(groups):
        rest = sum(map(len, groups[index + 1 :]))
        selections = [
            (cards | sum(group[:taken]), size + taken)
            for cards, size in selections
            for taken in range(min(len(group), count - size) + 1)
            if size + taken + rest >= count
        ]
    return [cards for cards, _ in selections]


class Selections(Sequence[str]):
    """All selections of ``low`` to ``high`` cards as texts, counted and found without listing them.

    A word that is no selection may come last.
    """

    def __init__(
        self, deck: Deck, pool: int, low: int, high: int, marked: int = 0, word: str | None = None
    ) -> None:
        """Choose among the cards of a pool, or say the word."""
        self.word = word
        self.deck, self.pool, self.marked = deck, pool, marked
        self.low, self.high = low, min(high, pool.bit_count())
        self.groups = alike(deck, pool, marked)
        self.sizes = tuple(map(len, self.groups))

    @property
    def offered(self) -> list[str]:
        """The names of the cards to choose from."""
        return self.deck.written(self.pool, self.marked)

    def __repr__(self) -> str:
        """Tell how many cards of which may be chosen, or what else may be said."""
        span = f"{self.low}" if self.low == self.high else f"{self.low} to {self.high}"
        word = f", or {self.word}" if self.word is not None else ""
        return f"<Selections, {span} of {' '.join(self.offered) or 'no cards'}{word}>"

    def __len__(self) -> int:
        """Return how many selections there are, or the most that can be counted."""
        return min(self._count() + (self.word is not None), sys.maxsize)

    def _count(self) -> int:
        return sum(ways(self.sizes, count) for count in range(self.low, self.high + 1))

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> list[str]: ...
    def __getitem__(self, index: int | slice) -> str | list[str]:
        """The selection at an index: fewer cards before more."""
        if isinstance(index, slice):
            return [self[place] for place in range(*index.indices(len(self)))]
        place = index + len(self) if index < 0 else index
        for count in range(self.low, self.high + 1):
            here = ways(self.sizes, count)
            if 0 <= place < here:
                return text(self.deck, self._selection(place, count), self.marked)
            place -= here
        if place == 0 and self.word is not None:
            return self.word
        raise IndexError(index)

    def _selection(self, index: int, count: int) -> int:
        cards = 0
        for nth, group in enumerate(self.groups):
            rest = self.sizes[nth + 1 :]
            for taken in range(min(len(group), count), -1, -1):
                here = ways(rest, count - taken)
                if index < here:
                    cards, count = cards | sum(group[:taken]), count - taken
                    break
                index -= here
        return cards

    def __contains__(self, move: object) -> bool:
        """Return whether a text, in any order of its cards, is one of these selections."""
        if self.word is not None and move == self.word:
            return True
        try:
            cards = parse(self.deck, str(move), self.pool, self.marked)
        except CardError:
            return False
        return self.low <= cards.bit_count() <= self.high
