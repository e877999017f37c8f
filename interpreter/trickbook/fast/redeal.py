"""Playouts of deals whose hidden cards are dealt again, each playout for itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from trickbook.cards.chance import GOLDEN
from trickbook.fast.deals_in_progress import deals_in_progress, machine_sets, no_units, playout_units
from trickbook.fast.execution import finish_begun
from trickbook.fast.machine.card_sets import MOST_CARDS
from trickbook.fast.machine.redeal import redeal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from trickbook.core.state import State
    from trickbook.fast.compiled_game import CompiledGame
    from trickbook.fast.execution import PlayedDeals


class Decision(NamedTuple):
    """A state in which a seat is about to play: its plays, the piles whose cards it does not see, a seed."""

    state: State
    plays: Sequence[int]
    hidden: Sequence[int]
    seed: int


def play_redealt(engine: CompiledGame, decisions: Sequence[Decision], worlds: int) -> PlayedDeals:
    """Play each play of each decision to the end, at random, in so many worlds; return them in this order.

    In each world the hidden cards lie anywhere among the hidden piles, which keep their sizes.
    """
    tries = [(place, play) for place, one in enumerate(decisions) for play in one.plays]
    states = [one.state for one in decisions]
    begun = deals_in_progress(engine.engine, engine.places, states, no_units(), wide=engine.wide)
    places = np.repeat([place for place, _ in tries], worlds)
    seeds = np.concatenate([_seeds(one.seed, len(one.plays) * worlds) for one in decisions])
    registers = _registers(engine.places.piles, [one.hidden for one in decisions])
    sets = begun.sets[places]
    words = sets.reshape(*sets.shape[:2], -1)
    redeal(words, registers[places], seeds, np.zeros(MOST_CARDS, np.uint64))
    plays = machine_sets([play for _, play in tries], (len(tries),), wide=engine.wide)
    many = begun._replace(
        sets=sets,
        units=playout_units(places, cards=np.arange(len(places))),
        laid=np.repeat(plays, worlds, axis=0),
    )
    return finish_begun(engine, seeds, many)


def _seeds(seed: int, count: int) -> NDArray[np.uint64]:
    """Return a seed for each of so many playouts."""
    return np.uint64(seed) + np.arange(count, dtype=np.uint64) * np.uint64(GOLDEN)


def _registers(first: int, hidden: Sequence[Sequence[int]]) -> NDArray[np.int64]:
    """Return the registers of piles as rows of one length, filled up with -1."""
    most = max(map(len, hidden))
    return np.array(
        [[*(first + pile for pile in piles), *[-1] * (most - len(piles))] for piles in hidden], np.int64
    )
