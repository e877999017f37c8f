"""The search of the best move as machine code: a tree that grows over imagined deals.

``nodes`` says how a tree grows. Here one is planted, grown, and asked what it found.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from trickbook.batch import nodes
from trickbook.batch.playouts import Playouts
from trickbook.cards.gaussian import parts
from trickbook.core.native import BEST

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from trickbook.batch.duck_data import DuckData
    from trickbook.engine.lookup import Lookup


class MoveKey(NamedTuple):
    """The key of a move in the tree: a number and a set of cards."""

    number: int
    cards: int = 0


class Trials(NamedTuple):
    """Deals to play out, as columns: the number of the deal in progress, the root, a seed.

    ``ducks`` are the seats that duck below the tree, ``searching`` those that choose by the tree.
    """

    states: NDArray[np.int64]
    roots: NDArray[np.int64]
    seeds: NDArray[np.uint64]
    ducks: NDArray[np.int64]
    searching: NDArray[np.int64]


class TrialResults(NamedTuple):
    """The outcomes of trials that ended and made a move of a root: that move's number, the points by seat.

    Others ``failed``: machine code could not play their deals to the end.
    """

    moves: NDArray[np.int64]
    points: NDArray[np.int64]
    failed: int


class Plan(NamedTuple):
    """How a tree is to grow: the root's moves and who makes them, how many roots, room for how many nodes.

    It may close what it has searched to the end. ``exploration`` says how far it explores, ``worth`` what
    each seat's points are worth to each, ``scores`` are the scores so far.
    """

    moves: Sequence[MoveKey]
    seat: int
    roots: int
    size: int
    solves: bool
    exploration: float
    worth: NDArray[np.float64]
    scores: Sequence[Any]


class Search(Playouts):
    """The machine code of searches; without what ducks know, nobody ducks."""

    searches = True

    def __init__(self, engine: Lookup, known: DuckData | None = None, level: int = BEST) -> None:
        """Write, translate and compile; BeyondError for too large a pack, or what no duck can go by."""
        self.ducks = known is not None
        self.exported = ("playouts", "weigh", "walk") if self.ducks else ("playouts",)
        super().__init__(engine, known, level)

    def weigh(self, room: NDArray[np.int64]) -> None:
        """Find the odds of all seats in worlds."""
        self.function("weigh")(room)

    def walk(self, room: NDArray[np.int64]) -> None:
        """Let worlds walk."""
        self.function("walk")(room)

    def piles(self, deals: NDArray[np.int64]) -> NDArray[np.uint64]:
        """Return the cards of each pile, in words, of deals in progress."""
        return np.ascontiguousarray(deals[:, self._own]).view(np.uint64)

    def with_piles(self, deals: NDArray[np.int64], piles: NDArray[np.uint64]) -> NDArray[np.int64]:
        """Return deals in progress with other cards in their piles."""
        found = deals.copy()
        found[:, self._own] = piles.view(np.int64)
        return found

    def is_alike(self, deals: NDArray[np.int64]) -> bool:
        """Return whether deals in progress differ in their piles and their chance only."""
        rest = np.delete(deals[:, : self.start["CHANCE"]], self._own, axis=1)
        return bool((rest == rest[:1]).all())

    @property
    def _own(self) -> slice:
        """Return the cells of the piles."""
        return slice(self.cells.piles, self.cells.piles + self.engine.layout.pile_cells)


class SearchTree:
    """A tree with some roots, each of which has the same moves; each move is made by a seat."""

    def __init__(self, search: Search, plan: Plan, deals: NDArray[np.int64]) -> None:
        """Plant it in memory of its own, beside the deals in progress."""
        self.search, self.plan, self.room = search, plan, search.room(empty="STATES")
        self.roots, self.moves = plan.roots, len(plan.moves)
        search.put_deals(self.room, deals)
        self._begin()
        self._plant()

    def _begin(self) -> None:
        """Write the head of the tree, and what each seat has."""
        plan, seats = self.plan, self.search.engine.layout.seats
        head = np.zeros(nodes.PATH, np.int64)
        own = self.roots * (1 + self.moves)
        numbers = {
            nodes.NODE: -1,
            nodes.GROWN: own,
            nodes.ROOTS: self.roots,
            nodes.SOLVES: int(plan.solves),
            nodes.LIMIT: min(own + plan.size, nodes.MOST_NODES),
            nodes.SEATS_IN_ALL: seats,
            nodes.BREADTH: bits([plan.exploration])[0],
        }
        for index, number in numbers.items():
            head[index] = number
        self._put(0, head)
        real = np.zeros((seats, nodes.PER_SEAT))
        real[:, nodes.SCORE : nodes.SCORE_I + 1] = [parts(score) for score in plan.scores]
        real[:, nodes.WORTH : nodes.WORTH + seats] = plan.worth
        self._put(nodes.SEATS_OF_TREE, bits(real).ravel())

    def _plant(self) -> None:
        """Write the roots and their moves."""
        plan, roots, many = self.plan, self.roots, self.moves
        own, every = roots * (1 + many), np.arange(roots, roots * (1 + many))
        fields = np.zeros((own, nodes.FIELDS), np.int64)
        fields[:, [nodes.CHILD, nodes.SIBLING]] = -1
        fields[:roots, nodes.CHILD] = np.arange(roots) * many + roots
        fields[roots:, nodes.SIBLING] = np.where((every - roots + 1) % many, every + 1, -1)
        fields[roots:, nodes.MOVER] = plan.seat
        fields[roots:, nodes.UNTRIED] = 1
        fields[roots:, nodes.KEY] = [move.number for move in plan.moves] * roots
        self._put(nodes.FIRST_NODE, fields.ravel())
        self._nodes(own)[roots:, nodes.CARDS_OF_KEY] = np.tile(
            self.search.words([move.cards for move in plan.moves]), (roots, 1)
        )

    def _put(self, first: int, numbers: NDArray[np.int64]) -> None:
        """Write numbers into cells of the tree."""
        cells = self._cells(first, len(numbers))
        cells[:, 0] = numbers
        cells[:, 1:] = numbers[:, None] >> 63

    def grow(self, trials: Trials) -> TrialResults:
        """Play out imagined deals, each of which adds a move to the tree."""
        columns = {
            "STATE_OF": trials.states,
            "SEED_OF": trials.seeds,
            "DUCKS_OF": trials.ducks,
            "SEARCHING_OF": trials.searching,
            "ROOT_OF": trials.roots,
        }
        found, points = self.search.run(self.room, columns)
        has_move = found > 0  # all is known at some roots: nothing is tried there
        seats = self.search.engine.layout.seats
        sums = points[:, :, : 1 + self.search.engine.layout.complex].swapaxes(1, 2).reshape(len(found), -1)
        return TrialResults(
            (found[has_move] - self.roots) % self.moves,
            sums[has_move][:, : 2 * seats],
            int((found == 0).sum()),
        )

    # What was found

    @property
    def visits(self) -> NDArray[np.int64]:
        """How often each move was made, by root."""
        found: NDArray[np.int64] = self._moves()[:, nodes.VISITS, 0].reshape(self.roots, self.moves)
        return found

    @property
    def gains(self) -> NDArray[np.float64]:
        """Gains of moves for their movers, by root: on average, or exactly if all that follows is known."""
        found = reals(self._moves()[:, nodes.VALUE, 0]).reshape(self.roots, self.moves)
        found = found / np.maximum(self.visits, 1)
        if not self.plan.solves:
            return found
        closed = self._moves()[:, nodes.CLOSED, 0].reshape(self.roots, self.moves) > 0
        return np.where(closed, self._exact, found)

    @property
    def _exact(self) -> NDArray[np.float64]:
        """The gain of each move for its mover, by root, if all that follows is known."""
        seats, own = self.search.engine.layout.seats, self.roots * self.moves
        cells = self._cells(nodes.EXACT + seats * self.roots, seats * own)[:, 0].reshape(own, seats)
        return reals(cells[:, self.plan.seat]).reshape(self.roots, self.moves)

    @property
    def spread(self) -> float:
        """The standard deviation of what a deal gains the seat."""
        own = self._of_seats()[self.plan.seat]
        many = int(own[nodes.DEALS])
        total, squares = reals(own[[nodes.SUM, nodes.SQUARES]]).tolist()
        return float(max(squares / many - (total / many) ** 2, 0.0) ** 0.5)

    @property
    def solved(self) -> bool:
        """True if all is known that can follow the roots."""
        return bool(self._nodes(self.roots)[:, nodes.CLOSED, 0].all())

    def _cells(self, first: int, many: int) -> NDArray[np.int64]:
        """Return cells of the tree."""
        at = self.search.start["TREE"] + first
        return self.room[at : at + many]

    def _of_seats(self) -> NDArray[np.int64]:
        """Return what the seats have, a row for each."""
        seats = self.search.engine.layout.seats
        cells = self._cells(nodes.SEATS_OF_TREE, seats * nodes.PER_SEAT)
        return cells[:, 0].reshape(seats, nodes.PER_SEAT)

    def _nodes(self, many: int) -> NDArray[np.int64]:
        """Return the first nodes, a row for each."""
        return self._cells(nodes.FIRST_NODE, many * nodes.FIELDS).reshape(many, nodes.FIELDS, -1)

    def _moves(self) -> NDArray[np.int64]:
        """Return the moves of the roots."""
        return self._nodes(self.roots * (1 + self.moves))[self.roots :]


def bits(numbers: Any) -> NDArray[np.int64]:
    """Return reals as the numbers that hold their bits."""
    return np.ascontiguousarray(numbers, np.float64).view(np.int64)


def reals(numbers: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the reals whose bits numbers hold."""
    return np.ascontiguousarray(numbers).view(np.float64)
