"""What is reported of a deal in progress, by the functions of its course: steps, events, tricks."""

from __future__ import annotations

import re
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from trickbook.analysis.coverage.instrumented_steps import InstrumentedAskStep
from trickbook.analysis.coverage.tallies import cost
from trickbook.core.state import State
from trickbook.engine.deal import MoveStep
from trickbook.engine.facts import TURN
from trickbook.engine.repeat import EndStep, RepeatStep
from trickbook.engine.tricks import TrickStep

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from contextlib import AbstractContextManager
    from typing import TypeAlias

    from trickbook.analysis.coverage.instrumented_engine import InstrumentedEngine

    Report: TypeAlias = Callable[..., AbstractContextManager[Callable[[int], None] | None]]

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
    if step.asks:
        with observer.taking(step.entry, s):
            yield
    else:
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
def _play(engine: InstrumentedEngine, _s: State, _place: int, *_given: int) -> Iterator[None]:
    """Report a play, if anything comes of it."""
    if engine.is_handled("play"):
        engine.pay("play")
    yield


@contextmanager
def _turn(engine: InstrumentedEngine, _s: State, _place: int, *_given: int) -> Iterator[None]:
    """Report that it is somebody's turn."""
    engine.pay(TURN)
    yield


@contextmanager
def _answer(engine: InstrumentedEngine, _s: State, place: int, *_given: int) -> Iterator[None]:
    """Report an answer."""
    engine.pay(engine.phases[place])
    yield


@contextmanager
def _choices(engine: InstrumentedEngine, s: State, place: int, seat: int) -> Iterator[Callable[[int], None]]:
    """Report what narrows the answers of a seat, and what it is offered."""
    step, observer = engine.indexed_steps[place], engine.observer
    assert isinstance(step, InstrumentedAskStep)  # noqa: S101 - it asks
    values = step.tried(s, seat)
    observer.seen(step.entry.place)
    observer.work += len(values) + sum(map(cost, step.rules))
    if observer.heeds(step.rules):
        observer.narrowing(step.rules, step.foresee(engine, s, seat, values), seat, values)
    every = step.values(s, seat)

    def offer(left: int) -> None:
        found = [value for number, value in enumerate(every) if left >> number & 1 and value in values]
        observer.answers.offer(step, found)

    yield offer


def _outlook(engine: InstrumentedEngine, *_given: Any) -> AbstractContextManager[None]:
    """Look ahead without reporting, because it has not happened."""
    return engine.observer.supposing()


REPORTS: Final[Mapping[str, Report]] = {
    "answer": _answer,
    "begin": _begin,
    "choices": _choices,
    "end": _end,
    "finish": _finish,
    "happen": _happen,
    "move": _move,
    "outlook": _outlook,
    "play": _play,
    "resting": _resting,
    "turn": _turn,
}
"""What is reported, by what a function does."""
