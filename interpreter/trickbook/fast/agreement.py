"""Whether ducks would have made the plays that were made, in many imagined deals at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from trickbook.fast.deals_in_progress import deals_in_progress, machine_sets, no_units, playout_units
from trickbook.fast.execution import run_machine, sheet_width
from trickbook.fast.machine.search import ASKED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from trickbook.fast.compiled_game import CompiledGame
    from trickbook.state import State


class Agreement(NamedTuple):
    """By play and world: among how many plays it was chosen (0: unknown), and whether a duck agrees."""

    moves: NDArray[np.int64]
    agreed: NDArray[np.bool_]


def agreement(
    game: CompiledGame, before: Sequence[State], plays: Sequence[int], worlds: Sequence[State]
) -> Agreement:
    """Return whether a duck would have made each play, from the states before them.

    The worlds are states now. They differ in unseen cards, which have not moved since.
    """
    many, shape = len(before) * len(worlds), (len(before), len(worlds))
    deals = deals_in_progress(game.engine, game.places, before, no_units(), wide=game.wide)
    sets = _exchanged(game, deals.sets, worlds)
    rows = np.repeat(np.arange(len(before)), len(worlds))
    everyone = game.engine.layout.everyone
    units = playout_units(rows, everyone, roots=ASKED, cards=np.arange(many))
    laid = machine_sets(plays, (len(plays),), wide=game.wide)[rows]
    told, endings = np.zeros((many, sheet_width(game)), np.int64), np.zeros(many, np.int64)
    wanted = np.arange(many).astype(np.uint64), np.ones(many, np.int64), True
    run_machine(game, wanted, (endings, told), deals._replace(sets=sets, units=units, laid=laid))
    found = np.zeros((2, many), np.int64)
    found[:, told[:, 0]] = told[:, 1:3].T
    return Agreement(found[0].reshape(shape), found[1].reshape(shape) != 0)


def _exchanged(game: CompiledGame, sets: NDArray[np.uint64], worlds: Sequence[State]) -> NDArray[np.uint64]:
    """Return the sets of cards of states, for each state in each world, with the world's unseen cards."""
    first, many = game.places.piles, len(worlds[0].piles)
    now = machine_sets([cards for s in worlds for cards in s.piles], (len(worlds), many), wide=game.wide)
    unseen = np.bitwise_or.reduce(now ^ now[:1], axis=(0, 1))
    found = np.repeat(sets[:, None], len(worlds), axis=1)
    piles = found[:, :, first : first + many]
    found[:, :, first : first + many] = piles & ~unseen | now[None] & unseen
    return found.reshape(-1, *sets.shape[1:])
