"""Questions that tell a secret: every player sees that they are asked, and that rests on hidden cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickbook.engine.ask import AskStep
from trickbook.problems import Problem, shown
from trickbook.sections.secrets import hidden

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickbook.analysis.configurations import Configurations
    from trickbook.engine.engine import Engine


def check(tables: Configurations) -> Iterator[Problem]:
    """Note each question of the file's own that shows by being asked upon an event what nobody has shown."""
    for name, place in tables.first.asked_upon.items():
        step = tables.first.waiting[place]
        if isinstance(step, AskStep) and tables.own(step.entry.place) and _asks_openly(tables.first, step):
            message = f"every player sees that {shown(name)} is asked, which rests on hidden cards"
            hint = "if it should be secret, ask whatever the cards are"
            yield Problem("tells-secret", message, step.entry.place, hint, "note")


def _asks_openly(engine: Engine, step: AskStep) -> bool:
    """Return whether it rests on hidden cards whether, or whom, a step asks."""
    terms = [term for term in (step.when, step.who) if term is not None and "play" not in term.reads]
    found = (name for term in terms for name in hidden(engine.layout, term))
    return step.asks and any(name != "aside" for name in found)
