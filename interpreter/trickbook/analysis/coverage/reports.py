"""What is reported of a deal in progress, by steps and by the functions of its course: events, tricks."""

from __future__ import annotations

import re
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, fields
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, Final

from trickbook.analysis.coverage.choices import named_numbers
from trickbook.analysis.coverage.tallies import cost
from trickbook.core.state import State
from trickbook.engine.ask import AskStep
from trickbook.engine.deal import DealStep, MoveStep, ShowStep
from trickbook.engine.facts import TURN
from trickbook.engine.repeat import EndStep, RepeatStep
from trickbook.engine.tricks import TrickStep

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from contextlib import AbstractContextManager
    from typing import TypeAlias

    from trickbook.analysis.coverage.instrumented_engine import InstrumentedEngine
    from trickbook.analysis.coverage.observer import Observer
    from trickbook.engine.engine import Engine, Step
    from trickbook.engine.plays import Playable
    from trickbook.expression.clause import Clause

    Event: TypeAlias = Callable[[InstrumentedEngine, int], str]
    Report: TypeAlias = Callable[..., AbstractContextManager[Callable[[int], None] | None]]

MOST_TRIED: Final = 20
"""The number of answers that random deals try where a question offers more and its rules name none."""

ROUND: Final = 10
"""The numbers that random deals try beside those that the rules of a question name are multiples of this."""


@dataclass(frozen=True)
class InstrumentedDealStep(DealStep):
    """A dealing step that reports whether it deals anything."""

    observer: Observer

    def perform(self, engine: Engine, s: State) -> None:
        """Deal."""
        with self.observer.taking(self.entry, s), self.observer.watch.moving(engine, s, self):
            super().perform(engine, s)


@dataclass(frozen=True)
class InstrumentedShowStep(ShowStep):
    """A showing step that reports whether it shows a card."""

    observer: Observer

    def perform(self, engine: Engine, s: State) -> None:
        """Show the cards."""
        before = s.shows
        super().perform(engine, s)
        if s.shows != before:
            self.observer.seen(self.entry.place)


@dataclass(frozen=True)
class InstrumentedTrickStep(TrickStep):
    """A step of tricks that reports which clauses drop a play."""

    observer: Observer = None  # type: ignore[assignment] # inherited fields have defaults

    def legal(self, engine: Engine, s: State, seat: int, known: Playable | None = None) -> Sequence[str]:
        """Report what narrows the choice of a seat."""
        self._look(engine, s, seat)
        return super().legal(engine, s, seat, known)

    def read(self, engine: Engine, s: State, seat: int, written: str, known: Playable | None = None) -> int:
        """Report what forbids other plays, or this one."""
        self._look(engine, s, seat)
        return super().read(engine, s, seat, written, known)

    def judge(
        self, engine: Engine, s: State, seat: int, written: str, known: Playable | None = None
    ) -> tuple[int, Clause | None]:
        """Report what forbids a play of which only the reason is asked."""
        self._look(engine, s, seat)
        return super().judge(engine, s, seat, written, known)

    def taker(self, s: State) -> int | None:
        """Report which clauses find the winner of a single trick."""
        self.observer.narrowing(self.winning, s, s.leader, (play for _, play in s.plays))
        return super().taker(s)

    def _look(self, engine: Engine, s: State, seat: int) -> None:
        clauses = self.clauses(s)
        self.observer.work += sum(map(cost, clauses))
        if self.observer.heeds(clauses):
            self.observer.narrowing(clauses, s, seat, self.candidates(engine, s, seat))


@dataclass(frozen=True)
class InstrumentedAskStep(AskStep):
    """A question that reports which clauses drop an answer."""

    observer: Observer = None  # type: ignore[assignment] # inherited fields have defaults

    def perform(self, engine: Engine, s: State) -> None:
        """Let chance answer."""
        with self.observer.taking(self.entry, s):
            super().perform(engine, s)

    def answers(self, engine: Engine, s: State, seat: int) -> list[Any]:
        """Random deals try only some of many numbers, which shows as much in less time."""
        some = self.tried(s, seat)
        return [value for value in super().answers(engine, s, seat) if value in some]

    def tried(self, s: State, seat: int) -> list[Any]:
        """The answers to try."""
        found = self.values(s, seat)
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


KINDS: Final = (InstrumentedAskStep, InstrumentedDealStep, InstrumentedShowStep, InstrumentedTrickStep)
"""The steps that report; of others the functions do."""


def instrumented_step(step: Step, observer: Observer) -> Step:
    """The step, instrumented if there is more to report than its functions do."""
    kind: Callable[..., Step] | None = next((one for one in KINDS if one.__base__ is type(step)), None)
    if kind is None:
        return step
    parts = {field.name: getattr(step, field.name) for field in fields(step) if field.init}
    return kind(**parts, observer=observer)


PARTS: Final = re.compile(r"([a-z_]+?)_?(\d*)$")
"""A function of a course: what it does, and the number of the step or of the event."""


def watched(engine: InstrumentedEngine, name: str, function: Callable[..., int]) -> Callable[..., int]:
    """Return a function of the course, or one around it that reports what it does."""
    found = PARTS.match(name)
    report = REPORTS.get(found[1]) if found else None
    if report is None or found is None:
        return function
    number = int(found[2] or 0)

    def reported(v: list[int], *given: int) -> int:
        if engine.observer.heedless:
            return function(v, *given)
        s = State(engine.program)
        s.v, s.notes = v, engine.notes
        with report(engine, s, number, *given) as told:
            found = function(v, *given)
            if told is not None:
                told(found)
        return found

    return reported


@contextmanager
def _begin(engine: InstrumentedEngine, s: State, place: int) -> Iterator[None]:
    """Report a step that begins, and that it asks or moves something."""
    step, observer = engine.indexed_steps[place], engine.observer
    assert step is not None  # noqa: S101 - it begins
    if isinstance(step, TrickStep) or not step.asks:  # of questions each answer is an event
        engine.pay(step.name)
    if isinstance(step, RepeatStep | EndStep):
        observer.seen(step.entry.place)
    if isinstance(step, TrickStep):
        observer.watch.plays(engine, s, step)
    elif step.asks or step.kind == "draw":
        observer.watch.comes(engine, s, step)
    with observer.taking(step.entry, s) if step.asks else nullcontext():
        yield


@contextmanager
def _move(engine: InstrumentedEngine, s: State, place: int) -> Iterator[None]:
    """Report a step that moves cards, or none."""
    step, observer = engine.indexed_steps[place], engine.observer
    assert isinstance(step, MoveStep)  # noqa: S101 - it moves cards
    with observer.taking(step.entry, s), observer.watch.moving(engine, s, step):
        yield


@contextmanager
def _happen(engine: InstrumentedEngine, s: State, number: int, actor: int, x: int) -> Iterator[None]:
    """Report which facts an event changes."""
    observer, event = engine.observer, engine.event_names[number]
    for fact in engine.facts_by_event[event]:
        seats = range(engine.layout.seats) if fact.owned else (actor,)
        observer.counts.count(fact.entry, fact.when, s, seats, observer.deals, x)
    before = s.v.copy()
    yield
    observer.changes(engine, before, s)


@contextmanager
def _end(engine: InstrumentedEngine, s: State, _number: int) -> Iterator[None]:
    """Report which clauses would find the winners after a deal."""
    engine.pay("end")
    yield
    if engine.observer.early:
        engine.observer.winners(engine, s)


@contextmanager
def _finish(engine: InstrumentedEngine, s: State, place: int) -> Iterator[None]:
    """Report which clauses find the winner of a trick."""
    step = engine.indexed_steps[place]
    assert isinstance(step, TrickStep)  # noqa: S101 - it finishes a trick
    if engine.is_handled("trick"):
        engine.pay("trick")
    engine.observer.narrowing(step.winning, s, s.leader, (play for _, play in s.plays))
    yield


@contextmanager
def _resting(engine: InstrumentedEngine, s: State, _number: int) -> Iterator[None]:
    """Report who rests."""
    yield
    engine.observer.rests(engine, s)


@contextmanager
def _pay(
    event: Callable[[InstrumentedEngine, int], str],
    engine: InstrumentedEngine,
    _s: State,
    place: int,
    *_: int,
) -> Iterator[None]:
    """Report an event, of which nothing else is reported; none if it has no name."""
    if name := event(engine, place):
        engine.pay(name)
    yield


@contextmanager
def _choices(
    engine: InstrumentedEngine, s: State, place: int, seat: int
) -> Iterator[Callable[[int], None] | None]:
    """Report what narrows the answers of a seat, and what it is offered."""
    step, observer = engine.indexed_steps[place], engine.observer
    assert isinstance(step, InstrumentedAskStep)  # noqa: S101 - it asks
    if step.source is not None:
        observer.rules(engine, s, step, seat)
        yield None
        return
    values, costs = step.tried(s, seat), sum(map(cost, step.rules))
    observer.seen(step.entry.place)
    observer.work += len(values) + costs
    if observer.heeds(step.rules):
        observer.work += costs * (1 + len(values))
        observer.rules(engine, s, step, seat)
    every = step.values(s, seat)

    def offer(left: int) -> None:
        found = [value for number, value in enumerate(every) if left >> number & 1 and value in values]
        observer.answers.offer(step, found)

    yield offer


def _outlook(engine: InstrumentedEngine, *_given: Any) -> AbstractContextManager[None]:
    """Look ahead without reporting, because it has not happened."""
    return engine.observer.supposing()


REPORTS: Final[Mapping[str, Report]] = {
    "answer": partial(_pay, lambda engine, place: engine.phases[place]),
    "begin": _begin,
    "choices": _choices,
    "end": _end,
    "finish": _finish,
    "happen": _happen,
    "move": _move,
    "outlook": _outlook,
    "play": partial(_pay, lambda engine, _: "play" if engine.is_handled("play") else ""),
    "resting": _resting,
    "turn": partial(_pay, lambda *_: TURN),
}
"""What is reported, by what a function does."""
