"""Dealing again what a seat cannot see."""

from __future__ import annotations

from typing import Any

import numpy as np

from trickbook.fast.machine.bit_words import ONE, WORD, U, bits_of, inside, lowest_bit
from trickbook.fast.machine.chance import draw_below, mix
from trickbook.fast.machine.code_cache import compiled


@inside
def list_cards(words: Any, cards: Any, many: Any) -> Any:
    """Append the cards of a set to a list; return how many there are then."""
    for word in range(len(words)):
        left = words[word]
        while left:
            cards[many] = U(word * WORD) + lowest_bit(left)
            left &= left - ONE
            many += 1
    return many


@inside
def deal_listed(words: Any, cards: Any, begun: Any, state: Any) -> Any:
    """Replace the cards of a set by as many of a list, drawn from a place on."""
    size = 0
    for word in range(len(words)):
        size += bits_of(words[word])
        words[word] = U(0)
    for place in range(begun, begun + size):
        picked, state = draw_below(state, U(len(cards) - place))
        other = place + np.int64(picked)
        drawn = cards[other]
        cards[other] = cards[place]
        words[drawn // U(WORD)] |= ONE << (drawn % U(WORD))
    return state, begun + size


@compiled(boundscheck=False, _nrt=False)
def redeal(sets: Any, registers: Any, seeds: Any, cards: Any) -> None:
    """Shuffle the cards of some sets among these, in each row; ``cards`` is room for them."""
    for row in range(len(seeds)):
        many = 0
        for register in registers[row]:
            if register >= 0:
                many = list_cards(sets[row, register], cards, many)
        state, begun = mix(~seeds[row]), 0
        for register in registers[row]:
            if register >= 0:
                state, begun = deal_listed(sets[row, register], cards[:many], begun, state)
