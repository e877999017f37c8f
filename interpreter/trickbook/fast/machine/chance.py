"""The machine's chance: the same generator as the interpreter's, draw by draw."""

from __future__ import annotations

from typing import Any, Final

from trickbook.cards.chance import GOLDEN
from trickbook.fast.machine.bit_words import U, inlined, inside

STEP: Final = U(GOLDEN)
FIRST, SECOND = U(0xBF58476D1CE4E5B9), U(0x94D049BB133111EB)
HALF: Final = U(32)
LOW: Final = U(0xFFFFFFFF)
WHOLE: Final = U(1 << 32)


@inside
def mix(state: Any) -> Any:
    """Scramble a state into the number that it yields."""
    state = (state ^ (state >> U(30))) * FIRST
    state = (state ^ (state >> U(27))) * SECOND
    return state ^ (state >> U(31))


@inlined
def scaled(number: Any, limit: Any) -> Any:
    """Return a drawn number times a limit, and whether it must be drawn anew to be fair (or seems to)."""
    found = number * limit
    return found, (found & LOW) < limit


@inside
def stream_state(seed: Any, number: Any) -> Any:
    """Return the first state of the stream with a number."""
    return mix(mix(seed) + number * STEP)


@inside
def draw_below(state: Any, limit: Any) -> Any:
    """Draw a number below the limit, uniformly; return it and the next state."""
    state += STEP
    scaled = (mix(state) >> HALF) * limit
    while (scaled & LOW) < limit and (scaled & LOW) < WHOLE % limit:
        state += STEP
        scaled = (mix(state) >> HALF) * limit
    return scaled >> HALF, state
