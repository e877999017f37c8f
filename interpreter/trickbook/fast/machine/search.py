"""The machine's search: each deal that is played out adds a move to a tree.

The tree belongs to one observer: it knows moves, and not the hands behind them. At a node a seat that
searches may make any legal move, or do as it does below the tree. That is tried first, then each legal move,
and after that the one with the highest upper confidence bound. A new move ends the search of its deal.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from trickbook.fast.machine.arithmetic import copies
from trickbook.fast.machine.bit_words import ONE, U, inlined, inside
from trickbook.fast.machine.card_sets import (
    card,
    get,
    less,
    low,
    meet,
    put,
    same,
    size,
    some,
    without_lowest,
)
from trickbook.fast.machine.tree import (
    CHILD,
    COUNTS,
    DEPTH,
    GAINS,
    LINKS,
    MADE,
    MAX_DEPTH,
    MOVER,
    NODE,
    NOTES,
    NUMBERS,
    PARTS,
    PATH,
    ROOTS,
    SAID,
    SCORES,
    SETS,
    SHOWN,
    SIBLING,
    SIZE,
    SLOTS,
    SOLVES,
    SUMS,
    UNTRIED,
    VALUES,
    VISITS,
    WORTH,
    add_move,
    best_move,
    close_path,
    go_on_at,
    match_moves,
    nth_untried,
)

ASKED: Final = -2
"""The root of a deal that only asks whether its first play is the duck's."""

DONE_KEY: Final = -(1 << 62)
"""The number of the move that says nothing."""

BELOW_KEY: Final = DONE_KEY + 1
"""The number of the move to do as below the tree, whatever that is in the deal at hand."""

EXPOSED: Final = 1 << 8
"""What an exposed card adds to the number of a play."""

HALF: Final = U(32)
POINTS: Final = 3
"""The first column of a deal's points."""


@inside
def searches(seat: Any, tree: Any, searching: Any) -> Any:
    """Return whether a seat chooses by the tree."""
    return tree[NOTES][NODE] >= 0 and (searching >> seat) & ONE


@inside
def at_root(tree: Any) -> Any:
    """Return whether the next choice is that of the root, whose moves are given."""
    return tree[NOTES][NODE] < tree[NOTES][ROOTS]


@inside
def begin_search(root: Any, tree: Any) -> None:
    """Begin at a root."""
    tree[NOTES][NODE], tree[NOTES][DEPTH] = root, 0


@inside
def list_move(at: Any, number: Any, cards: Any, tree: Any) -> None:
    """Note the key of a legal move."""
    tree[NUMBERS][at] = number
    put(tree[SETS], U(at), cards)


@inside
def list_cards(cards: Any, tree: Any) -> None:
    """Note single cards."""
    at = 0
    while some(cards):
        list_move(at, 1, card(tree[SETS], low(cards)), tree)
        cards = without_lowest(cards)
        at += 1


@inside
def list_play(at: Any, play: Any, marked: Any, alike: Any, tree: Any) -> None:
    """Note a play; identical copies make the same play."""
    number = size(play) + EXPOSED * size(meet(play, marked))
    list_move(at, number, copies(play, alike), tree)


@inside
def list_given(tree: Any) -> Any:
    """Note the moves of the root; return how many there are."""
    many, child = 0, tree[LINKS][tree[NOTES][NODE], CHILD]
    while child >= 0:
        list_move(many, tree[SAID][child], get(tree[SHOWN], U(child)), tree)
        many += 1
        child = tree[LINKS][child, SIBLING]
    return many


@inside
def pick_move(many: Any, seat: Any, roll: Any, tree: Any) -> Any:
    """Return the place of the move to make, among so many that were noted; so many: do as below the tree."""
    notes, given = tree[NOTES], at_root(tree)
    if notes[SIZE] == len(tree[VALUES]) or notes[DEPTH] == MAX_DEPTH:
        notes[NODE] = -1
        return many
    whole = many
    if many > 1 and not given and not notes[SOLVES]:
        none = get(tree[SETS], U(0))
        list_move(many, BELOW_KEY, less(none, none), tree)
        whole += 1
    untried = match_moves(whole, tree)
    if untried and not given:
        return _try_new(many, whole, untried, seat, roll, tree)
    tree[COUNTS][notes[NODE], UNTRIED] = 0
    at = best_move(whole, seat, tree)
    if at < 0:
        notes[NODE] = -1
        return many
    go_on_at(tree[SLOTS][at], tree)
    return at


@inside
def _try_new(many: Any, whole: Any, untried: Any, seat: Any, roll: Any, tree: Any) -> Any:
    """Add a move that is new and return its place: as below the tree, or one by chance."""
    notes, at = tree[NOTES], whole - 1
    if whole == many or tree[SLOTS][at] >= 0:
        at = nth_untried(np.int64(((roll >> HALF) * U(untried)) >> HALF), whole, tree)
    tree[COUNTS][notes[NODE], UNTRIED] = untried - 1
    go_on_at(add_move(at, seat, tree), tree)
    if many > 1:
        notes[NODE] = -1
    return at


@inside
def _count_gains(line: Any, seats: Any, tree: Any) -> None:
    """Reckon what a deal gains for each seat, behind the points of each as they count."""
    found = tree[GAINS]
    for seat in range(seats):
        points = np.float64(line[POINTS + seat])
        if tree[PARTS] > 1:
            real, beside = tree[SCORES][seat, 0], tree[SCORES][seat, 1]
            imaginary = beside + line[POINTS + seats + seat]
            points = (real + points) ** 2 + imaginary**2 - real**2 - beside**2
        found[seat] = points
    for seat in range(seats):
        gain = 0.0
        for other in range(seats):
            gain += tree[WORTH][seat, other] * found[other]
        found[seats + seat] = gain
        sums = tree[SUMS][seat]
        sums[0], sums[1], sums[2] = sums[0] + 1.0, sums[1] + gain, sums[2] + gain * gain


@inside
def end_search(unit: Any, root: Any, line: Any, seats: Any, tree: Any) -> None:
    """Tell the moves of the path what the deal gained for those who made them, and note the first."""
    notes, path = tree[NOTES], tree[PATH]
    _count_gains(line, seats, tree)
    for place in range(notes[DEPTH]):
        node = path[place]
        tree[COUNTS][node, VISITS] += 1
        tree[VALUES][node] += tree[GAINS][seats + tree[LINKS][node, MOVER]]
    tree[MADE][unit] = path[0] if notes[DEPTH] else -1
    if notes[SOLVES] and notes[NODE] >= 0 and notes[DEPTH]:
        close_path(root, seats, tree)
    notes[NODE], notes[DEPTH] = -1, 0


@inlined
def _looks_like(play: Any, wanted: Any, alike: Any) -> Any:
    """Return whether two plays are the same, or of identical cards."""
    return size(play) == size(wanted) and same(copies(play, alike), copies(wanted, alike))


@inside
def tell_agreement(moves: Any, many: Any, play: Any, wanted: Any, alike: Any, line: Any) -> None:
    """Tell among how many moves a play was chosen, whether it is the wanted one, and whether that is one."""
    line[1], line[2], line[3] = many, _looks_like(play, wanted, alike), _looks_like(play, wanted, alike)
    for place in range(many):
        line[3] |= _looks_like(get(moves, U(place)), wanted, alike)
