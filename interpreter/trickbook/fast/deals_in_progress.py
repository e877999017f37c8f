"""Deals in progress, as the machine continues them from the next play."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from trickbook.cards.gaussian import parts
from trickbook.expression.types import Kind
from trickbook.fast.instructions import CardRegister, NumberRegister
from trickbook.fast.machine.bit_words import WORD

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from trickbook.engine.engine import Engine
    from trickbook.fast.compiler import StateRegisters
    from trickbook.state import State

UNKNOWN_NAME: Final = -2
"""The number of a name that a program does not mention; no name is -1."""


class MachinePlayout(NamedTuple):
    """A deal to play out: the number of its state, a seed, the set of seats that duck.

    A ``play`` is made first; without one (0), the next seat chooses.
    """

    place: int
    seed: int
    ducks: int = 0
    play: int = 0


class DealsInProgress(NamedTuple):
    """Deals in progress: their turns, their registers, and the plays of the trick with their seats.

    A turn is where the program continues, which seat plays, how many have yet to play in this round of the
    trick, and the state of the deal's chance.
    """

    turns: NDArray[np.uint64]
    numbers: NDArray[np.int64]
    sets: NDArray[np.uint64]
    plays: NDArray[np.uint64]
    who: NDArray[np.int64]


def no_deals(*, wide: bool) -> DealsInProgress:
    """Return no deals in progress."""
    none, sets = np.zeros((0, 1), np.int64), machine_sets([], (0, 1), wide=wide)
    return DealsInProgress(none.astype(np.uint64), none, sets, sets, none)


def machine_sets(cards: Iterable[int], shape: tuple[int, ...], *, wide: bool) -> NDArray[np.uint64]:
    """Return sets of cards as the machine keeps them, in an array of this shape."""
    if not wide:
        return np.array(list(cards), np.uint64).reshape(shape)
    low = (1 << WORD) - 1
    return np.array([(one & low, one >> WORD) for one in cards], np.uint64).reshape(*shape, 2)


def deals_in_progress(
    engine: Engine,
    places: StateRegisters,
    states: Sequence[State],
    trials: Sequence[MachinePlayout],
    *,
    wide: bool,
) -> DealsInProgress:
    """Return the deals for some playouts; in each, somebody must be about to play to a trick."""
    numbers = np.zeros((len(states), _most(engine, places, cards=False)), np.int64)
    _fill(numbers, engine, places, states)
    longest = max((len(s.plays) for s in states), default=0)
    shape, of = (len(states), longest), [trial.place for trial in trials]
    lying = [cards for s in states for cards in _padded([cards for _, cards in s.plays], longest)]
    who = [seat for s in states for seat in _padded([seat for seat, _ in s.plays], longest)]
    numbers, sets = numbers[of], _sets(engine, places, states, wide=wide)[of]
    numbers[:, NumberRegister.DUCKS] = [trial.ducks for trial in trials]
    sets[:, CardRegister.PLAY] = machine_sets([trial.play for trial in trials], (len(trials),), wide=wide)
    turns = [_turn(engine, places, states[trial.place], laid=trial.play > 0) for trial in trials]
    return DealsInProgress(
        np.array(turns, np.uint64).reshape(len(trials), -1),
        numbers,
        sets,
        machine_sets(lying, shape, wide=wide)[of],
        np.array(who, np.int64).reshape(shape)[of],
    )


def _turn(engine: Engine, places: StateRegisters, s: State, *, laid: bool) -> tuple[int, int, int, int]:
    """Return the turn of a deal, before a play is chosen or when it is laid."""
    place = places.turns[engine.waiting[s.step].name, not s.plays, not s.done, laid]
    return place, s.waiting.bit_length() - 1, _left(engine, s), s.chance[0]


def _left(engine: Engine, s: State) -> int:
    """Return how many are still to play before the trick has gone round, the seat among them."""
    seat = s.waiting.bit_length() - 1
    order = engine.layout.round(seat)
    others = order[1 : order.index(s.leader) or None]
    return 1 + sum(not s.resting >> other & 1 for other in others)


def _most(engine: Engine, places: StateRegisters, *, cards: bool) -> int:
    """Return the number after the last register, of numbers or of sets, that keeps part of a state."""
    seats, layout = engine.layout.seats, engine.layout
    kept = [slot for slot in places.slots.values() if (slot.kind is Kind.CARDS) == cards]
    slots = [max(slot.register, slot.imaginary) + 1 for slot in kept]
    least = max(places.piles + layout.places, int(CardRegister.FREE)) if cards else NumberRegister.WON + seats
    return max(least, places.scores + seats * (1 + layout.complex) if not cards else 0, *slots, 0)


def _fill(
    numbers: NDArray[np.int64], engine: Engine, places: StateRegisters, states: Sequence[State]
) -> None:
    """Write the numbers of states into the registers."""
    seats = engine.layout.seats
    fixed: dict[int, list[Any]] = {
        NumberRegister.DEAL: [s.match.deal for s in states],
        NumberRegister.DEALER: [s.match.dealer for s in states],
        NumberRegister.LEADER: [s.leader for s in states],
        NumberRegister.TRICKS: [len(s.done) for s in states],
        NumberRegister.PLAYS: [len(s.plays) for s in states],
        NumberRegister.LAST: [s.last for s in states],
        NumberRegister.TAKER: [s.taker for s in states],
        NumberRegister.RESTING: [s.resting for s in states],
        NumberRegister.REPEATS: [s.repeats for s in states],
    }
    for register, values in fixed.items():
        numbers[:, register] = values
    numbers[:, NumberRegister.WON : NumberRegister.WON + seats] = [s.tricks for s in states]
    scores = np.array([[parts(score) for score in s.match.scores] for s in states], np.int64)
    for part in range(1 + engine.layout.complex):
        first = places.scores + part * seats
        numbers[:, first : first + seats] = scores.reshape(len(states), seats, 2)[:, :, part]
    for slot, kept in places.slots.items():
        if kept.kind is Kind.COMPLEX:
            found = np.array([parts(s.slots[slot]) for s in states], np.int64).reshape(-1, 2)
            numbers[:, [kept.register, kept.imaginary]] = found
        elif kept.kind is not Kind.CARDS:
            numbers[:, kept.register] = [_number(places, s.slots[slot]) for s in states]


def _number(places: StateRegisters, value: Any) -> int:
    """Return a value as a number: names have theirs, nothing is -1."""
    if value is None:
        return -1
    return places.names.get(value, UNKNOWN_NAME) if isinstance(value, str) else int(value)


def _sets(
    engine: Engine, places: StateRegisters, states: Sequence[State], *, wide: bool
) -> NDArray[np.uint64]:
    """Return the sets of cards of states, as registers."""
    most = _most(engine, places, cards=True)
    rows = []
    for s in states:
        row = [0] * most
        row[CardRegister.LED], row[CardRegister.LEAD] = s.led, s.plays[0][1] if s.plays else 0
        row[places.piles : places.piles + len(s.piles)] = s.piles
        for slot, kept in places.slots.items():
            if kept.kind is Kind.CARDS:
                row[kept.register] = s.slots[slot]
        rows.extend(row)
    return machine_sets(rows, (len(states), most), wide=wide)


def _padded(values: Sequence[int], size: int) -> list[int]:
    return [*values, *[0] * (size - len(values))]
