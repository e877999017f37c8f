"""Reports of deals in progress to an observer: of the functions of their course, the table's acts, plays."""

from __future__ import annotations

import re
from contextlib import ExitStack, contextmanager, nullcontext, suppress
from typing import TYPE_CHECKING, Any, Final

from trickbook.analysis.coverage.choices import tried_answers
from trickbook.analysis.coverage.tallies import CHARACTER, cost, event_costs
from trickbook.core import DEALER
from trickbook.core.state import Notes, state_of
from trickbook.engine.ask import AskStep
from trickbook.engine.deal import DealStep, EndStep, MoveStep, RepeatStep, ShowStep
from trickbook.engine.engine import MOST_IDLE
from trickbook.engine.facts import TURN
from trickbook.engine.tricks import TrickStep
from trickbook.sections.compiled import CompiledRules
from trickbook.state import Match
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Mapping
    from typing import TypeAlias

    from trickbook.analysis.coverage.observer import Observer
    from trickbook.core.state import State
    from trickbook.engine.engine import Step
    from trickbook.engine.plays import PlayChoice
    from trickbook.loading import Resolved

    Report: TypeAlias = Generator[None, int, None]

FUNCTION: Final = re.compile(r"([a-z_]+?)_?(\d*)$")
"""A function of a course: what it does, and the number of the step or of the event."""

REPORTED: Final = frozenset(
    "answer begin choices end finish happen move outlook over play resting score turn".split()  # noqa: SIM905
)
"""The functions that are reported, each by the method of its name."""

BARE: Final = Notes(Match(0, 0, 0, ()), None, (), (), (), (0, 0))
"""The notes of a deal whose cells are all that is known."""


class StuckError(Exception):
    """Raised when a deal cannot go on, with the code and message of the problem."""


class DealReporter:
    """Listens to an engine for an observer. ``idle`` counts the deals since somebody acted.

    While the engine looks ``ahead``, nothing is reported, because it has not happened.
    """

    def __init__(self, engine: CompiledRules, observer: Observer) -> None:
        """Listen from now on, before anything is played."""
        self.engine, self.observer, self.idle, self.ahead = engine, observer, 0, False
        self._costs, self._events = event_costs(engine), tuple(engine.event_numbers)
        observer.work += CHARACTER * engine.context.read
        engine.listen(self)

    # What an engine tells a listener

    def compiled(self, name: str, function: Callable[..., int]) -> Callable[..., int]:
        """Return a function, or one around it that reports what it does."""
        match = FUNCTION.match(name)
        if match is None or match[1] not in REPORTED:
            return function
        report: Callable[..., Report] = getattr(self, match[1])
        number, program = int(match[2] or 0), self.engine.program

        def reported(v: list[int], *arguments: int) -> int:
            if self.ahead:
                return function(v, *arguments)
            going = report(state_of(program, v, BARE), number, *arguments)
            next(going)
            result = function(v, *arguments)
            with suppress(StopIteration):
                going.send(result)
            return result

        return reported

    def starts(self, _s: State) -> None:
        """Note the start of a deal. Raises StuckError after too many deals without any action."""
        self.idle += 1
        if self.idle > MOST_IDLE:
            raise StuckError("endless", Message("nobody acts in {number} deals", number=MOST_IDLE))
        self.observer.watch.begins()

    @contextmanager
    def performs(self, s: State, step: Step) -> Iterator[None]:
        """Report whether the table deals, draws or shows anything."""
        shows = s.shows
        with ExitStack() as stack:
            if isinstance(step, DealStep | AskStep):
                stack.enter_context(self.observer.taking(step.entry, s))
            if isinstance(step, DealStep):
                stack.enter_context(self.observer.watch.moving(self.engine, s, step))
            yield
        if isinstance(step, ShowStep) and s.shows != shows:
            self.observer.record(step.entry.place)

    def chooses(self, s: State, step: PlayChoice, seat: int) -> None:
        """Report what narrows the choice of a seat."""
        clauses = step.clauses(s)
        self.observer.work += sum(map(cost, clauses))
        if self.observer.heeds(clauses):
            self.observer.narrowing(clauses, s, seat, step.candidates(self.engine, s, seat))

    def wins(self, s: State, step: TrickStep) -> None:
        """Report which clauses find the winner of a trick."""
        self.observer.narrowing(step.winning, s, s.leader, (play for _, play in s.plays))

    # What the functions of a course do

    def pay(self, event: str) -> None:
        """Count the work of an event."""
        self.observer.work += self._costs[event]

    def begin(self, s: State, index: int) -> Report:
        """Report a step that begins, and that it asks or moves something."""
        step, observer = self._step(index), self.observer
        if isinstance(step, TrickStep) or not step.asks:  # of questions each answer is an event
            self.pay(step.name)
        if isinstance(step, RepeatStep | EndStep) or (isinstance(step, TrickStep) and step.when is None):
            observer.record(step.entry.place)
        if isinstance(step, TrickStep):
            observer.watch.plays(self.engine, s, step)
        elif step.asks or step.kind == "draw":
            observer.watch.comes(self.engine, s, step)
        with observer.taking(step.entry, s) if step.asks else nullcontext():
            yield

    def move(self, s: State, index: int) -> Report:
        """Report a step that moves cards, or none."""
        step, observer = self._step(index), self.observer
        assert isinstance(step, MoveStep)  # noqa: S101 - it moves cards
        with observer.taking(step.entry, s), observer.watch.moving(self.engine, s, step):
            yield

    def happen(self, s: State, number: int, actor: int, x: int) -> Report:
        """Report which facts an event changes."""
        observer, seats = self.observer, range(self.engine.layout.seats)
        for fact in self.engine.facts_by_event[self._events[number]]:
            asked = seats if fact.owned else (actor,)
            observer.counts.count(fact.entry, fact.when, s, asked, observer.deals, x)
        before = s.v.copy()
        yield
        observer.changes(self.engine, before, s)

    def score(self, s: State, _number: int) -> Report:
        """Report the end of a random deal, and which cards and adjustments count."""
        if self.observer.early:
            self.observer.deals += 1
            self.observer.watch.ends(self.engine, s)
        self.observer.points(self.engine, s)
        yield
        self.observer.watch.scores(self.engine, s.points)

    def end(self, s: State, _number: int) -> Report:
        """Report which clauses would find the winners after a deal."""
        self.pay("end")
        yield
        if self.observer.early:
            self.observer.winners(self.engine, s)

    def over(self, s: State, _number: int) -> Report:
        """Report by what a match ends, and who wins it."""
        if (yield):
            self.observer.ends(self.engine, s, s.v[DEALER])

    def finish(self, s: State, index: int) -> Report:
        """Report which clauses find the winner of a trick in a deal."""
        step = self._step(index)
        assert isinstance(step, TrickStep)  # noqa: S101 - it finishes a trick
        if self.engine.is_handled("trick"):
            self.pay("trick")
        self.wins(s, step)
        yield

    def resting(self, s: State, _number: int) -> Report:
        """Report who rests."""
        yield
        self.observer.rests(self.engine, s)

    def answer(self, _s: State, index: int, *_: int) -> Report:
        """Report an answer."""
        self.pay(self.engine.phases[index])
        yield

    def play(self, *_: Any) -> Report:
        """Report a play."""
        if self.engine.is_handled("play"):
            self.pay("play")
        yield

    def turn(self, *_: Any) -> Report:
        """Report that the turn comes to a seat."""
        self.pay(TURN)
        yield

    def choices(self, s: State, index: int, seat: int) -> Report:
        """Report what narrows the answers of a seat, and what it is offered."""
        step, observer = self._step(index), self.observer
        assert isinstance(step, AskStep)  # noqa: S101 - it asks
        if step.source is not None:
            observer.rules(self.engine, s, step, seat)
            yield
            return
        every, costs = step.values(s, seat), sum(map(cost, step.rules))
        tried = tried_answers(step, every) if observer.early else every
        observer.record(step.entry.place)
        observer.work += len(tried) + costs
        if observer.heeds(step.rules):
            observer.work += costs * (1 + len(tried))
            observer.rules(self.engine, s, step, seat)
        left = yield
        if step.names:  # all of which are tried
            observer.answers.offer(step, [name for index, name in enumerate(every) if left >> index & 1])

    def outlook(self, *_: Any) -> Report:
        """Report nothing of an outlook."""
        self.ahead = True
        yield
        self.ahead = False

    def _step(self, index: int) -> Step:
        step = self.engine.indexed_steps[index]
        assert step is not None  # noqa: S101 - it is taken
        return step


def reporter(observer: Observer, resolved: Resolved, seats: int, chosen: Mapping[str, Any]) -> DealReporter:
    """Return who reports the deals of a configuration to an observer; each is compiled once."""
    key = (seats, *sorted(chosen.items()))
    if key not in observer.reporters:
        engine = CompiledRules(resolved.root, resolved.texts, seats, chosen)
        observer.reporters[key] = DealReporter(engine, observer)
    return observer.reporters[key]
