"""Gains of deals for the moves of a tree in a batch, and what is known to the end; written in the subset."""

from __future__ import annotations

from typing import Any

from trickbook.batch.nodes import (
    CHILD,
    CLOSED,
    COUNTED_POINTS,
    DEALS,
    EXACT,
    GAIN,
    LENGTH,
    MOST_CHILDREN,
    MOVER,
    NODE,
    PATH,
    SCORE,
    SCORE_I,
    SEATS_IN_ALL,
    SIBLING,
    SOLVES,
    SQUARES,
    SUM,
    UNTRIED,
    VALUE,
    VISITS,
    WORTH,
    node_at,
    seat_at,
)
from trickbook.core.reals import difference, is_less, product, real, total


def end_search(v: list[Any], tree: int, start: int, points: int, imaginary: int) -> Any:
    """Tell the moves of the path what the deal gained those who made them.

    It returns the first move, which is no root and so not 0; or -1 if the path has none.
    """
    count_gains(v, tree, points, imaginary)
    length = v[tree + LENGTH]
    for i in range(length):
        at = node_at(tree, v[tree + PATH + i])
        v[at + VISITS] += 1
        v[at + VALUE] = total(v[at + VALUE], v[seat_at(tree, v[at + MOVER]) + GAIN])
    if v[tree + SOLVES] and v[tree + NODE] >= 0 and length:
        close_path(v, tree, start)
    return v[tree + PATH] if length else -1


def count_gains(v: list[Any], tree: int, points: int, imaginary: int) -> int:
    """Reckon what a deal gains each seat; of complex points (0: there are none) the squared size counts."""
    seats = v[tree + SEATS_IN_ALL]
    for p in range(seats):
        own = seat_at(tree, p)
        counted = real(v[points + p])
        if imaginary:
            counted = grown_size(v[own + SCORE], v[own + SCORE_I], counted, real(v[imaginary + p]))
        v[own + COUNTED_POINTS] = counted
    for p in range(seats):
        own = seat_at(tree, p)
        gain = real(0)
        for q in range(seats):
            gain = total(gain, product(v[own + WORTH + q], v[seat_at(tree, q) + COUNTED_POINTS]))
        v[own + GAIN] = gain
        v[own + DEALS] += 1
        v[own + SUM] = total(v[own + SUM], gain)
        v[own + SQUARES] = total(v[own + SQUARES], product(gain, gain))
    return 0


def grown_size(a: Any, b: Any, x: Any, y: Any) -> Any:
    """Return by how much the squared size of a complex score grows with points."""
    one = total(a, x)
    other = total(b, y)
    after = total(product(one, one), product(other, other))
    return difference(difference(after, product(a, a)), product(b, b))


def close_path(v: list[Any], tree: int, start: int) -> int:
    """Close the last node of the path, where the deal ended, and those above of which all is known then.

    A closed node has what the deal gains each seat if everybody below it makes the move best for itself.
    """
    seats = v[tree + SEATS_IN_ALL]
    last = v[tree + PATH + v[tree + LENGTH] - 1]
    for p in range(seats):
        v[tree + EXACT + seats * last + p] = v[seat_at(tree, p) + GAIN]
    v[node_at(tree, last) + CLOSED] = 1
    for i in range(v[tree + LENGTH]):
        index = v[tree + LENGTH] - 2 - i
        node = v[tree + PATH + index] if index >= 0 else start
        best = best_closed(v, tree, node)
        if best < 0:
            break
        for p in range(seats):
            v[tree + EXACT + seats * node + p] = v[tree + EXACT + seats * best + p]
        v[node_at(tree, node) + CLOSED] = 1
    return 0


def best_closed(v: list[Any], tree: int, node: int) -> int:
    """Return the child of a node that is best for who moves there; -1 if not all is known."""
    seats = v[tree + SEATS_IN_ALL]
    child = v[node_at(tree, node) + CHILD]
    if v[node_at(tree, node) + UNTRIED]:
        return -1
    best = -1
    for _ in range(MOST_CHILDREN):
        if child < 0:
            break
        at = node_at(tree, child)
        if not v[at + CLOSED]:
            return -1
        exact = tree + EXACT + v[at + MOVER]
        if best < 0 or is_less(v[exact + seats * best], v[exact + seats * child]):
            best = child
        child = v[at + SIBLING]
    return best
