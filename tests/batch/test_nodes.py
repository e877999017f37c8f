"""The tree of moves, node by node: which move is tried, what deals gain, what is known to the end."""

from __future__ import annotations

from collections import defaultdict
from math import log, sqrt
from typing import Any

import pytest

from trickbook.batch import gains, nodes

ROOT, FIRST, SECOND, BELOW = range(4)
POINTS = 1 << 40  # cells far behind the tree


def tree(*, solves: bool = False, limit: int = 100) -> Any:
    """A tree of two seats whose root has two moves of seat 0, and the first of these one of seat 1."""
    v: Any = defaultdict(int)
    v.update({nodes.GROWN: 4, nodes.ROOTS: 1, nodes.SOLVES: int(solves), nodes.SEATS_IN_ALL: 2})
    v.update({nodes.LIMIT: limit, nodes.BREADTH: 1.0})
    for node, (child, sibling, mover) in enumerate([(1, -1, 0), (3, 2, 0), (-1, -1, 0), (-1, -1, 1)]):
        at = nodes.node_at(0, node)
        v.update({at + nodes.CHILD: child, at + nodes.SIBLING: sibling, at + nodes.MOVER: mover})
        v.update({at + nodes.KEY: node, at + nodes.CHANCES: 1})
    for seat in range(2):
        own = nodes.seat_at(0, seat)
        v.update({own + nodes.WORTH + seat: 1.0, own + nodes.WORTH + 1 - seat: -1.0})
    return v


def said(v: Any, *numbers: int) -> int:
    """Let moves with these numbers be legal; return how many there are."""
    for place, number in enumerate(numbers):
        nodes.list_move(v, 0, place, number, 0)
    return len(numbers)


def test_the_move_with_the_highest_bound_is_best() -> None:
    """The mean of 4 deals is 1, of 1 deal 0.5; the spread of what deals gain the seat is 2."""
    v = tree()
    own = nodes.seat_at(0, 0)
    v.update({own + nodes.DEALS: 5, own + nodes.SUM: 5.0, own + nodes.SQUARES: 25.0})
    for node, visits, value in ((FIRST, 4, 4.0), (SECOND, 1, 0.5)):
        at = nodes.node_at(0, node)
        v.update({at + nodes.VISITS: visits, at + nodes.VALUE: value, at + nodes.CHANCES: 5})
    nodes.begin_search(v, 0, ROOT)
    nodes.match_moves(v, 0, said(v, FIRST, SECOND))
    bounds = [1 + 2 * sqrt(log(6) / 4), 0.5 + 2 * sqrt(log(6) / 1)]
    assert bounds[1] > bounds[0]
    assert nodes.best_move(v, 0, 0, 2) == 1
    v[nodes.BREADTH] = 0.1
    assert nodes.best_move(v, 0, 0, 2) == 0
    v[nodes.node_at(0, FIRST) + nodes.CLOSED] = 1
    assert nodes.best_move(v, 0, 0, 2) == 1, "of the first move all is known"


def test_what_is_not_legal_in_a_deal_is_not_made_and_had_no_chance() -> None:
    v = tree()
    nodes.begin_search(v, 0, ROOT)
    assert nodes.pick_move(v, 0, 0, said(v, SECOND), 0) == 0
    assert [v[nodes.node_at(0, node) + nodes.CHANCES] for node in (FIRST, SECOND)] == [1, 2]
    assert v[nodes.NODE] == SECOND


def test_a_new_move_is_added_and_ends_the_search() -> None:
    """First to do as below the tree, then each legal move."""
    v = tree()
    for place, key in ((2, nodes.BELOW_KEY), (0, 7)):
        nodes.begin_search(v, 0, ROOT)
        nodes.pick_move(v, 0, 0, said(v, FIRST), 0)
        assert nodes.pick_move(v, 0, 1, said(v, 7, BELOW), 0) == place
        assert v[nodes.NODE] == -1
        assert v[nodes.node_at(0, v[nodes.GROWN] - 1) + nodes.KEY] == key


def test_a_tree_that_is_full_goes_on_by_what_it_knows() -> None:
    v = tree(limit=4)
    nodes.begin_search(v, 0, ROOT)
    nodes.pick_move(v, 0, 0, said(v, FIRST), 0)
    assert nodes.pick_move(v, 0, 1, said(v, 7, BELOW), 0) == 1
    assert v[nodes.NODE] == BELOW
    assert v[nodes.GROWN] == 4


def test_a_path_has_an_end() -> None:
    v = tree()
    nodes.begin_search(v, 0, ROOT)
    v[nodes.LENGTH] = nodes.LONGEST_PATH
    assert nodes.pick_move(v, 0, 0, said(v, FIRST), 0) == 1
    assert v[nodes.NODE] == -1


def test_moves_are_told_what_a_deal_gains_those_who_made_them() -> None:
    """Seat 0 gets 5 points and seat 1 gets 2; a point is worth one to its seat and costs the other one."""
    v = tree()
    nodes.begin_search(v, 0, ROOT)
    for node in (FIRST, BELOW):
        nodes.go_on_at(v, 0, node)
    v.update({POINTS: 5, POINTS + 1: 2})
    assert gains.end_search(v, 0, ROOT, POINTS, 0) == FIRST
    assert [v[nodes.node_at(0, node) + nodes.VALUE] for node in (FIRST, BELOW)] == [3.0, -3.0]
    assert [v[nodes.node_at(0, node) + nodes.VISITS] for node in (FIRST, SECOND, BELOW)] == [1, 0, 1]
    own = nodes.seat_at(0, 0)
    assert [v[own + at] for at in (nodes.DEALS, nodes.SUM, nodes.SQUARES)] == [1, 3.0, 9.0]


def test_of_complex_points_the_squared_size_counts() -> None:
    """A score of 1+2i becomes 4+2i: 20 instead of 5; the other one grows from 0 to 3i."""
    v = tree()
    v.update({nodes.seat_at(0, 0) + nodes.SCORE: 1.0, nodes.seat_at(0, 0) + nodes.SCORE_I: 2.0})
    v.update({POINTS: 3, POINTS + 1: 0, POINTS + 10: 0, POINTS + 11: 3})
    gains.count_gains(v, 0, POINTS, POINTS + 10)
    assert [v[nodes.seat_at(0, seat) + nodes.GAIN] for seat in range(2)] == [15.0 - 9.0, 9.0 - 15.0]


@pytest.mark.parametrize(("first", "second", "best"), [(3.0, 1.0, 3.0), (-1.0, 2.0, 2.0)])
def test_a_root_is_closed_with_the_move_that_is_best_there(first: float, second: float, best: float) -> None:
    v = tree(solves=True)
    for node in (ROOT, FIRST):
        v[nodes.node_at(0, node) + nodes.UNTRIED] = 0
    for path, gain in (((FIRST, BELOW), first), ((SECOND,), second)):
        assert not v[nodes.node_at(0, ROOT) + nodes.CLOSED]
        nodes.begin_search(v, 0, ROOT)
        for node in path:
            nodes.go_on_at(v, 0, node)
        v.update({POINTS: gain, POINTS + 1: 0})
        gains.end_search(v, 0, ROOT, POINTS, 0)
    assert v[nodes.node_at(0, ROOT) + nodes.CLOSED]
    assert [v[nodes.EXACT + 2 * ROOT + seat] for seat in range(2)] == [best, -best]
