"""Worlds from a placement of the unseen cards: as the start of a deal, or as a copy of another world.

If nothing in the tricks depends on unseen cards, all worlds have the same course. One is played through; the
others differ from it only in those cards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from trickbook.bots.worlds.card_places import places
from trickbook.bots.worlds.constraints import (
    Constraints,
    ShownCopies,
    constraints,
    shown_copies,
    undo_known_choices,
)
from trickbook.bots.worlds.start_state import before_tricks, empty_start, start_step, start_with
from trickbook.cards.chance import stream
from trickbook.engine.deal import MoveStep
from trickbook.engine.tricks import TrickStep
from trickbook.expression.operations import PILES, Operation
from trickbook.game.game import Game
from trickbook.state import Origin

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from trickbook.core.state import State
    from trickbook.engine.engine import Engine, Step
    from trickbook.expression.types import Term
    from trickbook.ruleset import Ruleset
    from trickbook.sections.compiled import CompiledRules

    Lie = Mapping[int, int]
    """The unseen cards of each place, by their pile when play began."""

TRICK_EVENTS: Final = ("turn", "play", "trick")
"""The events during tricks."""


class ViewContext(NamedTuple):
    """A seat's view, prepared for placing the unseen cards."""

    engine: CompiledRules
    base: State
    known: Constraints
    origin: Origin
    seen: Mapping[str, Any]
    twins: tuple[ShownCopies, ...]

    def beginning(self, lie: Lie, seed: int) -> State:
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

    def led(self, lie: Lie, seed: int) -> State:
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


class WorldTemplate(NamedTuple):
    """The common part of many worlds: the game, the piles without the unseen cards, and where those go.

    ``spots`` pairs each pile that has unseen cards with the place that they came from.
    """

    game: Game
    piles: tuple[int, ...]
    spots: tuple[tuple[int, int], ...]

    def world(self, lie: Lie, seed: int) -> Game:
        """Return the world with the unseen cards placed so; future chance comes from a seed."""
        game, s = self.game, self.game.state.copy()
        s.match = s.match._replace(seed=seed)
        s.chance = (stream(seed, s.match.deal), 0)
        s.piles = self.piles
        for index, at in self.spots:
            s.lay(index, s.pile(index) | lie[at])
        return Game(game.engine, s, game.origin)


def template(game: Game, lie: Lie) -> WorldTemplate | None:
    """Return what other worlds share with one in which the unseen cards lie so.

    None if chance was used since the start, or if the cards of one place are now apart.
    """
    s, unseen = game.state, ~sum(lie.values())
    spots = [(index, at) for index, cards in enumerate(s.piles) for at, there in lie.items() if cards & there]
    apart = any(lie[at] & ~s.pile(index) for index, at in spots)
    if apart or s.chance != (stream(s.match.seed, s.match.deal), 0):
        return None
    return WorldTemplate(game, tuple(cards & unseen for cards in s.piles), tuple(spots))


def independent_of_hands(engine: Engine, step: TrickStep) -> bool:
    """Return whether nothing in tricks depends on unseen cards, except which may be played."""
    facts = [fact for event in TRICK_EVENTS for fact in engine.facts_by_event.get(event, ())]
    terms = [term for fact in facts for term in (fact.when, fact.becomes)]
    terms += [term for clause in step.winning for term in (clause.when, clause.what)]
    moving = [step for event in TRICK_EVENTS for step in engine.upon.get(event, ())]
    if engine.secret_facts or not _open([*terms, step.again, step.until, step.next]):
        return False
    return all(map(_moves_blindly, moving)) and _whole_piles(step.source)


def _open(terms: Iterable[Term | None]) -> bool:
    """Return whether terms depend only on what everyone sees."""
    return not any(term.reads & {"own", "secret"} for term in terms if term)


def _moves_blindly(step: Step) -> bool:
    """Return whether a step moves exposed cards, or a whole pile, whatever is in it."""
    if not isinstance(step, MoveStep) or not _open([step.when, step.to.seats]):
        return False
    return step.cards.operation in PILES or _open([step.cards])


def _whole_piles(source: Term) -> bool:
    """Return whether cards are played from whole piles, so that their number depends on nothing else."""
    joined = source.operation == Operation.OR and all(map(_whole_piles, source.parts))
    return joined or source.operation == Operation.OWN_PILE
