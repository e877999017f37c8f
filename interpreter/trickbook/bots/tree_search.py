"""Searching the best move: one tree of moves grows over many worlds (Cowling, Powley and Whitehouse, 2012).

The player samples worlds that agree with its view, and plays many deals to their end in them, each in a
world drawn by its weight. Its own seat chooses by the tree. Each other seat is drawn anew for each deal: a
duck, a player who chooses by the tree, too, or one who chooses at random. Below the tree all but the last
duck. The move that was made most often is best; an answer must be clearly better than the duck's.

With few cards left, and none to be dealt, each world has a tree of its own, which is searched to its end if
the budget suffices: seats that do not duck make the move that is best for themselves. The move with the best
mean is best.
"""

from __future__ import annotations

from functools import reduce
from operator import or_
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from trickbook.batch.nodes import DONE_KEY, EXPOSED_KEY
from trickbook.batch.search import MoveKey, Plan, SearchTree
from trickbook.batch.worlds import AGREEMENT
from trickbook.bots import search_effort as effort
from trickbook.bots.costs_of_cards import costs, highest_wins
from trickbook.bots.duck import duck, duck_of
from trickbook.bots.playouts import candidate_moves, others_answered
from trickbook.bots.search_effort import search_code
from trickbook.bots.search_worlds import SeatKinds, draw_kinds, draw_trials, likely_worlds, passed_cards
from trickbook.bots.worlds import sample_worlds
from trickbook.cards.chance import stream
from trickbook.cards.deck import bits
from trickbook.core.translation import BeyondError
from trickbook.engine.ask import AskStep
from trickbook.engine.deal import DealStep
from trickbook.engine.moves import DONE, answer_text

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from trickbook.bots.search_worlds import WorldWeights
    from trickbook.bots.turn import Budget, Turn
    from trickbook.game import Game
    from trickbook.sections.compiled import CompiledRules

EXPLORATION: Final = 1.0
"""The weight of the bound's second term, in standard deviations of what a deal gains."""

DOUBT: Final = 1.5
"""By how many standard errors an answer must be better than the duck's."""

FEW_CARDS: Final = 3
"""With so many cards in the hand and none to come, each world is searched to its end."""

DEALS_PER_WORLD: Final = 50
"""How many deals each of these worlds gets, at least."""


class MovesSearched(NamedTuple):
    """The moves that were tried: how often, what each gains, and the points that the seat gets on average."""

    moves: Sequence[str]
    visits: Sequence[int]
    gains: Sequence[float]
    points: Sequence[float]
    best: str


class TurnSearch(NamedTuple):
    """A search that has begun: the weights of its worlds, how other seats play in each, and the tree.

    ``plays`` says whether it is for a play, and not for an answer.
    """

    turn: Turn
    weights: WorldWeights
    kinds: SeatKinds | None
    tree: SearchTree
    plays: bool


def search(turn: Turn, budget: Budget) -> MovesSearched | None:
    """Search the best move; None if no world can be sampled or no deal ends.

    Raises BeyondError if machine code cannot play the game, or no deal to its end.
    """
    start, moves = monotonic(), candidate_moves(turn)
    begun = _new_search(turn, moves, budget, start)
    if begun is None:
        return None
    points, failed = np.zeros((2, len(moves))), 0
    for first, many in effort.portions(budget, start):
        trials = draw_trials(turn, begun.weights, begun.kinds, first, many)
        tried = begun.tree.grow(trials)
        points[0] += np.bincount(tried.moves, minlength=len(moves))
        failed += tried.failed
        points[1] += np.bincount(tried.moves, tried.points[:, turn.seat], len(moves))
        if begun.kinds and begun.tree.solved:
            break
    if begun.tree.visits.any():
        return _summary(begun, moves, points)
    if failed:
        raise BeyondError("machine code could not play these deals to their end")
    return None


def _new_search(turn: Turn, moves: Sequence[str], budget: Budget, start: float) -> TurnSearch | None:
    """Sample the worlds and plant the tree."""
    engine, known = turn.rules.engine(turn.players), duck_of(turn.rules, turn.players)
    machine = search_code(turn.rules, turn.players).search()
    room, seen = effort.room(budget), turn.look()
    worlds_wanted, until = effort.world_count(budget), effort.sampled_until(budget, start)
    sampled = sample_worlds(turn.rules, turn.players, seen, worlds_wanted, stream(turn.chance, -1), until)
    plays = seen["phase"] in engine.trick_steps
    solves = plays and _few_left(engine, seen, turn.seat)
    worlds = [others_answered(known, world, turn.seat) for world in sampled.worlds]
    if solves:
        worlds = worlds[: max(1, room // DEALS_PER_WORLD)]
    if not worlds:
        return None
    states = [world.state for world in worlds]
    past = sampled.past if machine.ducks else ()
    passed = passed_cards(engine, known, seen, states[0], AGREEMENT) if machine.ducks else None
    steps = effort.steps(budget, start)
    deals, weights = likely_worlds(machine, past, passed, machine.deals(states), turn.chance, steps)
    keys = [move_key(worlds[0], turn.seat, move) for move in moves]
    roots, size = len(worlds) if solves else 1, 2 * room + effort.BATCH
    worth, scores = _worth(turn), worlds[0].scores
    plan = Plan(keys, turn.seat, roots, size, solves, EXPLORATION, worth, scores)
    kinds = _kinds(turn, weights) if solves else None
    return TurnSearch(turn, weights, kinds, SearchTree(machine, plan, deals), plays)


def _few_left(engine: CompiledRules, seen: Mapping[str, Any], seat: int) -> bool:
    """Return whether a hand has few cards, and no more are dealt to it."""
    later = [step for steps in engine.upon.values() for step in steps if isinstance(step, DealStep)]
    stock = any(np.any(seen["sizes"][pile.name]) for step in later for pile in step.sources)
    return seen["counts"][seat] <= FEW_CARDS and not stock


def _kinds(turn: Turn, weights: WorldWeights) -> SeatKinds:
    """Draw how each other seat plays in each world: it ducks, or makes the best move."""
    places = np.arange(len(weights.worlds))
    return draw_kinds(turn, weights, places, places, 1.0)


def _worth(turn: Turn) -> NDArray[np.float64]:
    """Return what a point of each seat is worth to each: how much better its side does than the others."""
    sides = np.array(costs(turn.rules, turn.players).sides)
    own = sides[:, None] >> np.arange(turn.players) & 1
    sign = 1.0 if highest_wins(turn.rules, turn.players) else -1.0
    together = own.all(axis=1, keepdims=True)
    worths: NDArray[np.float64] = sign * np.where(
        together, 1, own * turn.players - own.sum(axis=1, keepdims=True)
    )
    return worths


def _sure(begun: TurnSearch, moves: Sequence[str], first: int) -> int:
    """Return the first move; of answers the duck's, unless the first is better beyond doubt.

    A deal may gain or lose very much by a bid, and there are many bids: after few deals one of them looks
    best by chance.
    """
    if begun.plays or (ducks := duck(begun.turn)) not in moves:
        return first
    other, visits, gains = moves.index(ducks), begun.tree.visits[0], begun.tree.gains[0]
    if not visits[other]:
        return other
    doubt = begun.tree.spread * (1 / visits[first] + 1 / visits[other]) ** 0.5
    return first if gains[first] - gains[other] >= DOUBT * doubt else other


def _summary(begun: TurnSearch, moves: Sequence[str], points: NDArray[np.float64]) -> MovesSearched:
    """Return what was found."""
    visits, gains = begun.tree.visits, begun.tree.gains
    if begun.kinds:
        weights = begun.weights.worlds[:, None] * (visits > 0)
        means = (weights * gains).sum(axis=0) / np.maximum(weights.sum(axis=0), 1e-12)
        rank = np.where(weights.sum(axis=0) > 0, means, -np.inf)
    else:
        means, rank = gains[0], visits[0].astype(np.float64)
    first = int(np.lexsort((means, rank))[-1])
    best = moves[first if begun.kinds else _sure(begun, moves, first)]
    tried, total = points
    return MovesSearched(
        moves,
        visits.sum(axis=0).tolist(),
        means.tolist(),
        (total / np.maximum(tried, 1)).tolist(),
        best,
    )


def move_key(game: Game, seat: int, move: str) -> MoveKey:
    """Return the key of a seat's move."""
    engine, s = game.engine, game.state.copy()
    step, owner = engine.waiting[s.step], engine.owner(s, seat)
    if not isinstance(step, AskStep):
        play = step.read(engine, s, owner, move)
        exposed = (play & engine.marked(s)).bit_count()
        alike = [engine.deck.alike[card.bit_length() - 1] for card in bits(play)]
        return MoveKey(play.bit_count() + EXPOSED_KEY * exposed, reduce(or_, alike, 0))
    if move == DONE:
        return MoveKey(DONE_KEY)
    answer = step.read(engine, s, owner, move)
    if step.source is not None:
        return MoveKey(0, int(answer))
    if not step.names:
        return MoveKey(int(answer))
    return MoveKey([answer_text(name) for name in step.names].index(move))
