"""The observer of deals: it records which entries have had an effect."""

from __future__ import annotations

from contextlib import contextmanager
from math import inf
from typing import TYPE_CHECKING, Any, Final

from trickbook.analysis.coverage.budget import UNLIMITED
from trickbook.analysis.coverage.deal_watch import DealWatch
from trickbook.analysis.coverage.tallies import ConditionCounts, OfferedAnswers, cost
from trickbook.engine import scores
from trickbook.engine.plays import rounds
from trickbook.engine.tricks import TrickStep
from trickbook.problems import Problem, shown
from trickbook.sections import worth
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from trickbook.analysis.coverage.budget import Budget
    from trickbook.analysis.coverage.reports import DealReporter
    from trickbook.analysis.coverage.tallies import SourceEntry
    from trickbook.core.state import State
    from trickbook.engine.ask import AskStep
    from trickbook.engine.scores import Adjustment
    from trickbook.expression.clause import Clause
    from trickbook.problems import Place
    from trickbook.sections.compiled import CompiledRules
    from trickbook.source.nodes import Entry

DECIDED: Final = Message(
    "clauses before it may leave one alone; put it before one of them, as by `before: led_suit`"
)
"""Why a clause that comes last may find nothing left to do."""


class Observer:
    """The entries without an effect so far, by place; ``deals`` counts the finished deals.

    If ``early``, the winners are looked at after every deal, as if the match were over. ``work`` counts the
    steps of all that was played, the same on every machine; beyond ``limit``, and once the ``budget`` is
    spent, no more is to be played. It is ``short`` of deals if some were left out because of that.
    """

    def __init__(
        self, items: Iterable[SourceEntry], *, early: bool = False, budget: Budget = UNLIMITED
    ) -> None:
        """Start with entries of which none has had an effect."""
        self.budget = budget
        self.items = {item.place: item for item in items}
        self.left = dict(self.items)
        self.known = frozenset(self.left)
        self.early = early
        self.deals = 0
        self.work, self.limit = 0, inf
        self.short = False
        self.begun: set[Place] = set()
        self.watch = DealWatch()
        self.counts = ConditionCounts(self.known)
        self.answers = OfferedAnswers()
        self.reporters: dict[tuple[Any, ...], DealReporter] = {}

    def record(self, place: Place) -> None:
        """Record that an entry has had an effect."""
        self.left.pop(place, None)

    def saw(self, place: Place) -> bool:
        """Return whether this is one of the entries, and has had an effect."""
        return place in self.known and place not in self.left

    @property
    def exhausted(self) -> bool:
        """True once the deals have taken as much work, or as much time, as they may."""
        return self.work > self.limit or self.budget.spent

    @contextmanager
    def searching(self) -> Iterator[None]:
        """Record which entries have an effect, but count no deals and nothing odd."""
        deals, watch, counts = self.deals, self.watch, self.counts
        self.watch, self.counts = DealWatch(), ConditionCounts(self.known, failed=counts.failed)
        yield
        self.deals, self.watch, self.counts = deals, watch, counts

    # Steps and clauses

    @contextmanager
    def taking(self, entry: Entry, s: State) -> Iterator[None]:
        """Record that a step begins, and unless it moves nothing and asks nobody, that it has an effect."""
        self.begun.add(entry.place)
        before = self._lying(s)
        yield
        if s.waiting or before != self._lying(s):
            self.record(entry.place)

    @staticmethod
    def _lying(s: State) -> list[int]:
        """The cells of the piles and of what is remembered."""
        cells = s.program.cells
        return s.v[cells.piles : cells.players]

    def heeds(self, clauses: Iterable[Clause]) -> bool:
        """Return whether one of some clauses has not yet dropped anything."""
        return any(clause.entry.place in self.left for clause in clauses)

    def narrowing(self, clauses: Iterable[Clause], s: State, seat: int, candidates: Iterable[Any]) -> None:
        """Record which clauses drop something."""
        candidates = list(candidates)
        self.work += sum(cost(clause) for clause in clauses) * (1 + len(candidates))
        for clause in clauses:
            self.counts.count(clause.entry, clause.when, s, (seat,), self.deals)
        for clause, before, rest in rounds(clauses, s, seat, candidates):
            if len(rest) < len(before):
                self.record(clause.entry.place)

    def rules(self, engine: CompiledRules, s: State, step: AskStep, seat: int) -> None:
        """Record which rules of a question drop an answer, or cards to choose from."""
        for rule in step.rules:
            self.counts.count(rule.entry, rule.when, s, (seat,), self.deals)
        for rule, before, left in step.rounds(engine, s, seat):
            if left != before:
                self.record(rule.entry.place)

    def emptied(self, engine: CompiledRules, s: State, step: AskStep | TrickStep, seat: int) -> Clause | None:
        """The clause that left a seat nothing to play; None if it had nothing from the start."""
        if not isinstance(step, TrickStep):
            return None
        found = rounds(step.clauses(s), s, seat, step.candidates(engine, s, seat))
        return next((clause for clause, before, rest in found if before and not rest), None)

    # Facts and points

    def changes(self, engine: CompiledRules, before: Sequence[int], s: State) -> None:
        """Record which facts change; ``before`` are the cells as they were."""
        if before == s.v:
            return
        for fact in engine.facts:
            if fact.entry.place in self.left:
                where = fact.slot, engine.layout.seats if fact.owned else 1
                if s.program.slot_values(before, *where) != s.program.slot_values(s.v, *where):
                    self.record(fact.entry.place)

    def rests(self, engine: CompiledRules, s: State) -> None:
        """Record by which entries somebody rests."""
        seats = range(engine.layout.seats)
        for rest in engine.resting:
            self.counts.count(rest.entry, rest.when, s, seats, self.deals)
            if rest.entry.place in self.left and any(s.holds(rest.when, seat) for seat in seats):
                self.record(rest.entry.place)

    def points(self, engine: CompiledRules, s: State) -> None:
        """Record which taken cards count, and which adjustments change a total."""
        seats = range(engine.layout.seats)
        self.work += len(seats) * sum(map(cost, engine.points))
        taken = [s.pile(engine.taken + seat) for seat in seats]
        for bit, entry in enumerate(worth.origins(engine.context)):
            if entry and sum(taken) >> bit & 1:
                self.record(entry.place)
        state = s.copy()
        state.points = [
            sum(
                value * (taken[seat] & cards).bit_count()
                for value, cards in scores.card_values(engine.points, engine.worth, s, seat)
            )
            for seat in seats
        ]
        for adjustment in engine.points:
            self.counts.count(adjustment.entry, adjustment.when, state, seats, self.deals)
            if self._tells(engine, adjustment, state):
                self.record(adjustment.entry.place)
            if adjustment.cards is None:
                state.points = scores.totals(adjustment, state, seats)

    def _tells(self, engine: CompiledRules, adjustment: Adjustment, s: State) -> bool:
        """Return whether an adjustment changes a total, or multiplies a card that counts."""
        if adjustment.entry.place not in self.left:
            return False
        seats = range(engine.layout.seats)
        if adjustment.cards is None:
            return any(by for _, _, by in scores.changes(adjustment, s, seats))
        counting = sum(cards for value, cards in engine.worth if value)
        multipliers = [(seat, scores.multiplier(adjustment, s, seat)) for seat in seats]
        return any(
            pair[0] & counting & s.pile(engine.taken + seat)
            for seat, pair in multipliers
            if pair and pair[1] != 1
        )

    # The end

    def ends(self, engine: CompiledRules, s: State, dealer: int) -> None:
        """Record which ends of a finished match have come, and which clauses find the winners."""
        for entry, when in engine.ending.ends:
            if s.holds(when, dealer):
                self.record(entry.place)
        self.winners(engine, s)

    def winners(self, engine: CompiledRules, s: State) -> None:
        """Record which clauses find the winners by the current scores."""
        left = engine.layout.everyone
        for index, clause in enumerate(engine.ending.wins):
            rest = engine.functions[f"wins{index}"](s.v, left)
            if rest != left:
                self.record(clause.entry.place)
            left = rest

    # Notes

    @property
    def missed(self) -> list[Place]:
        """The entries without an effect, but for worth and ends; of steps those that were never taken."""
        return [
            place
            for place, item in self.left.items()
            if item.section not in ("worth", "ends") and not (item.section == "steps" and place in self.begun)
        ]

    def idle(self) -> Iterator[Problem]:
        """A note for every step, clause, adjustment and fact that did not happen."""
        for place in self.missed:
            item = self.items[place]
            message = self.counts.missed_message(place, self.deals, _missing(item, self.deals))
            hint = DECIDED if item.section in ("winning", "wins") else None
            yield Problem("never-seen", message, place, hint, "note")

    @property
    def suspects(self) -> list[Place]:
        """The points whose `when:` has held for every player in all of very many deals."""
        return [place for place in self.counts.suspects() if self.items[place].section == "points"]

    def always(self) -> Iterator[Problem]:
        """A note for points whose `when:` never failed, also where the search chose the deal."""
        for place in self.suspects:
            deals = len(self.counts.asked[place])
            message = Message(
                "the `when:` of {name} held for every player in each of {number} random deals",
                name=shown(self.items[place].path[-1]),
                number=deals,
            )
            hint = Message("leave it out, or change it")
            yield Problem("always-held", message, place, hint, "note")

    def unanswered(self) -> Iterator[Problem]:
        """A note for every question with answers that it never left to anybody."""
        yield from self.answers.notes(self.known, self.deals)

    def odd(self) -> Iterator[Problem]:
        """A note for all that was odd in the deals."""
        yield from self.watch.notes(self.known)


def _missing(item: SourceEntry, deals: int) -> Message:
    """Return what an entry has not done in so many deals."""
    name = shown(item.path[-1])
    match item.section:
        case "facts":
            return Message("{name} did not change in {number} random deals", name=name, number=deals)
        case "points":
            return Message("{name} did not apply in {number} random deals", name=name, number=deals)
        case "steps":
            return Message("{name} was not taken in {number} random deals", name=name, number=deals)
        case "resting":
            return Message("{name} let nobody rest in {number} random deals", name=name, number=deals)
    return Message("{name} dropped nothing in {number} random deals", name=name, number=deals)
