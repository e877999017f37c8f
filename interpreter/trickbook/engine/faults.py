"""Deals that do not end: what a course says by a number."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickbook.engine.course.automatic import MOST_REPEATS
from trickbook.engine.course.flow import FAULTS
from trickbook.problems import EndlessError

if TYPE_CHECKING:
    from trickbook.core.state import State
    from trickbook.engine.engine import Engine


def error_of(engine: Engine, s: State, number: int) -> EndlessError:
    """Return the error that a number stands for."""
    place, kind = divmod(number - 1, len(FAULTS))
    name = engine.phases[place]
    message = {
        "repeats": f"this deal does not end: {name} went back {MOST_REPEATS} times",
        "rounds": f"this deal does not end: {name} goes round, and nobody has a choice",
        "plays": f"this trick does not end: {len(s.plays)} plays were made",
        "tricks": f"this deal does not end: {len(s.done)} tricks were played",
    }
    return EndlessError(message[FAULTS[kind]], name)
