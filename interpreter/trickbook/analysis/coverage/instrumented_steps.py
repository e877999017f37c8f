"""Steps that report to an observer what their functions cannot: what is dealt, shown, judge and tried."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from trickbook.analysis.coverage.choices import named_numbers
from trickbook.analysis.coverage.tallies import cost
from trickbook.engine.ask import AskStep
from trickbook.engine.deal import DealStep, ShowStep
from trickbook.engine.tricks import TrickStep

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from trickbook.analysis.coverage.observer import Observer
    from trickbook.core.state import State
    from trickbook.engine.engine import Engine, Step
    from trickbook.engine.plays import Playable
    from trickbook.expression.clause import Clause

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
    ShowStep: InstrumentedShowStep,
    TrickStep: InstrumentedTrickStep,
}
"""The steps that report; of others the functions do."""


def instrumented_step(step: Step, observer: Observer) -> Step:
    """The step, instrumented if there is more to report than its functions do."""
    if type(step) not in KINDS:
        return step
    parts: dict[str, Any] = {field.name: getattr(step, field.name) for field in fields(step) if field.init}
    return KINDS[type(step)](**parts, observer=observer)
