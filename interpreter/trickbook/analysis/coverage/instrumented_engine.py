"""An engine that reports its steps, deals and scores to an observer."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from trickbook.analysis.coverage.named_values import named_numbers
from trickbook.analysis.coverage.work import CHARACTER, cost, event_costs
from trickbook.engine.ask import AskStep
from trickbook.engine.deal import DealStep, MoveStep, ShowStep
from trickbook.engine.engine import Engine, Rules
from trickbook.engine.repeat import EndStep, RepeatStep
from trickbook.engine.tricks import TrickStep
from trickbook.sections.compiled import CompiledRules

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from trickbook.analysis.coverage.observer import Observer
    from trickbook.core.state import State
    from trickbook.engine.engine import Step
    from trickbook.engine.plays import Playable
    from trickbook.expression.clause import Clause
    from trickbook.loading import Resolved
    from trickbook.source import Mapping as MapNode
    from trickbook.state import Match


MOST_IDLE: Final = 500
"""The largest number of consecutive deals in which nobody acts."""

MOST_TRIED: Final = 20
"""The number of answers that random deals try where a question offers more and its rules name none."""

ROUND: Final = 10
"""The numbers that random deals try beside those that the rules of a question name are multiples of this."""


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
            raise StuckError("endless", f"nobody acts in {MOST_IDLE} deals")
        self.observer.watch.begins()
        super().start(s, match)

    def rest(self, s: State, *, amid_trick: bool = False) -> None:
        """Report who rests."""
        super().rest(s, amid_trick=amid_trick)
        self.observer.rests(self, s)

    def happen(self, s: State, event: str, actor: int, x: int) -> None:
        """Report which facts change, and which clauses would find the winners after a deal."""
        before = s.v.copy()
        self.observer.work += self._events[event]
        for fact in self.changed.get(event, ()):
            seats = range(self.layout.seats) if fact.owned else (actor,)
            self.observer.counts.count(fact.entry, fact.when, s, seats, self.observer.deals, x)
        super().happen(s, event, actor, x)
        self.observer.changes(self, before, s)
        if event == "end" and self.observer.early:
            self.observer.winners(self, s)

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


@dataclass(frozen=True)
class InstrumentedDealStep(DealStep):
    """A dealing step that reports whether it deals anything."""

    observer: Observer

    def begin(self, engine: Engine, s: State) -> None:
        """Deal."""
        with self.observer.taking(self.entry, s), self.observer.watch.moving(engine, s, self):
            super().begin(engine, s)


@dataclass(frozen=True)
class InstrumentedMoveStep(MoveStep):
    """A moving step that reports whether it moves a card."""

    observer: Observer

    def begin(self, engine: Engine, s: State) -> None:
        """Move the cards."""
        waiting, s.waiting = s.waiting, 0
        with self.observer.taking(self.entry, s), self.observer.watch.moving(engine, s, self):
            super().begin(engine, s)
        s.waiting = waiting


@dataclass(frozen=True)
class InstrumentedShowStep(ShowStep):
    """A showing step that reports whether it shows a card."""

    observer: Observer

    def begin(self, engine: Engine, s: State) -> None:
        """Show the cards."""
        before = s.shows
        super().begin(engine, s)
        if s.shows != before:
            self.observer.seen(self.entry.place)


@dataclass(frozen=True)
class InstrumentedRepeatStep(RepeatStep):
    """A step that reports that it goes back."""

    observer: Observer

    def begin(self, engine: Engine, s: State) -> None:
        """Go back."""
        self.observer.seen(self.entry.place)
        super().begin(engine, s)


@dataclass(frozen=True)
class InstrumentedEndStep(EndStep):
    """A step that reports that it ends a deal."""

    observer: Observer

    def begin(self, engine: Engine, s: State) -> None:
        """End the deal."""
        self.observer.seen(self.entry.place)
        super().begin(engine, s)


@dataclass(frozen=True)
class InstrumentedTrickStep(TrickStep):
    """A step of tricks that reports which clauses drop a play."""

    observer: Observer = None  # type: ignore[assignment] # inherited fields have defaults

    def begin(self, engine: Engine, s: State) -> None:
        """Let the first leader lead."""
        self.observer.watch.plays(engine, s, self)
        with self.observer.taking(self.entry, s):
            super().begin(engine, s)

    def legal(self, engine: Engine, s: State, seat: int, known: Playable | None = None) -> Sequence[str]:
        """Report what narrows the choice of a seat."""
        self._look(engine, s, seat)
        return super().legal(engine, s, seat, known)

    def read(self, engine: Engine, s: State, seat: int, written: str, known: Playable | None = None) -> int:
        """Report what forbids other plays, or this one."""
        self._look(engine, s, seat)
        return super().read(engine, s, seat, written, known)

    def judged(
        self, engine: Engine, s: State, seat: int, written: str, known: Playable | None = None
    ) -> tuple[int, Clause | None]:
        """Report what forbids a play of which only the reason is asked."""
        self._look(engine, s, seat)
        return super().judged(engine, s, seat, written, known)

    def _look(self, engine: Engine, s: State, seat: int) -> None:
        clauses = self.clauses(s)
        self.observer.work += sum(map(cost, clauses))
        if self.observer.heeds(clauses):
            self.observer.narrowing(clauses, s, seat, self.candidates(engine, s, seat))

    def taker(self, s: State) -> int | None:
        """Report which clauses find the winner."""
        self.observer.narrowing(self.winning, s, s.leader, (play for _, play in s.plays))
        return super().taker(s)


@dataclass(frozen=True)
class InstrumentedAskStep(AskStep):
    """A question that reports which clauses drop an answer."""

    observer: Observer = None  # type: ignore[assignment] # inherited fields have defaults

    def begin(self, engine: Engine, s: State) -> None:
        """Ask."""
        self.observer.watch.comes(engine, s, self)
        with self.observer.taking(self.entry, s):
            super().begin(engine, s)

    def answers(self, engine: Engine, s: State, seat: int) -> list[Any]:
        """Report what narrows the answers of a seat."""
        self.observer.seen(self.entry.place)
        values = self.values(s, seat)
        self.observer.work += len(values) + sum(map(cost, self.rules))
        if self.observer.heeds(self.rules):
            self.observer.narrowing(self.rules, self.foreseen(engine, s, seat, values), seat, values)
        found = super().answers(engine, s, seat)
        self.observer.answers.offer(self, found)
        return found

    def values(self, s: State, seat: int) -> list[Any]:
        """Random deals try only some of many numbers, which shows as much in less time."""
        found = super().values(s, seat)
        if self.names or not self.observer.early or len(found) <= MOST_TRIED:
            return found
        ends = {*found[: MOST_TRIED // 2], *found[-MOST_TRIED // 2 :]}
        named = self._named
        return [value for value in found if value in ends or value in named or (named and not value % ROUND)]

    @cached_property
    def _named(self) -> frozenset[int]:
        """The numbers that the rules of the question name."""
        terms = [term for clause in self.rules for term in (clause.when, clause.what) if term is not None]
        return frozenset(number for term in terms for number in named_numbers(term))

    def foreseen(self, engine: Engine, s: State, seat: int, values: Iterable[Any]) -> State:
        """Look ahead without reporting, because it has not happened."""
        with self.observer.supposing():
            return super().foreseen(engine, s, seat, values)

    def narrowing(self, s: State, seat: int) -> Iterator[tuple[Clause | None, int]]:
        """Report which rules leave fewer cards."""
        before = 0
        for rule in self.rules:
            self.observer.counts.count(rule.entry, rule.when, s, (seat,), self.observer.deals)
        for clause, cards in super().narrowing(s, seat):
            if clause and before & ~cards:
                self.observer.seen(clause.entry.place)
            before = cards
            yield clause, cards


KINDS: Final[Mapping[type[Step], Callable[..., Step]]] = {
    AskStep: InstrumentedAskStep,
    DealStep: InstrumentedDealStep,
    EndStep: InstrumentedEndStep,
    MoveStep: InstrumentedMoveStep,
    RepeatStep: InstrumentedRepeatStep,
    ShowStep: InstrumentedShowStep,
    TrickStep: InstrumentedTrickStep,
}


def instrumented_step(step: Step, observer: Observer) -> Step:
    """The step, instrumented."""
    parts: dict[str, Any] = {field.name: getattr(step, field.name) for field in fields(step) if field.init}
    return KINDS[type(step)](**parts, observer=observer)
