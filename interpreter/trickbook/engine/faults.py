"""Deals that do not end: what a course says by a number."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from trickbook.engine.course.automatic import MOST_REPEATS
from trickbook.problems import EndlessError

if TYPE_CHECKING:
    from trickbook.core.state import State
    from trickbook.engine.engine import Engine

KINDS: Final = ("repeats", "rounds", "plays", "tricks")
"""What may go on without end."""


def fault(kind: str, place: int) -> int:
    """Return the number of what goes on without end in the step at a place."""
    return 1 + len(KINDS) * place + KINDS.index(kind)


def error_of(engine: Engine, s: State, number: int) -> EndlessError:
    """Return the error that a number stands for."""
    place, kind = divmod(number - 1, len(KINDS))
    name = engine.phases[place]
    message = {
        "repeats": f"this deal does not end: {name} went back {MOST_REPEATS} times",
        "rounds": f"this deal does not end: {name} goes round, and nobody has a choice",
        "plays": f"this trick does not end: {len(s.plays)} plays were made",
        "tricks": f"this deal does not end: {len(s.done)} tricks were played",
    }
    return EndlessError(message[KINDS[kind]], name)
