"""The nodes of a tree of moves in a batch, and which move to try next; written in the subset.

The tree belongs to one observer: it knows moves, and not the hands behind them. At a node a seat that
searches may make any legal move, or do as it does below the tree. That is tried first, then each legal move,
and after that the one with the highest upper confidence bound. A new move ends the search of its deal.

A tree lies in the cells from ``tree`` on. A move's key is a number and a set of cards; those that are legal
now are listed before the tree is asked.
"""

from __future__ import annotations

from typing import Any, Final

from trickbook.core.reals import difference, is_less, logarithm, product, ratio, real, root, total
from trickbook.core.subset import lesser
from trickbook.engine.plays import MOST_PLAYS

MOST_NODES: Final = 1 << 20
"""So many nodes a tree has room for, at most."""

LONGEST_PATH: Final = 512
"""The longest path that is searched."""

MOST_MOVES: Final = MOST_PLAYS + 8
"""So many moves may be listed."""

MOST_CHILDREN: Final = 1 << 16
"""So many children of a node are looked at."""

MOST_SEATS: Final = 64

NODE, GROWN, LENGTH, ROOTS, SOLVES, LIMIT, BREADTH, SEATS_IN_ALL = range(8)
"""The head of a tree: the node reached (-1: none), how many there are, how long the path is, how many are
roots, whether nodes are closed when all that can follow them has been tried, how many there may be, how far
to explore (a real), the number of seats."""

PATH: Final = 8
KEYS: Final = PATH + LONGEST_PATH
CARDS_OF_KEYS: Final = KEYS + MOST_MOVES
PLACES: Final = CARDS_OF_KEYS + MOST_MOVES
"""Behind the path: the listed moves, their numbers, their cards, and the child of each (-1: none)."""

SEATS_OF_TREE: Final = PLACES + MOST_MOVES
PER_SEAT: Final = 7 + MOST_SEATS
DEALS, SUM, SQUARES, GAIN, COUNTED_POINTS, SCORE, SCORE_I, WORTH = range(8)
"""Cells of a seat: how many deals, the sum of what they gained it and of the squares, the gain of the last
deal and its points as they count, the score before the deal, and what each seat's points are worth to it."""

FIRST_NODE: Final = SEATS_OF_TREE + MOST_SEATS * PER_SEAT
FIELDS: Final = 10
CHILD, SIBLING, MOVER, VISITS, CHANCES, UNTRIED, CLOSED, VALUE, KEY, CARDS_OF_KEY = range(FIELDS)
"""Cells of a node: its first child, its next sibling, who makes its move; how often that was made, and could
have been; whether a move below is left to try; whether all is known that can follow; what its deals gained
its mover; the key of the move."""

EXACT: Final = FIRST_NODE + FIELDS * MOST_NODES
"""From here on each node has what it gains each seat, once all is known that can follow."""

UPPER: Final = (1 << 32) - 1
"""The bits that the upper half of a word has, whose highest is no sign."""

DONE_KEY: Final = -(1 << 62)
"""The number of the move that says nothing."""

BELOW_KEY: Final = DONE_KEY + 1
"""The number of the move to do as below the tree, whatever that is in the deal at hand."""

EXPOSED_KEY: Final = 1 << 8
"""The number that an exposed card adds to that of a play."""


def node_at(tree: int, node: int) -> int:
    """Return the first cell of a node."""
    return tree + FIRST_NODE + FIELDS * node


def seat_at(tree: int, seat: int) -> int:
    """Return the first cell of what a seat has."""
    return tree + SEATS_OF_TREE + PER_SEAT * seat


def larger(a: Any, b: Any) -> Any:
    """Return the larger of two reals."""
    return b if is_less(a, b) else a


def begin_search(v: list[Any], tree: int, start: int) -> int:
    """Begin at a root."""
    v[tree + NODE] = start
    v[tree + LENGTH] = 0
    return 0


def is_at_root(v: list[Any], tree: int) -> Any:
    """Return whether the next choice is that of a root, whose moves are given."""
    return v[tree + NODE] >= 0 and v[tree + NODE] < v[tree + ROOTS]


def list_move(v: list[Any], tree: int, i: int, number: int, cards: int) -> int:
    """List the key of a move."""
    v[tree + KEYS + i] = number
    v[tree + CARDS_OF_KEYS + i] = cards
    return 0


def list_given(v: list[Any], tree: int) -> int:
    """List the moves of the root; return how many there are."""
    many = 0
    child = v[node_at(tree, v[tree + NODE]) + CHILD]
    for _ in range(MOST_MOVES):
        if child < 0:
            break
        at = node_at(tree, child)
        list_move(v, tree, many, v[at + KEY], v[at + CARDS_OF_KEY])
        many += 1
        child = v[at + SIBLING]
    return many


def pick_move(v: list[Any], tree: int, seat: int, many: int, roll: int) -> int:
    """Return the index of the move to make, of so many that are listed; so many: do as below the tree."""
    if v[tree + LENGTH] >= LONGEST_PATH:
        v[tree + NODE] = -1
        return many
    given = is_at_root(v, tree)
    whole = many
    if many > 1 and not given and not v[tree + SOLVES]:
        list_move(v, tree, many, BELOW_KEY, 0)
        whole += 1
    untried = match_moves(v, tree, whole)
    v[node_at(tree, v[tree + NODE]) + UNTRIED] = 0 if given else untried
    if untried and not given and v[tree + GROWN] < v[tree + LIMIT]:
        return try_new(v, tree, seat, many, whole, roll)
    at = best_move(v, tree, seat, whole)
    if at < 0:
        v[tree + NODE] = -1
        return many
    go_on_at(v, tree, v[tree + PLACES + at])
    return at


def match_moves(v: list[Any], tree: int, many: int) -> int:
    """Find the children of the node that are legal now; return how many legal moves have none."""
    for i in range(many):
        v[tree + PLACES + i] = -1
    untried = many
    child = v[node_at(tree, v[tree + NODE]) + CHILD]
    for _ in range(MOST_CHILDREN):
        if child < 0 or not untried:
            break
        at = node_at(tree, child)
        index = index_of_move(v, tree, many, v[at + KEY], v[at + CARDS_OF_KEY])
        if index >= 0:
            v[tree + PLACES + index] = child
            v[at + CHANCES] += 1
            untried -= 1
        child = v[at + SIBLING]
    return untried


def index_of_move(v: list[Any], tree: int, many: int, number: int, cards: int) -> int:
    """Return the index of a key among those of the listed moves; -1 if it is not there."""
    for i in range(many):
        if v[tree + KEYS + i] == number and v[tree + CARDS_OF_KEYS + i] == cards:
            return i
    return -1


def try_new(v: list[Any], tree: int, seat: int, many: int, whole: int, roll: int) -> int:
    """Add a move that is new and return its index: as below the tree, or one by chance."""
    left = node_at(tree, v[tree + NODE]) + UNTRIED
    at = whole - 1
    if whole == many or v[tree + PLACES + at] >= 0:
        at = nth_untried(v, tree, whole, (roll >> 32 & UPPER) * v[left] >> 32)
    v[left] -= 1
    go_on_at(v, tree, add_node(v, tree, seat, at))
    if many > 1:
        v[tree + NODE] = -1
    return at


def nth_untried(v: list[Any], tree: int, many: int, n: int) -> int:
    """Return the index of the n-th legal move that has no child."""
    for i in range(many):
        if v[tree + PLACES + i] < 0:
            if not n:
                return i
            n -= 1
    return 0


def add_node(v: list[Any], tree: int, seat: int, i: int) -> Any:
    """Add a listed move of a seat as a child of the node; return the child."""
    child = v[tree + GROWN]
    v[tree + GROWN] = child + 1
    above = node_at(tree, v[tree + NODE])
    at = node_at(tree, child)
    v[at + SIBLING] = v[above + CHILD]
    v[above + CHILD] = child
    v[at + CHILD] = -1
    v[at + MOVER] = seat
    v[at + VISITS] = 0
    v[at + CHANCES] = 1
    v[at + UNTRIED] = 1
    v[at + CLOSED] = 0
    v[at + VALUE] = real(0)
    v[at + KEY] = v[tree + KEYS + i]
    v[at + CARDS_OF_KEY] = v[tree + CARDS_OF_KEYS + i]
    return child


def best_move(v: list[Any], tree: int, seat: int, many: int) -> int:
    """Return the index of the legal move with the highest upper confidence bound; -1 if none is open."""
    own = seat_at(tree, seat)
    deals = larger(real(v[own + DEALS]), real(1))
    mean = ratio(v[own + SUM], deals)
    variance = difference(ratio(v[own + SQUARES], deals), product(mean, mean))
    spread = product(root(larger(variance, real(0))), v[tree + BREADTH])
    found = -1
    best = real(0)
    for i in range(many):
        child = v[tree + PLACES + i]
        at = node_at(tree, lesser(child, MOST_NODES - 1))
        if child >= 0 and not v[at + CLOSED]:
            if not v[at + VISITS]:
                return i
            visits = real(v[at + VISITS])
            doubt = root(ratio(logarithm(real(v[at + CHANCES])), visits))
            bound = total(ratio(v[at + VALUE], visits), product(spread, doubt))
            if found < 0 or is_less(best, bound):
                found = i
                best = bound
    return found


def go_on_at(v: list[Any], tree: int, child: int) -> int:
    """Go on at a child."""
    v[tree + PATH + v[tree + LENGTH]] = child
    v[tree + LENGTH] += 1
    v[tree + NODE] = child
    return 0
