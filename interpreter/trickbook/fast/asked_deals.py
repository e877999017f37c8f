"""Deals side by side, each stopped at a choice that comes from outside."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from trickbook.fast.deals_in_progress import DealsInProgress, machine_sets, no_units, playout_units
from trickbook.fast.execution import LEADING_COLUMNS, run_machine
from trickbook.fast.instructions import NumberRegister
from trickbook.fast.machine.bit_words import WORD
from trickbook.fast.machine.outside import SAID

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from trickbook.fast.compiled_game import CompiledGame

ROUNDS: Final = 4
"""How often a trick may go round."""

TURN_COLUMNS: Final = 5
"""How many numbers a turn has."""

NOTHING_SAID: Final = np.uint64(0xFFFF_FFFF_FFFF_FFFF)


class DealGroup(NamedTuple):
    """Deals that go on together, and the room that the machine needs for them; it may be used again."""

    units: NDArray[np.int64]
    laid: NDArray[np.uint64]
    deals: NDArray[np.int64]
    told: NDArray[np.int64]


class EndedDeals(NamedTuple):
    """Deals that ended: their places, their points by seat, and why the machine gave one up (0: not)."""

    places: NDArray[np.int64]
    points: NDArray[np.int64]
    endings: NDArray[np.int64]


def new_deals(game: CompiledGame, many: int, actions: int) -> DealsInProgress:
    """Return so many deals that have not begun, with all their registers."""
    plays = game.engine.layout.seats * ROUNDS + 1
    deals = DealsInProgress(
        np.zeros((many, TURN_COLUMNS), np.uint64),
        np.zeros((many, *game.numbers.shape), np.int64),
        np.zeros((many, *game.sets.shape), np.uint64),
        machine_sets([0] * (many * plays), (many, plays), wide=game.wide),
        np.zeros((many, plays), np.int64),
        no_units(),
        machine_sets([], (0,), wide=game.wide),
        np.zeros((many, SAID + 1 - (-actions // WORD)), np.uint64),
    )
    deal_anew(game, deals, np.arange(many))
    return deals


def deal_anew(game: CompiledGame, deals: DealsInProgress, which: NDArray[np.int64]) -> None:
    """Let some begin with their first deal when they go on."""
    deals.turns[which] = 0
    deals.numbers[which], deals.sets[which] = game.numbers, game.sets
    deals.numbers[which, NumberRegister.DEAL] = 1
    assert deals.asked is not None  # noqa: S101 - choices come from outside
    deals.asked[which, SAID] = NOTHING_SAID


def legal_actions(deals: DealsInProgress) -> NDArray[np.uint64]:
    """Return the words of what may be said."""
    assert deals.asked is not None  # noqa: S101 - choices come from outside
    return deals.asked[:, SAID + 1 :]


def deal_group(game: CompiledGame, which: NDArray[np.int64]) -> DealGroup:
    """Return some deals as they go on together."""
    many, seats, parts = len(which), game.engine.layout.seats, 1 + game.engine.layout.complex
    return DealGroup(
        playout_units(which),
        machine_sets([0] * many, (many,), wide=game.wide),
        np.ones(many, np.int64),
        np.empty((many, LEADING_COLUMNS + seats * parts), np.int64),
    )


def go_on(
    game: CompiledGame, deals: DealsInProgress, group: DealGroup, seeds: NDArray[np.uint64]
) -> EndedDeals | None:
    """Let some deals go on to their next choice, or to their end; each has its seed. None: no deal ended."""
    seats, parts, units = game.engine.layout.seats, 1 + game.engine.layout.complex, group.units
    endings, begun = np.zeros(len(units), np.int64), deals._replace(units=units, laid=group.laid)
    _, lines = run_machine(game, (seeds, group.deals, True), (endings, group.told), begun)
    told, failed = group.told[:lines], endings.nonzero()[0]
    if not lines and not len(failed):
        return None
    points = told[:, LEADING_COLUMNS:].reshape(lines, parts, seats)
    none = np.zeros((len(failed), parts, seats), np.int64)
    ended = np.concatenate([told[:, 0], failed])
    points = np.concatenate([points, none]).swapaxes(1, 2)
    return EndedDeals(units[ended, 0], points, endings[ended])
