"""The arrays of the machine's search tree, in the order in which ``machine.tree`` names them."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from trickbook.fast.compiled_game import MAX_SEATS
from trickbook.fast.deals_in_progress import machine_sets
from trickbook.fast.machine.tree import MAX_DEPTH


def tree_arrays(nodes: int, moves: int, parts: int, *, wide: bool, solves: bool) -> tuple[Any, ...]:
    """Return blank arrays for so many nodes, and so many moves at a node; points have so many parts."""
    shown, sets = (machine_sets([0] * many, (many,), wide=wide) for many in (nodes, moves))
    return (
        np.zeros((nodes, 3), np.int64),
        np.zeros((nodes, 4), np.int64),
        np.zeros(nodes),
        np.zeros(nodes, np.int64),
        shown,
        np.zeros(5, np.int64),
        np.zeros(MAX_DEPTH, np.int64),
        np.zeros((MAX_SEATS, 3)),
        np.zeros((MAX_SEATS, MAX_SEATS)),
        np.zeros((MAX_SEATS, 2)),
        np.zeros(moves, np.int64),
        sets,
        np.zeros(moves, np.int64),
        np.zeros(1),
        np.zeros(moves, np.int64),
        np.zeros(2 * MAX_SEATS),
        np.zeros((nodes if solves else 0, MAX_SEATS)),
        parts,
    )


@lru_cache(maxsize=2)
def no_tree(*, wide: bool) -> tuple[Any, ...]:
    """Return a tree that does not grow."""
    return tree_arrays(0, 0, 1, wide=wide, solves=False)
