"""A search grows the same tree as machine code as in Python, from the moves of the interpreter."""

from __future__ import annotations

from collections import defaultdict
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np
import pytest
from tests.batch.test_deals_in_progress import going_on
from tests.bots.test_montecarlo import turn_of
from tests.laws.deals import Table, chance, each_table, rules_of

import trickbook
from trickbook.batch import gains, nodes
from trickbook.batch.search import Plan, Search, SearchTree, Trials
from trickbook.batch.walk import PassOdds, Walk
from trickbook.bots.costs_of_cards import costs
from trickbook.bots.duck import duck_of
from trickbook.bots.playouts import apply_move, apply_play, candidate_moves, random_move
from trickbook.bots.tree_search import move_key
from trickbook.bots.turn import climbs
from trickbook.cards.chance import stream
from trickbook.cards.gaussian import parts
from trickbook.core.native import QUICK
from trickbook.core.state import State
from trickbook.core.translation import BeyondError
from trickbook.engine.ask import AskStep
from trickbook.engine.tricks import TrickStep

TRIALS = 25
POINTS = 1 << 40  # cells far behind the tree, for the points of a deal


class Grown(NamedTuple):
    """What is known of a tree: how often each move of each root was made, and what it gained."""

    visits: list[list[int]]
    gains: list[list[float]]


class PythonTree:
    """The tree in a list of Python, with moves from the interpreter."""

    def __init__(self, rules: trickbook.Ruleset, plan: Plan, seats: int, moves: list[str]) -> None:
        """Plant it as memory has it."""
        self.known, self.plan, self.engine = duck_of(rules, seats), plan, rules.engine(seats)
        self.moves = moves
        self.v: Any = defaultdict(int)
        many, v = len(plan.moves), self.v
        own = plan.roots * (1 + many)
        head = {
            nodes.GROWN: own, nodes.ROOTS: plan.roots, nodes.SOLVES: int(plan.solves),
            nodes.SEATS_IN_ALL: seats, nodes.LIMIT: own + plan.size, nodes.BREADTH: plan.exploration,
        }  # fmt: skip
        v.update(head)
        for seat in range(seats):
            at = nodes.seat_at(0, seat)
            v[at + nodes.SCORE], v[at + nodes.SCORE_I] = map(float, parts(plan.scores[seat]))
            v.update({at + nodes.WORTH + other: plan.worth[seat][other] for other in range(seats)})
        for root in range(plan.roots):
            first = plan.roots + root * many
            v[nodes.node_at(0, root) + nodes.CHILD] = first
            for place, move in enumerate(plan.moves):
                at = nodes.node_at(0, first + place)
                v[at + nodes.CHILD] = -1
                v[at + nodes.SIBLING] = first + place + 1 if place < many - 1 else -1
                v[at + nodes.MOVER], v[at + nodes.UNTRIED] = plan.seat, 1
                v[at + nodes.KEY], v[at + nodes.CARDS_OF_KEY] = move

    def grow(self, states: list[State], trials: Trials) -> None:
        """Play out deals, each of which adds a move."""
        for place, root, *others in zip(*(column.tolist() for column in trials), strict=True):
            self._try(states[place].copy(), root, *others)

    def _try(self, s: State, root: int, seed: int, ducks: int, searching: int) -> None:
        engine, source, number, done = self.engine, stream(seed, 0), 0, len(s.match.deals)
        nodes.begin_search(self.v, 0, root)
        while len(s.match.deals) == done:
            number += 1
            seat, step = s.turns[0], engine.waiting[s.step]
            acting = 1 << seat if s.waiting & (s.waiting - 1) else engine.actors(s)
            move = None
            if searching & acting and self.v[nodes.NODE] >= 0:
                move = self._picked(s, seat, acting.bit_length() - 1, stream(source, number))
            if move is not None:
                apply_move(engine, s, seat, move)
            elif ducks & acting and isinstance(step, AskStep):
                apply_move(engine, s, seat, self.known.answer(s, seat))
            elif ducks & acting and isinstance(step, TrickStep):
                apply_play(engine, s, seat, self.known.play(s, seat))
            else:
                moves = step.legal(engine, s, seat)
                drawn = random_move(moves, stream(source, number), ladder=climbs(engine, s))
                apply_move(engine, s, seat, drawn)
        for seat, points in enumerate(s.match.deals[done]):
            self.v[POINTS + seat], self.v[POINTS + 100 + seat] = parts(points)
        gains.end_search(self.v, 0, root, POINTS, POINTS + 100 if engine.layout.complex else 0)

    def _picked(self, s: State, seat: int, mover: int, roll: int) -> str | None:
        """The move that the tree picks, if it picks one."""
        step = self.engine.waiting[s.step]
        if isinstance(step, AskStep) and step.source is not None:
            if not nodes.is_at_root(self.v, 0):
                return None
            moves = self.moves
            assert nodes.list_given(self.v, 0) == len(moves)
        else:
            moves = [*step.legal(self.engine, s, seat)]
            for place, move in enumerate(moves):
                key = move_key(SimpleNamespace(engine=self.engine, state=s), seat, move)  # type: ignore[arg-type]
                nodes.list_move(self.v, 0, place, *key)
        place = nodes.pick_move(self.v, 0, mover, len(moves), roll)
        return moves[place] if place < len(moves) else None

    @property
    def grown(self) -> Grown:
        """What is known of it."""
        many, roots = len(self.plan.moves), self.plan.roots
        visits, found = [], []
        for root in range(roots):
            cells = [nodes.node_at(0, roots + root * many + place) for place in range(many)]
            visits.append([self.v[at + nodes.VISITS] for at in cells])
            seats = self.v[nodes.SEATS_IN_ALL]
            exact = [nodes.EXACT + seats * (roots + root * many + k) + self.plan.seat for k in range(many)]
            found.append(
                [
                    self.v[known]
                    if self.v[at + nodes.CLOSED]
                    else self.v[at + nodes.VALUE] / max(self.v[at + nodes.VISITS], 1)
                    for at, known in zip(cells, exact, strict=True)
                ]
            )
        return Grown(visits, found)


def moments(table: Table) -> list[trickbook.Game]:
    """Moments of a deal at which somebody has a choice: questions, plays, and the last tricks."""
    rules, rng = rules_of(*table, 0), chance(table, 0)
    start = rules.new_game(table.players, seed=rng.getrandbits(60), deal=1)
    found = [game for game in going_on(start, rng.getrandbits(60)) if game.turn is not None]
    chosen = [game for game in found if len(game.legal(game.turn or 0)) > 1]
    return [chosen[0], *chosen[2::20], chosen[-2]]


@each_table
def test_a_tree_grows_as_in_python(table: Table) -> None:
    rules, rng = rules_of(*table, 0), chance(table, 0)
    engine, seats = rules.engine(table.players), table.players
    try:
        search = Search(engine, costs(rules, seats), level=QUICK)
    except BeyondError:
        search = Search(engine, level=QUICK)
    for game in moments(table):
        turn = turn_of(rules, game)
        moves = candidate_moves(turn._replace(ladder=climbs(engine, game.state)))
        keys = [move_key(game, turn.seat, move) for move in moves]
        solves = rng.random() < 0.5
        worth = np.array([[rng.choice([-1.0, 0.5, 3.0]) for _ in range(seats)] for _ in range(seats)])
        plan = Plan(keys, turn.seat, 2, 100, solves, 1.0, worth, game.scores)
        places, roots, ducks, searching = (
            np.array([rng.getrandbits(bits) for _ in range(TRIALS)]) for bits in (1, 1, seats, seats)
        )
        seeds = np.array([rng.getrandbits(64) for _ in range(TRIALS)], np.uint64)
        ducks = ducks if search.ducks else ducks & 0
        trials = Trials(places, roots, seeds, ducks, searching | 1 << turn.seat)
        states = [game.state, game.state]
        tree, python = SearchTree(search, plan, search.deals(states)), PythonTree(rules, plan, seats, moves)
        tree.grow(trials)
        python.grow(states, trials)
        assert tree.visits.sum() > 0
        assert tree.visits.tolist() == python.grown.visits
        assert tree.gains.tolist() == python.grown.gains


def test_what_is_not_compiled_is_not_called() -> None:
    """Without what ducks know, nothing says what they would have played."""
    rules = trickbook.load("hearts")
    search = Search(rules.engine(4), level=QUICK)
    with pytest.raises(AssertionError, match="weigh is not exported"):
        Walk(search, search.deals([rules.new_game(4).state]), [], PassOdds(1, 1, [0.0]))
