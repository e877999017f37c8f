"""The machine's seats: sets of them are numbers, seat 2 is 4."""

from __future__ import annotations

from typing import Any

import numpy as np

from trickbook.fast.machine.bit_words import ONE, U, bits_of, inlined


@inlined
def seat_after(seat: Any, seats: Any, turn: Any) -> Any:
    """Return the seat whose turn is next."""
    if turn > 0:
        return seat + ONE if seat + ONE < U(seats) else U(0)
    return seat - ONE if seat else U(seats) - ONE


@inlined
def awake_from(seat: Any, resting: Any, seats: Any, turn: Any) -> Any:
    """Return the seat, or the next that does not rest; somebody does not."""
    while (resting >> seat) & ONE:
        seat = seat_after(seat, seats, turn)
    return seat


@inlined
def still_to_play(seat: Any, leader: Any, resting: Any, seats: Any, turn: Any) -> Any:
    """Return how many are still to play before the leader's turn comes again, the seat among them."""
    left, other = np.int64(1), seat_after(seat, seats, turn)
    while other != leader and other != seat:  # noqa: PLR1714 - as numba likes it
        if not (resting >> other) & ONE:
            left += 1
        other = seat_after(other, seats, turn)
    return left


@inlined
def gone_round(who: Any, plays: Any, resting: Any, seats: Any) -> Any:
    """Return how often everybody has played who does not rest; 0 if all rest."""
    fewest = plays
    for seat in range(seats):
        if not (resting >> U(seat)) & ONE:
            often = 0
            for place in range(plays):
                if who[place] == seat:
                    often += 1
            fewest = min(fewest, often)
    return fewest if bits_of(resting) < seats else 0


@inlined
def foremost(some: Any, seat: Any, seats: Any, turn: Any) -> Any:
    """Return the first of some seats in playing order from one on; -1 if there is none."""
    for _ in range(seats):
        if (some >> seat) & ONE:
            return np.int64(seat)
        seat = seat_after(seat, seats, turn)
    return np.int64(-1)


@inlined
def onward(some: Any, places: Any, seats: Any, everyone: Any) -> Any:
    """Return the seats so many places on."""
    by = U(places % seats)
    return (some << by | some >> (U(seats) - by)) & everyone
