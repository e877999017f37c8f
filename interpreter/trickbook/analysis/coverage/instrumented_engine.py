"""An engine that reports its steps, deals and scores to an observer."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from trickbook.analysis.coverage.reports import instrumented_step, watched
from trickbook.analysis.coverage.tallies import CHARACTER, event_costs
from trickbook.core.state import Notes
from trickbook.engine.engine import MOST_IDLE
from trickbook.sections.compiled import CompiledRules
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Mapping

    from trickbook.analysis.coverage.observer import Observer
    from trickbook.core.state import State
    from trickbook.engine.engine import Rules
    from trickbook.loading import Resolved
    from trickbook.source import Mapping as MapNode
    from trickbook.state import Match


class StuckError(Exception):
    """Raised when a deal cannot go on, with the code and message of the problem."""


class InstrumentedEngine(CompiledRules):
    """An engine that reports to an observer. ``idle`` counts the deals since somebody acted."""

    idle = 0

    def __init__(
        self,
        observer: Observer,
        root: MapNode,
        texts: Mapping[str, str],
        seats: int,
        chosen: Mapping[str, Any],
        given: frozenset[str] = frozenset(),
    ) -> None:
        """Compile the rules, and instrument the steps."""
        self.observer = observer
        super().__init__(root, texts, seats, chosen, given)
        self._events = event_costs(self)
        self.event_names = tuple(self.event_numbers)
        self.program.watch = partial(watched, self)
        observer.work += CHARACTER * self.context.read

    def prepared(self, rules: Rules) -> Rules:
        """Replace every step by one that reports."""
        steps = tuple(instrumented_step(step, self.observer) for step in rules.steps)
        upon = {
            event: [instrumented_step(step, self.observer) for step in waiting]
            for event, waiting in rules.upon.items()
        }
        return rules._replace(steps=steps, upon=upon)

    def start(self, s: State, match: Match) -> None:
        """Start a deal. Raises StuckError after too many deals without any action."""
        self.idle += 1
        if self.idle > MOST_IDLE:
            raise StuckError("endless", Message("nobody acts in {number} deals", number=MOST_IDLE))
        self.observer.watch.begins()
        self.notes = Notes(match, None, (), (), (), (0, 0))
        super().start(s, match)
        self.notes = s.notes

    def pay(self, event: str) -> None:
        """Count the work of an event."""
        self.observer.work += self._events[event]

    def score(self, s: State) -> tuple[int, ...]:
        """Report which cards and adjustments count."""
        self.observer.points(self, s)
        points = super().score(s)
        self.observer.watch.scores(self, points)
        return points

    def end(self, s: State) -> None:
        """Report the end of a deal, and of a match."""
        self.observer.deals += 1
        self.observer.watch.ends(self, s)
        super().end(s)
        if s.match.over:
            self.observer.ends(self, s)


def observed(
    observer: Observer, resolved: Resolved, seats: int, chosen: Mapping[str, Any]
) -> InstrumentedEngine:
    """Return the engine of a configuration that reports to an observer; each is compiled once."""
    key = (seats, *sorted(chosen.items()))
    if key not in observer.engines:
        observer.engines[key] = InstrumentedEngine(observer, resolved.root, resolved.texts, seats, chosen)
    return observer.engines[key]
