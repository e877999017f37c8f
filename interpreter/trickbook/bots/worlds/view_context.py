"""A seat's view, prepared for placing the unseen cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from trickbook.bots.worlds.constraints import (
    Constraints,
    ShownCopies,
    constraints,
    shown_copies,
    undo_known_choices,
)
from trickbook.bots.worlds.laid_away import places
from trickbook.bots.worlds.start_state import before_tricks, empty_start, start_step, start_with
from trickbook.engine.tricks import TrickStep
from trickbook.state import Origin

if TYPE_CHECKING:
    from collections.abc import Mapping

    from trickbook.core.state import State
    from trickbook.ruleset import Ruleset
    from trickbook.sections.compiled import CompiledRules


class ViewContext(NamedTuple):
    """A seat's view, prepared for placing the unseen cards."""

    engine: CompiledRules
    base: State
    known: Constraints
    origin: Origin
    seen: Mapping[str, Any]
    twins: tuple[ShownCopies, ...]

    def beginning(self, lie: Mapping[int, int], seed: int) -> State:
        """Return the start with the unseen cards placed so; shown cards lie open, or were taken up."""
        piles, layout, known_ = list(self.known.lying), self.engine.layout, self.known
        hand, open_ = layout.piles["hand"].base, layout.piles["table"].base
        now = before_tricks(self.engine, self.seen)
        for at, cards in lie.items():
            theirs = hand <= at < hand + layout.seats and not now
            piles[at] |= cards & ~known_.shown if theirs else cards
            if theirs:
                piles[at - hand + open_] |= cards & known_.shown
        if self._taken_up(open_):
            for seat in range(layout.seats):
                piles[hand + seat], piles[open_ + seat] = piles[hand + seat] | piles[open_ + seat], 0
        piles[self.engine.exposed] = known_.shown
        return start_with(self.engine, self.base, piles, seed, self.seen)

    def led(self, lie: Mapping[int, int], seed: int) -> State:
        """Return the start with the first trick's leader set."""
        base = self.base
        if self.known.plays:
            base = base.copy()
            base.match = base.match._replace(leader=self.known.plays[0][0])
        return self._replace(base=base).beginning(lie, seed)

    def _taken_up(self, open_: int) -> bool:
        """Return whether tricks are to be played from the start, and not with cards that lie open."""
        step = self.engine.steps[start_step(self.engine, self.seen)]
        return isinstance(step, TrickStep) and open_ not in places(step.source)


def view_context(rules: Ruleset, players: int, seen: Mapping[str, Any]) -> ViewContext:
    """Return the context of a view; TrickbookError if the view contradicts the rules."""
    engine = rules.engine(players)
    base = empty_start(engine, seen)
    known_ = constraints(engine, base, seen)
    undo_known_choices(engine, base, known_, seen)
    origin = Origin(rules.name, rules.chosen, rules.house)
    return ViewContext(engine, base, known_, origin, seen, shown_copies(engine, known_))
