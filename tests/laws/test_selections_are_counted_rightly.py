"""A lazy sequence of selections is the list of them all: each once, counted, indexed, sliced, searched."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from random import Random
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

import trickbook
from trickbook.cards.combinations import Selections, parse
from trickbook.cards.deck import MARK, Deck, bits

DECKS = [trickbook.load(name).engine().deck for name in ("hearts", "double-hearts", "cancellation-hearts")]


class Choice(NamedTuple):
    """A pool to choose ``low`` to ``high`` cards from, of which some are marked."""

    deck: Deck
    pool: int
    marked: int
    low: int
    high: int

    def listed(self) -> Selections:
        return Selections(self.deck, self.pool, self.low, self.high, self.marked)

    def spelled(self, cards: int) -> str:
        """The cards of a selection, each copy with its mark, in order of their bits."""
        names = (self.deck.names[card.bit_length() - 1] for card in bits(cards))
        twins = (
            card & self.marked and self.deck.alike[card.bit_length() - 1] != card for card in bits(cards)
        )
        return " ".join(name + MARK if twin else name for name, twin in zip(names, twins, strict=True))


@st.composite
def choices(draw: st.DrawFn) -> Choice:
    """Small pools, where copies lie side by side as often as not."""
    deck = draw(st.sampled_from(DECKS))
    places = draw(st.sets(st.integers(0, len(deck.names) - 1), max_size=4))
    pool = sum(
        {
            copy
            for place in places
            for copy in bits(deck.alike[place])
            if copy >> place & 1 or draw(st.booleans())
        }
    )
    marked = sum(card for card in bits(deck.copies_of(pool)) if draw(st.booleans()))
    low = draw(st.integers(0, 4))
    return Choice(deck, pool, marked, low, draw(st.integers(low, 5)))


def brute(choice: Choice) -> set[tuple[str, ...]]:
    """All selections, as sorted names: of look-alikes it does not matter which."""
    cards = [choice.spelled(card) for card in bits(choice.pool)]
    sizes = range(choice.low, min(choice.high, len(cards)) + 1)
    return {tuple(sorted(chosen)) for size in sizes for chosen in combinations(cards, size)}


def words(text: str) -> tuple[str, ...]:
    return () if text == "none" else tuple(sorted(text.split()))


@given(choices())
def test_every_selection_is_there_once(choice: Choice) -> None:
    found = list(choice.listed())
    assert {words(text) for text in found} == brute(choice)
    assert len(found) == len(set(found)) == len(brute(choice)) == len(choice.listed())


@given(choices(), st.slices(9))
def test_it_is_indexed_and_sliced_like_a_list(choice: Choice, part: slice) -> None:
    lazy, found = choice.listed(), list(choice.listed())
    assert lazy[part] == found[part]
    assert list(reversed(lazy)) == found[::-1]
    for index in range(-len(found), len(found)):
        assert lazy[index] == found[index]
    if found:
        assert lazy.index(found[-1]) == len(found) - 1
    for index in (len(found), -len(found) - 1):
        with pytest.raises(IndexError):
            lazy[index]


@given(choices(), st.randoms(use_true_random=False))
def test_a_move_is_in_it_whatever_the_order_of_its_cards(choice: Choice, rng: Random) -> None:
    lazy = choice.listed()
    for text in lazy:
        cards = text.split()
        rng.shuffle(cards)
        assert " ".join(cards) in lazy
        assert ", ".join(cards).lower() in lazy


@given(choices(), st.integers(0, 9))
def test_too_few_too_many_and_strange_cards_are_not(choice: Choice, size: int) -> None:
    lazy = choice.listed()
    cards = [choice.spelled(card) for card in bits(choice.pool)][:size]
    assert (" ".join(cards) in lazy) == (choice.low <= len(cards) <= choice.high and cards != [])
    assert ("none" in lazy) == (choice.low == 0)
    strangers: Sequence[object] = ("ZZ", "", "done", None, 3)
    assert not any(stranger in lazy for stranger in strangers)


@given(choices())
def test_what_is_written_is_read_back_alike(choice: Choice) -> None:
    for text in choice.listed():
        cards = parse(choice.deck, text, choice.pool, choice.marked)
        assert cards & ~choice.pool == 0
        assert words(choice.spelled(cards) or "none") == words(text)


@given(choices(), st.randoms(use_true_random=False))
def test_which_copy_it_is_makes_no_difference(choice: Choice, rng: Random) -> None:
    """CX-15, DH-16."""
    pairs = [pair for pair in choice.deck.copies.values() if pair.bit_count() == 2 and rng.random() < 0.5]
    pool, marked = choice.pool, choice.marked
    for pair in pairs:
        pool ^= pair * ((pool & pair).bit_count() == 1)
        marked ^= pair * ((marked & pair).bit_count() == 1)
    assert list(choice._replace(pool=pool, marked=marked).listed()) == list(choice.listed())
