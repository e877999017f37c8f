"""The machine's tree of moves: its nodes, and which of them to try next.

A tree is a tuple of arrays, named by their places in it. A move's key is a number and a set of cards; the
keys of the moves that are legal now are noted before the tree is asked.
"""

from __future__ import annotations

from math import log, sqrt
from typing import Any, Final

from trickbook.fast.machine.bit_words import U, inside
from trickbook.fast.machine.card_sets import get, put, same

LINKS, COUNTS, VALUES, SAID, SHOWN, NOTES, PATH, SUMS, WORTH, SCORES = range(10)
NUMBERS, SETS, SLOTS, SETTINGS, MADE, GAINS, EXACT, PARTS = range(10, 18)

CHILD, SIBLING, MOVER = range(3)
"""Of the links: a node's first child, its next sibling, and who makes its move."""

VISITS, OFFERED, UNTRIED, CLOSED = range(4)
"""Of the counts: how often a move was made and could have been, what is left to try, whether all is known."""

NODE, SIZE, DEPTH, ROOTS, SOLVES = range(5)
"""Of the notes: the node reached (-1: none), how many there are, how long the path is, how many are roots,
and whether nodes are closed when all that can follow them has been tried."""

MAX_DEPTH: Final = 512
"""The longest path that is searched."""


@inside
def match_moves(many: Any, tree: Any) -> Any:
    """Find the children of the node that are legal now; return how many legal moves have none."""
    links, counts, notes, slots = tree[LINKS], tree[COUNTS], tree[NOTES], tree[SLOTS]
    slots[:many] = -1
    untried, child = many, links[notes[NODE], CHILD]
    while child >= 0 and untried:
        for at in range(many):
            if tree[SAID][child] == tree[NUMBERS][at] and same(
                get(tree[SHOWN], U(child)), get(tree[SETS], U(at))
            ):
                slots[at] = child
                counts[child, OFFERED] += 1
                untried -= 1
                break
        child = links[child, SIBLING]
    return untried


@inside
def add_move(at: Any, seat: Any, tree: Any) -> Any:
    """Add a legal move of a seat as a child of the node; return it."""
    links, counts, notes = tree[LINKS], tree[COUNTS], tree[NOTES]
    child, node = notes[SIZE], notes[NODE]
    notes[SIZE] += 1
    links[child, SIBLING], links[child, CHILD], links[child, MOVER] = links[node, CHILD], -1, seat
    links[node, CHILD] = child
    counts[child, VISITS], counts[child, OFFERED] = 0, 1
    counts[child, UNTRIED], counts[child, CLOSED] = 1, 0
    tree[VALUES][child] = 0.0
    tree[SAID][child] = tree[NUMBERS][at]
    put(tree[SHOWN], U(child), get(tree[SETS], U(at)))
    return child


@inside
def nth_untried(nth: Any, many: Any, tree: Any) -> Any:
    """Return the place of the n-th legal move that has no child."""
    for at in range(many):
        if tree[SLOTS][at] < 0:
            if nth == 0:
                return at
            nth -= 1
    return -1


@inside
def best_move(many: Any, seat: Any, tree: Any) -> Any:
    """Return the place of the legal move with the highest upper confidence bound; -1 if none is open."""
    counts, sums = tree[COUNTS], tree[SUMS]
    played = max(sums[seat, 0], 1.0)
    mean = sums[seat, 1] / played
    spread = sqrt(max(sums[seat, 2] / played - mean * mean, 0.0)) * tree[SETTINGS][0]
    found, most = -1, 0.0
    for at in range(many):
        child = tree[SLOTS][at]
        if child < 0 or counts[child, CLOSED]:
            continue
        visits = counts[child, VISITS]
        if visits == 0:
            return at
        bound = tree[VALUES][child] / visits + spread * sqrt(log(counts[child, OFFERED]) / visits)
        if found < 0 or bound > most:
            found, most = at, bound
    return found


@inside
def go_on_at(child: Any, tree: Any) -> None:
    """Go on at a child."""
    notes = tree[NOTES]
    tree[PATH][notes[DEPTH]] = child
    notes[DEPTH] += 1
    notes[NODE] = child


@inside
def close_path(root: Any, seats: Any, tree: Any) -> None:
    """Close the last node of the path, where the deal ended, and those above of which all is known then.

    A closed node has what the deal gains for each seat if everybody below it makes the move best for itself.
    """
    counts, links, exact, notes = tree[COUNTS], tree[LINKS], tree[EXACT], tree[NOTES]
    last = tree[PATH][notes[DEPTH] - 1]
    for seat in range(seats):
        exact[last, seat] = tree[GAINS][seats + seat]
    counts[last, CLOSED] = 1
    for place in range(notes[DEPTH] - 2, -2, -1):
        node = tree[PATH][place] if place >= 0 else root
        best, child = -1, links[node, CHILD]
        if counts[node, UNTRIED]:
            return
        while child >= 0:
            mover = links[child, MOVER]
            if not counts[child, CLOSED]:
                return
            if best < 0 or exact[child, mover] > exact[best, mover]:
                best = child
            child = links[child, SIBLING]
        for seat in range(seats):
            exact[node, seat] = exact[best, seat]
        counts[node, CLOSED] = 1
