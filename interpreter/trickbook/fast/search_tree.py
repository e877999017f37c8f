"""The search of the best move in the machine: a tree that grows over imagined deals.

``machine.search`` says how a tree grows. Here a tree is planted, grown, and asked what it found.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from trickbook.cards.gaussian import parts
from trickbook.fast.compiled_game import MAX_PLAYS
from trickbook.fast.deals_in_progress import machine_sets, playout_units
from trickbook.fast.execution import LEADING_COLUMNS, run_machine, sheet_width
from trickbook.fast.machine.tree import (
    CHILD,
    CLOSED,
    COUNTS,
    EXACT,
    LINKS,
    MADE,
    MOVER,
    NODE,
    NOTES,
    ROOTS,
    SAID,
    SCORES,
    SETTINGS,
    SHOWN,
    SIBLING,
    SIZE,
    SOLVES,
    SUMS,
    UNTRIED,
    VALUES,
    VISITS,
    WORTH,
)
from trickbook.fast.tree_arrays import tree_arrays

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from trickbook.fast.compiled_game import CompiledGame
    from trickbook.fast.deals_in_progress import DealsInProgress


class MoveKey(NamedTuple):
    """What a move is to the tree: a number and a set of cards."""

    number: int
    cards: int = 0


class Trials(NamedTuple):
    """Deals to play out, as columns: the number of the deal in progress, the root, a seed.

    ``ducks`` are the seats that duck below the tree, ``searching`` those that choose by the tree.
    """

    places: NDArray[np.int64]
    roots: NDArray[np.int64]
    seeds: NDArray[np.uint64]
    ducks: NDArray[np.int64]
    searching: NDArray[np.int64]


class Tried(NamedTuple):
    """What came of trials that ended and made a move of a root: that move's number, the points by seat."""

    moves: NDArray[np.int64]
    points: NDArray[np.int64]


class SearchTree(NamedTuple):
    """A tree with some roots, each of which has the same moves; each move is made by a seat."""

    arrays: tuple[Any, ...]
    roots: int
    moves: int
    seat: int

    @property
    def visits(self) -> NDArray[np.int64]:
        """How often each move was made, by root."""
        found: NDArray[np.int64] = self.arrays[COUNTS][self._moves, VISITS]
        return found.reshape(self.roots, self.moves)

    @property
    def gains(self) -> NDArray[np.float64]:
        """What each move gains its mover, by root: on average, or exactly if all that follows is known."""
        found: NDArray[np.float64] = self.arrays[VALUES][self._moves] / np.maximum(self.visits.ravel(), 1)
        if self.arrays[NOTES][SOLVES]:
            closed = self.arrays[COUNTS][self._moves, CLOSED] > 0
            found = np.where(closed, self.arrays[EXACT][self._moves, self.seat], found)
        return found.reshape(self.roots, self.moves)

    @property
    def spread(self) -> float:
        """The standard deviation of what a deal gains the seat."""
        many, total, squares = self.arrays[SUMS][self.seat]
        return float(max(squares / many - (total / many) ** 2, 0.0) ** 0.5)

    @property
    def solved(self) -> bool:
        """Whether all that can follow every root is known."""
        return bool(self.arrays[COUNTS][: self.roots, CLOSED].all())

    @property
    def _moves(self) -> slice:
        return slice(self.roots, self.roots * (1 + self.moves))


def plant_tree(
    game: CompiledGame, moves: Sequence[MoveKey], seat: int, roots: int, size: int, *, solves: bool
) -> SearchTree:
    """Return a tree whose roots have these moves of a seat, with room for so many more.

    A tree that ``solves`` closes what it has searched to the end; each of its roots belongs to one deal.
    """
    many, own = len(moves), roots * (1 + len(moves))
    parts_ = 1 + game.engine.layout.complex
    arrays = tree_arrays(own + size, MAX_PLAYS, parts_, wide=game.wide, solves=solves)
    links, numbers = arrays[LINKS], np.arange(roots, own)
    links[:, :MOVER] = -1
    links[:roots, CHILD] = np.arange(roots) * many + roots
    links[roots:own, SIBLING] = np.where((numbers - roots + 1) % many, numbers + 1, -1)
    links[roots:own, MOVER] = seat
    arrays[COUNTS][roots:own, UNTRIED] = 1
    arrays[SAID][roots:own] = [move.number for move in moves] * roots
    arrays[SHOWN][roots:own] = machine_sets(
        [move.cards for move in moves] * roots, (own - roots,), wide=game.wide
    )
    notes = arrays[NOTES]
    notes[NODE], notes[SIZE], notes[ROOTS], notes[SOLVES] = -1, own, roots, solves
    return SearchTree(arrays, roots, many, seat)


def prepare_tree(
    tree: SearchTree, worth: NDArray[np.float64], scores: Sequence[Any], exploration: float
) -> None:
    """Tell a tree what each seat's points are worth to each, the scores so far, how far to explore."""
    tree.arrays[WORTH][: len(worth), : len(worth)] = worth
    tree.arrays[SCORES][: len(worth)] = [parts(score) for score in scores]
    tree.arrays[SETTINGS][0] = exploration


def grow_tree(game: CompiledGame, tree: SearchTree, deals: DealsInProgress, trials: Trials) -> Tried:
    """Play out imagined deals, each of which adds a move to the tree."""
    many, seats = len(trials.seeds), game.engine.layout.seats
    units = playout_units(trials.places, trials.ducks, trials.searching, trials.roots)
    begun = deals._replace(units=units, laid=machine_sets([0] * many, (many,), wide=game.wide))
    told, endings = np.zeros((many, sheet_width(game)), np.int64), np.zeros(many, np.int64)
    made = np.full(many, -1, np.int64)
    arrays = (*tree.arrays[:MADE], made, *tree.arrays[MADE + 1 :])
    wanted = trials.seeds, np.ones(many, np.int64), True
    _, lines = run_machine(game, wanted, (endings, told), begun, arrays)
    columns = LEADING_COLUMNS + seats * (1 + game.engine.layout.complex)
    first, points = made[told[:lines, 0]], told[:lines, LEADING_COLUMNS:columns]
    moved = first >= 0  # all is known at some roots: nothing is tried there
    return Tried((first[moved] - tree.roots) % tree.moves, points[moved])
