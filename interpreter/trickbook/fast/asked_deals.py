"""Deals side by side, each stopped at a choice that comes from outside."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from trickbook.fast.deals_in_progress import DealsInProgress, machine_sets, no_units
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


class EndedDeals(NamedTuple):
    """Deals that ended: their places, their points by seat, and why the machine gave one up (0: not)."""

    places: NDArray[np.int64]
    points: NDArray[np.int64]
    endings: NDArray[np.int64]


def new_deals(game: CompiledGame, many: int, actions: int) -> DealsInProgress:
    """Return so many deals that have not begun, with all their registers."""
    plays = game.engine.layout.seats * ROUNDS
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
    say(deals, which, NOTHING_SAID)


def say(deals: DealsInProgress, which: NDArray[np.int64] | slice, actions: Any) -> None:
    """Say an action in each of some deals; it is heard when they go on."""
    assert deals.asked is not None  # noqa: S101 - choices come from outside
    deals.asked[which, SAID] = actions


def legal_actions(deals: DealsInProgress) -> NDArray[np.uint64]:
    """Return the words of what may be said."""
    assert deals.asked is not None  # noqa: S101 - choices come from outside
    return deals.asked[:, SAID + 1 :]


def go_on(
    game: CompiledGame, deals: DealsInProgress, units: NDArray[np.int64], seeds: NDArray[np.uint64]
) -> EndedDeals:
    """Let some deals go on to their next choice, or to their end; each has its seed."""
    many, seats, parts = len(units), game.engine.layout.seats, 1 + game.engine.layout.complex
    told, endings = np.empty((many, LEADING_COLUMNS + seats * parts), np.int64), np.zeros(many, np.int64)
    begun = deals._replace(units=units, laid=np.zeros((many, *deals.sets.shape[2:]), np.uint64))
    wanted = seeds, np.ones(many, np.int64), True
    _, lines = run_machine(game, wanted, (endings, told), begun)
    told, failed = told[:lines], endings.nonzero()[0]
    points = told[:, LEADING_COLUMNS:].reshape(lines, parts, seats)
    none = np.zeros((len(failed), parts, seats), np.int64)
    ended = np.concatenate([told[:, 0], failed])
    points = np.concatenate([points, none]).swapaxes(1, 2)
    return EndedDeals(units[ended, 0], points, endings[ended])
