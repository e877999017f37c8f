"""The actions of many tables at once: checked and said, the tricks noted, and random legal ones."""

from __future__ import annotations

from typing import Any

from trickbook.fast.instructions import NumberRegister
from trickbook.fast.machine.bit_words import ONE, U, bits_of, lowest_bit, nth_bit
from trickbook.fast.machine.code_cache import compiled
from trickbook.fast.machine.outside import LAST, SAID, WORD_BITS


@compiled(nogil=True, _nrt=False)
def sample_actions(legal: Any, luck: Any, actions: Any) -> None:
    """Choose a legal action at each table, each as likely; ``luck`` are numbers from 0 up to 1."""
    words = legal.shape[1]
    for table in range(len(legal)):
        many = 0
        for place in range(words):
            many += bits_of(legal[table, place])
        skip, place = int(luck[table] * many), 0
        while place < words - 1 and skip >= bits_of(legal[table, place]):
            skip -= bits_of(legal[table, place])
            place += 1
        actions[table] = 64 * place + lowest_bit(nth_bit(legal[table, place], U(skip)))


@compiled(nogil=True, _nrt=False)
def say_actions(actions: Any, most: Any, asked: Any) -> Any:
    """Say an action at each table; return how many are legal before the first that is not, if any.

    An action that is not legal stops it: what was said before is said anew in the next call.
    """
    for table in range(len(actions)):
        action = actions[table]
        if action < 0 or action >= most:
            return table
        word = asked[table, U(SAID + 1) + (U(action) >> WORD_BITS)]
        if not (word >> (U(action) & LAST)) & ONE:
            return table
        asked[table, SAID] = U(action)
    return len(actions)


@compiled(nogil=True, _nrt=False)
def note_tricks(deals: Any, before: Any, played: Any, won: Any) -> None:
    """Note the trick that ended since the last call at each table, if one did: who played what, who took it.

    ``deals`` are the registers, plays and seats of each table. ``before`` has the plays of the trick and the
    finished tricks at the last call, after which at most one play was made.
    """
    numbers, plays, who = deals
    for table in range(len(numbers)):
        last, tricks = before[table, 0], numbers[table, NumberRegister.TRICKS]
        ended, taker = tricks != before[table, 1], numbers[table, NumberRegister.TAKER]
        before[table, 0], before[table, 1] = numbers[table, NumberRegister.PLAYS], tricks
        for nth in range(last + 1 if ended else 0):
            for word in range(plays.shape[2]):
                cards = plays[table, nth, word]
                played[table, who[table, nth], word] |= cards
                if taker:
                    won[table, lowest_bit(U(taker)), word] |= cards
