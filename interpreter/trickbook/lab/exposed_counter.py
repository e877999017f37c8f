"""Engines that count, for each deal and seat, the cards that were exposed."""

from __future__ import annotations

from dataclasses import fields
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from trickbook.engine.ask import AskStep
from trickbook.engine.deal import DealStep, MoveStep, take
from trickbook.engine.engine import Engine, Rules
from trickbook.engine.repeat import EndStep
from trickbook.ruleset import Ruleset
from trickbook.sections.compiled import CompiledRules

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from trickbook.core.state import State
    from trickbook.engine.engine import Step
    from trickbook.state import Match

EXPOSED_PILE: Final = "table"
"""The pile of exposed cards."""


class CountingEngine(CompiledRules):
    """An engine that counts every exposed card, whenever and by whomever it is exposed.

    The counts of a deal are in slots of the state, one for each seat, and then the last of what was measured.
    """

    def prepared(self, rules: Rules) -> Rules:
        """Add the slots, and replace every step by one that counts."""
        self.slot = rules.layout.room(rules.layout.seats)
        upon = {event: [*map(_counting, steps)] for event, steps in rules.upon.items()}
        return rules._replace(steps=tuple(map(_counting, rules.steps)), upon=upon)

    def start(self, s: State, match: Match) -> None:
        """Begin a deal, and keep the counts of the one before."""
        super().start(s, self._counted(s, match) if match.history else match)

    def end(self, s: State) -> None:
        """End a deal, and keep the counts of the last one."""
        super().end(s)
        if s.match.over:
            s.match = self._counted(s, s.match)

    def _counted(self, s: State, match: Match) -> Match:
        """A match whose last deal has the counts that the state has."""
        *before, last = match.history
        last = last._replace(measured=(*last.measured, self.counts(s)))
        return match._replace(history=(*before, last))

    def counts(self, s: State) -> tuple[int, ...]:
        """Return how many cards each seat has exposed in the current deal."""
        return self.program.remembered(s.v, self.slot, self.layout.seats)

    def laid(self, s: State) -> Sequence[Sequence[int]]:
        """Return the number of exposed cards by deal and seat, of the finished deals."""
        return [past.measured[-1] for past in s.match.history]

    def count(self, s: State, piles: Sequence[int], laid: Iterable[tuple[int | None, int]]) -> None:
        """Count cards laid on piles, set after set, except those that lie there already."""
        many, scratch, base = [*self.counts(s)], [*piles], self.layout.piles[EXPOSED_PILE].base
        for index, cards in laid:
            if index is not None:
                many[index - base] += (cards & ~scratch[index]).bit_count()
                take(self.layout, scratch, cards)
                scratch[index] |= cards
        self.program.remember(s.v, self.slot, many)


class CountingDealStep(DealStep):
    """A step that deals exposed cards."""

    def begin(self, engine: Engine, s: State) -> None:
        """Deal, and count."""
        before = s.piles
        super().begin(engine, s)
        places = range(self.to.base, self.to.base + engine.layout.seats)
        _table(engine).count(s, before, [(place, s.pile(place) & ~before[place]) for place in places])


class CountingMoveStep(MoveStep):
    """A step that moves cards and exposes them."""

    def begin(self, engine: Engine, s: State) -> None:
        """Move, and count by seat."""
        seats = range(engine.layout.seats) if "player" in self.cards.reads else (s.match.dealer,)
        laid = [(self.to.where(engine.layout, s, seat), s.value(self.cards, seat)) for seat in seats]
        before = s.piles
        super().begin(engine, s)
        _table(engine).count(s, before, laid)


class CountingAskStep(AskStep):
    """A step in which cards are chosen or drawn, and exposed."""

    def begin(self, engine: Engine, s: State) -> None:
        """Draw, and count."""
        before = s.copy()
        super().begin(engine, s)
        if self.who is None and self.to is not None:
            piles, before.slots = before.piles, s.slots  # where they go may depend on what was drawn
            goal = self.to.where(engine.layout, before, s.match.dealer)
            _table(engine).count(s, piles, [(goal, s.slots[self.slot])])

    def _settle(self, engine: Engine, s: State, answers: Mapping[int, Any]) -> bool:
        assert self.to is not None  # noqa: S101 - only such are made
        laid = [(self.to.where(engine.layout, s, seat), cards) for seat, cards in answers.items()]
        taken = list(s.piles)
        for goal, cards in laid:
            if goal is not None:
                take(engine.layout, taken, cards)
        _table(engine).count(s, taken, laid)
        return super()._settle(engine, s, answers)


class CountingEndStep(EndStep):
    """A step that may have a deal begin anew, in which exposed cards go on to be counted."""

    def begin(self, engine: Engine, s: State) -> None:
        """End the deal, and keep the counts."""
        counted = _table(engine).counts(s)
        super().begin(engine, s)
        engine.program.remember(s.v, _table(engine).slot, counted)


COUNTING_STEPS: Final[Mapping[type[Step], Callable[..., Step]]] = MappingProxyType(
    {
        DealStep: CountingDealStep,
        MoveStep: CountingMoveStep,
        AskStep: CountingAskStep,
        EndStep: CountingEndStep,
    }
)


def _counting(step: Step) -> Step:
    """Return the step, or a counting one if it exposes cards or ends a deal."""
    goal = getattr(step, "to", None)
    pile = getattr(goal, "pile", goal)
    if not isinstance(step, EndStep) and (pile is None or pile.name != EXPOSED_PILE):
        return step
    return COUNTING_STEPS[type(step)](**{field.name: getattr(step, field.name) for field in fields(step)})


def _table(engine: Engine) -> CountingEngine:
    assert isinstance(engine, CountingEngine)  # noqa: S101 - no other has such steps
    return engine


class CountingRuleset(Ruleset):
    """A ruleset whose engines count exposed cards."""

    def engine(self, players: int | None = None, given: frozenset[str] = frozenset()) -> CountingEngine:
        """Return the engine that counts."""
        key = (self._check(self.usual if players is None else players), given)
        if key not in self._engines:
            resolved = self.resolved
            self._engines[key] = CountingEngine(resolved.root, resolved.texts, key[0], self.chosen, given)
        return _table(self._engines[key])


@lru_cache(maxsize=256)
def count_exposed(rules: Ruleset) -> CountingRuleset:
    """Return the same rules with engines that count exposed cards."""
    return CountingRuleset(rules.resolved, rules.chosen, rules.usual)
