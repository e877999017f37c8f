"""Sets of cards inside the machine, as they are in Python, also where the processor has no way of its own."""

from __future__ import annotations

from itertools import combinations, islice
from math import comb
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numba import njit

from trickbook.fast.machine import bit_words
from trickbook.fast.machine.bit_words import U
from trickbook.fast.machine.card_sets import cards_at, machine_set
from trickbook.fast.machine.random_choice import MAX_LISTED, among_cards, binomials, selections

TABLES = (binomials(), *selections())


@njit
def nth_by_steps(word: Any, n: Any) -> Any:
    return bit_words._stepped(word, n)  # noqa: SLF001 - what processors without an instruction for it do


@njit
def nth(word: Any, n: Any) -> Any:
    return bit_words.nth_bit(word, n)


@njit
def at_by_steps(places: Any, word: Any) -> Any:
    return bit_words._gathered(places, word)  # noqa: SLF001 - likewise


@njit
def at(places: Any, cards: Any) -> Any:
    return cards_at(places, cards)


@njit
def among(place: Any, count: Any, pool: Any, table: Any, begins: Any, lists: Any) -> Any:
    return among_cards(place, count, pool, table, begins, lists)


def machine(cards: int, *, wide: bool) -> Any:
    found = machine_set(cards, wide=wide)
    return (U(found[0]), U(found[1])) if wide else U(found)


def number(cards: Any) -> int:
    return int(cards[0]) | int(cards[1]) << 64 if isinstance(cards, tuple) else int(cards)


def bits(cards: int) -> list[int]:
    return [bit for bit in range(cards.bit_length()) if cards >> bit & 1]


@given(st.sets(st.integers(0, 63), min_size=1), st.data())
def test_the_nth_card(cards: set[int], data: st.DataObject) -> None:
    n = data.draw(st.integers(0, len(cards) - 1))
    word, expected = U(sum(1 << bit for bit in cards)), 1 << sorted(cards)[n]
    assert nth(word, U(n)) == nth_by_steps(word, U(n)) == expected


@pytest.mark.parametrize("wide", [False, True])
@given(data=st.data())
def test_the_cards_at_some_places(data: st.DataObject, *, wide: bool) -> None:
    cards = sorted(data.draw(st.sets(st.integers(0, 127 if wide else 63))))
    places = data.draw(st.integers(0, (1 << min(len(cards), MAX_LISTED)) - 1))
    expected = sum(1 << cards[place] for place in bits(places))
    pool = machine(sum(1 << bit for bit in cards), wide=wide)
    assert number(at(U(places), pool)) == expected
    if not wide:
        assert at_by_steps(U(places), pool) == expected


def test_the_lists_hold_every_selection() -> None:
    table, begins, lists = TABLES
    for length in range(MAX_LISTED + 1):
        for count in range(length + 1):
            begin = begins[length, count]
            found = lists[begin : begin + table[length, count]]
            assert list(found) == [sum(1 << bit for bit in one) for one in combinations(range(length), count)]


@pytest.mark.parametrize("least", [0, MAX_LISTED + 1])
@pytest.mark.parametrize("wide", [False, True])
@given(data=st.data())
def test_selections_come_in_order(data: st.DataObject, least: int, *, wide: bool) -> None:
    """As if all were written down, with the lowest cards first; also of more cards than are listed."""
    deck = st.integers(0, 127 if wide else 63)
    cards = sorted(data.draw(st.sets(deck, min_size=least, max_size=20)))
    count = data.draw(st.integers(least and 1, min(5, len(cards))))
    place = data.draw(st.integers(0, comb(len(cards), count) - 1))
    expected = next(islice(combinations(cards, count), place, None))
    pool = machine(sum(1 << bit for bit in cards), wide=wide)
    found = among(np.int64(place), np.int64(count), pool, *TABLES)
    assert bits(number(found)) == list(expected)
