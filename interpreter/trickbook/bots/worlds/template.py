"""Exchanging: worlds made from one of them by laying the unseen cards otherwise.

If nothing that may happen in tricks hangs on cards that nobody has shown, then what has happened is the same
in all worlds: one is played through, and the others differ from it in those cards alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from trickbook.cards.chance import stream
from trickbook.engine.steps.deal import MoveStep
from trickbook.game.game import Game

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from trickbook.engine.engine import Engine
    from trickbook.engine.steps.tricks import TrickStep
    from trickbook.expression.types import Term
    from trickbook.sections.steps import Step

    Lie = Mapping[int, int]
    """The unseen cards of each place, by where it was when play began."""

TRICK_EVENTS: Final = ("play", "trick")
"""What happens while tricks are played."""


class WorldTemplate(NamedTuple):
    """A moment that many worlds have in common: its game, the piles without the unseen cards, where those go.

    ``spots`` are the piles in which unseen cards lie, each with the place whose cards they are.
    """

    game: Game
    piles: tuple[int, ...]
    spots: tuple[tuple[int, int], ...]

    def world(self, lie: Lie, seed: int) -> Game:
        """The world in which the unseen cards lie so; all chance to come hangs on a seed."""
        game, s = self.game, self.game.state.copy()
        s.match = s.match._replace(seed=seed)
        s.chance = (stream(seed, s.match.deal), 0)
        s.allowed, s.listed = None, ()
        s.piles = list(self.piles)
        for index, at in self.spots:
            s.piles[index] |= lie[at]
        return Game(game.table, s, game.origin)


def template(game: Game, lie: Lie) -> WorldTemplate | None:
    """What other worlds have in common with one in which the unseen cards lie so.

    None if chance has done anything since its beginning, or if cards of one place lie apart by now.
    """
    s, unseen = game.state, ~sum(lie.values())
    spots = [(index, at) for index, cards in enumerate(s.piles) for at, there in lie.items() if cards & there]
    apart = any(lie[at] & ~s.piles[index] for index, at in spots)
    if apart or s.chance != (stream(s.match.seed, s.match.deal), 0):
        return None
    return WorldTemplate(game, tuple(cards & unseen for cards in s.piles), tuple(spots))


def independent_of_hands(table: Engine, step: TrickStep) -> bool:
    """Whether nothing that happens in tricks hangs on unseen cards, but for which of them may be played."""
    facts = [fact for event in TRICK_EVENTS for fact in table.changed.get(event, ())]
    terms = [term for fact in facts for term in (fact.when, fact.becomes)]
    terms += [term for clause in step.winning for term in (clause.when, clause.what)]
    moving = [step for event in TRICK_EVENTS for step in table.upon.get(event, ())]
    return _open([*terms, step.again]) and all(map(_moves_blindly, moving)) and _whole_piles(step.source)


def _open(terms: Iterable[Term | None]) -> bool:
    """Whether terms speak of nothing but what lies open for everybody."""
    return not any(term.reads & {"own", "secret"} for term in terms if term)


def _moves_blindly(step: Step) -> bool:
    """Whether a step moves cards that lie open, or a whole pile, whatever is in it."""
    if not isinstance(step, MoveStep) or not _open([step.when, step.to.seats]):
        return False
    return step.cards.does == "pile" or _open([step.cards])


def _whole_piles(source: Term) -> bool:
    """Whether cards are played from whole piles, so that their number hangs on nothing else."""
    return source.does == "own pile" or (source.does == "or" and all(map(_whole_piles, source.parts)))
