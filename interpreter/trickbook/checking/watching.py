"""Watching random deals: which clauses drop something, which adjustments apply, which facts change."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from trickbook.concepts import clauses as narrowing
from trickbook.concepts.asking import Asking
from trickbook.concepts.match import about_seat
from trickbook.concepts.tricks import Tricks
from trickbook.expression.types import holds
from trickbook.problems import Place, Problem, shown
from trickbook.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from trickbook.checking.tables import Tables
    from trickbook.concepts.clauses import Clause
    from trickbook.state import Match, State


MOST_IDLE: Final = 500
"""So many deals may pass in which nobody acts."""


class Stuck(Exception):  # noqa: N818 - it ends a match, and no more
    """A deal cannot go on: the code of the problem, and what is wrong."""


class Watched(Table):
    """A table that tells a watch what happens on it. ``idle`` counts the deals since somebody acted."""

    watch: Watch
    idle = 0

    def _index(self) -> None:
        super()._index()
        self.heeds_trick = True

    def start(self, s: State, match_: Match) -> None:
        """Begin a deal; Stuck if too many have passed in which nobody acted."""
        self.idle += 1
        if self.idle > MOST_IDLE:
            raise Stuck("endless", f"nobody acts in {MOST_IDLE} deals")
        super().start(s, match_)

    def happen(self, s: State, event: str, actor: int, x: object) -> None:
        """Tell what a finished trick and a finished deal show, and which facts change."""
        if event == "trick":
            self.watch.narrowing(self.tricks_at(s).winning, s, s.leader, [play for _, play in s.plays])
        before = s.slots
        super().happen(s, event, actor, x)
        self.watch.changes(self, before, s.slots)
        if event == "end":
            self.watch.winners(self, s)

    def tricks_at(self, s: State) -> Tricks:
        """The step that plays the tricks of this moment."""
        step = self.steps[s.step]
        assert isinstance(step, Tricks)  # noqa: S101 - no other finishes tricks
        return step

    def score(self, s: State) -> tuple[int, ...]:
        """Tell which adjustments apply to a deal."""
        self.watch.points(self, s)
        return super().score(s)


class Watch:
    """What has not been seen yet, by its place."""

    def __init__(self, tables: Tables) -> None:
        """Begin with the clauses, adjustments and facts of the ruleset's own file."""
        self.deals = 0
        reading = tables.first.reading
        paths = [("play",), ("winning",), ("points",), ("facts",), ("match", "wins")]
        paths += [("steps", step.name, "rules") for step in reading.entries("steps")]
        entries = [(path[-1], entry) for path in paths for entry in reading.entries(*path)]
        self.left = {entry.place: (part, entry.name) for part, entry in entries if tables.own(entry.place)}

    def seen(self, place: Place) -> None:
        """Something has happened."""
        self.left.pop(place, None)

    def idle(self) -> Iterator[Problem]:
        """A note for everything that did not happen."""
        what = {"facts": "did not change", "points": "did not apply"}
        for place, (part, name) in self.left.items():
            message = f"{shown(name)} {what.get(part, 'dropped nothing')} in {self.deals} random deals"
            yield Problem("never-seen", message, place, None, "note")

    def moment(self, table: Table, s: State, step: Asking | Tricks, seat: int) -> None:
        """Look at what a seat may do."""
        if isinstance(step, Tricks):
            clauses = step.clauses(s)
            if self._any(clauses):
                self.narrowing(clauses, s, seat, step.candidates(table, s, seat))
        elif self._any(step.rules):
            self._answers(table, s, step, seat)

    def _answers(self, table: Table, s: State, step: Asking, seat: int) -> None:
        if step.source is None:
            values = step.values(s, seat)
            self.narrowing(step.rules, step.foreseen(table, s, seat, values), seat, values)
            return
        cards = step.source.run(s, seat, 0)
        for clause in step.rules:
            if holds(clause.when, s, seat) and cards & ~clause.what.run(s, seat, 0):
                self.seen(clause.entry.place)

    def emptied(self, table: Table, s: State, step: Asking | Tricks, seat: int) -> Clause | None:
        """The clause that left a seat nothing to play; None if there was nothing from the first."""
        if not isinstance(step, Tricks):
            return None
        candidates = step.candidates(table, s, seat)
        for clause in step.clauses(s) if candidates else ():
            if holds(clause.when, s, seat):
                candidates = narrowing.kept(clause, s, seat, candidates)
                if not candidates:
                    return clause
        return None

    def _any(self, clauses: Iterable[Clause]) -> bool:
        return any(clause.entry.place in self.left for clause in clauses)

    def narrowing(self, clauses: Iterable[Clause], s: State, seat: int, candidates: list[Any]) -> None:
        """See which clauses drop something."""
        for clause in clauses:
            if holds(clause.when, s, seat):
                rest = narrowing.kept(clause, s, seat, candidates)
                if len(rest) < len(candidates):
                    self.seen(clause.entry.place)
                candidates = rest

    def points(self, table: Table, s: State) -> None:
        """See which adjustments apply to somebody."""
        seats = range(table.layout.seats)
        state = s.copy()
        state.points = [0] * table.layout.seats
        for adjustment in table.points:
            if adjustment.entry.place in self.left and any(
                holds(adjustment.when, state, seat) for seat in seats
            ):
                self.seen(adjustment.entry.place)

    def changes(self, table: Table, before: Sequence[object], after: Sequence[object]) -> None:
        """See which facts change."""
        for fact in table.facts:
            stretch = slice(fact.slot, fact.slot + (table.layout.seats if fact.owned else 1))
            if fact.entry.place in self.left and list(before[stretch]) != list(after[stretch]):
                self.seen(fact.entry.place)

    def winners(self, table: Table, s: State) -> None:
        """A deal is over: see which clauses would find the winners, were the match over, too."""
        self.deals += 1
        left = list(range(table.layout.seats))
        for clause in table.ending.wins:
            form = clause._replace(what=about_seat(clause.what))
            rest = narrowing.narrow((form,), s, s.match.dealer, left)
            if len(rest) < len(left):
                self.seen(clause.entry.place)
            left = rest or left
