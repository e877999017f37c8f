"""Playouts of deals whose hidden cards are dealt again, each playout for itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from trickbook.cards.chance import GOLDEN
from trickbook.fast.deals_in_progress import DealsInProgress, MachinePlayout, deals_in_progress
from trickbook.fast.execution import finish_begun
from trickbook.fast.machine.card_sets import MOST_CARDS
from trickbook.fast.machine.redeal import redeal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from trickbook.fast.compiled_game import CompiledGame
    from trickbook.fast.execution import PlayedDeals
    from trickbook.state import State


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
    begun = deals_in_progress(
        engine.engine,
        engine.places,
        [one.state for one in decisions],
        [MachinePlayout(place, 0, 0, play) for place, play in tries],
        wide=engine.wide,
    )
    rows = np.repeat(np.arange(len(tries)), worlds)
    seeds = np.concatenate([_seeds(one.seed, len(one.plays) * worlds) for one in decisions])
    many = DealsInProgress._make(part[rows] for part in begun)
    registers = _registers(engine.places.piles, [one.hidden for one in decisions])
    places = np.array([place for place, _ in tries])[rows]
    words = many.sets.reshape(*many.sets.shape[:2], -1)
    redeal(words, registers[places], seeds, np.zeros(MOST_CARDS, np.uint64))
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
