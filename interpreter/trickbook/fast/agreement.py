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

    from trickbook.core.state import State
    from trickbook.fast.compiled_game import CompiledGame
    from trickbook.fast.deals_in_progress import DealsInProgress


class MadePlays(NamedTuple):
    """Plays that were made: the deals before them, and each play as the machine keeps it."""

    game: CompiledGame
    deals: DealsInProgress
    plays: NDArray[np.uint64]


class Agreement(NamedTuple):
    """By question: among how many moves a duck chose (0: unknown), whether it agrees, and what is illegal."""

    moves: NDArray[np.int64]
    agreed: NDArray[np.bool_]
    illegal: NDArray[np.bool_]


def made_plays(game: CompiledGame, before: Sequence[State], plays: Sequence[int]) -> MadePlays:
    """Return plays and the states before them as the machine keeps them."""
    deals = deals_in_progress(game.engine, game.places, before, no_units(), wide=game.wide)
    return MadePlays(game, deals, machine_sets(plays, (len(plays),), wide=game.wide))


def agreement(
    made: MadePlays, which: NDArray[np.int64], piles: NDArray[np.uint64], unseen: NDArray[np.uint64]
) -> Agreement:
    """Return whether a duck would have made some plays, by their numbers, each in a world.

    ``piles`` has the cards of all piles in each world now. They differ in the unseen cards, which have not
    moved since.
    """
    game, many = made.game, len(which)
    if not many:
        return Agreement(np.zeros(0, np.int64), np.zeros(0, np.bool_), np.zeros(0, np.bool_))
    sets, own = made.deals.sets[which], slice(game.places.piles, game.places.piles + piles.shape[1])
    sets[:, own] = sets[:, own] & ~unseen | piles & unseen
    units = playout_units(which, game.engine.layout.everyone, roots=ASKED, cards=np.arange(many))
    told, endings = np.zeros((many, sheet_width(game)), np.int64), np.zeros(many, np.int64)
    wanted = np.arange(many).astype(np.uint64), np.ones(many, np.int64), True
    run_machine(
        game, wanted, (endings, told), made.deals._replace(sets=sets, units=units, laid=made.plays[which])
    )
    found = np.zeros((3, many), np.int64)
    found[:, told[:, 0]] = told[:, 1:4].T
    return Agreement(found[0], found[1] != 0, (found[0] > 0) & (found[2] == 0))
