"""Engines that count, for each deal and seat, the cards that were exposed."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from trickbook.engine.lookup import EXPOSED_PILE
from trickbook.ruleset import Ruleset
from trickbook.sections.compiled import CompiledRules

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trickbook.core.state import State
    from trickbook.engine.engine import Rules
    from trickbook.state import Match


class CountingEngine(CompiledRules):
    """An engine that counts every exposed card, whenever and by whomever it is exposed.

    The counts of a deal are in slots of the state, one for each seat, and then the last of what was measured.
    """

    def prepared(self, rules: Rules) -> Rules:
        """Add the slots in which cards are counted when they are laid there."""
        self.slot = rules.layout.room(rules.layout.seats)
        return rules._replace(counters={EXPOSED_PILE: self.slot})

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
        return self.program.slot_values(s.v, self.slot, self.layout.seats)

    def laid(self, s: State) -> Sequence[Sequence[int]]:
        """Return the number of exposed cards by deal and seat, of the finished deals."""
        return [past.measured[-1] for past in s.match.history]


class CountingRuleset(Ruleset):
    """A ruleset whose engines count exposed cards."""

    def engine(self, players: int | None = None, given: frozenset[str] = frozenset()) -> CountingEngine:
        """Return the engine that counts."""
        key = (self._check(self.usual if players is None else players), given)
        if key not in self._engines:
            resolved = self.resolved
            self._engines[key] = CountingEngine(resolved.root, resolved.texts, key[0], self.chosen, given)
        found = self._engines[key]
        assert isinstance(found, CountingEngine)  # noqa: S101 - no other is made here
        return found


@lru_cache(maxsize=256)
def count_exposed(rules: Ruleset) -> CountingRuleset:
    """Return the same rules with engines that count exposed cards."""
    return CountingRuleset(rules.resolved, rules.chosen, rules.usual)
