"""Questions upon events: what waits while one is open, and how it goes on afterwards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from trickbook.engine.ask import AskStep
from trickbook.state import Pending

if TYPE_CHECKING:
    from trickbook.core.state import State
    from trickbook.engine.engine import Engine


def follow(engine: Engine, s: State, event: str, actor: int, x: Any, first: int = 0) -> None:
    """Take the steps that wait for an event, from one on; a question that is asked interrupts them."""
    before = s.step, s.actor, s.asked
    for place, step in enumerate(engine.upon[event][first:], first + 1):
        if step.when is not None and not s.value(step.when, actor, x):
            continue
        s.actor = actor
        if isinstance(step, AskStep):
            s.step = engine.asked_upon[step.name]
        step.begin(engine, s)
        if s.waiting:
            s.pending = (*s.pending, Pending(before[0], actor, event, place, x))
            return
    s.step, s.actor, s.asked = before


def resume(engine: Engine, s: State) -> None:
    """Go on with what has waited longest inside, now that the question is answered."""
    now, *later = s.pending
    s.pending, s.step, s.actor = (), now.step, now.actor
    if now.event:
        follow(engine, s, now.event, now.actor, now.x, now.place)
    elif now.rest:
        engine.waiting[now.step].resume(engine, s, now.rest)
    s.pending = (*s.pending, *later)
