"""Random legal actions."""

from __future__ import annotations

from typing import Any

from numba import njit

from trickbook.fast.machine.bit_words import ONE, bits_of, lowest_bit


@njit(cache=True, nogil=True, _nrt=False)
def sample_actions(legal: Any, luck: Any, actions: Any) -> None:
    """Choose a legal action at each table, each as likely; ``luck`` are numbers from 0 up to 1."""
    for table in range(len(legal)):
        many = 0
        for place in range(legal.shape[1]):
            many += bits_of(legal[table, place])
        skip = int(luck[table] * many)
        for place in range(legal.shape[1]):
            word = legal[table, place]
            here = bits_of(word)
            if skip < here:
                for _ in range(skip):
                    word &= word - ONE
                actions[table] = 64 * place + lowest_bit(word)
                break
            skip -= here
