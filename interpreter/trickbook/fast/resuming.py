"""Deals in progress, as the machine takes them up: from whoever is to play on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from trickbook.expression.types import Kind
from trickbook.fast.machine.words import WORD
from trickbook.fast.operations import Cards, Number
from trickbook.gaussian import parts

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from trickbook.fast.compiling import Places
    from trickbook.state import State
    from trickbook.table import Table

UNKNOWN: Final = -2
"""The number of a name that a program never speaks of; none at all is -1."""


ALWAYS: Final = 1 << 62
"""More tricks than there are."""


class Ducking(NamedTuple):
    """Which seats duck, and until so many tricks are finished; then they, too, like any move as well."""

    seats: int
    until: int = ALWAYS


class Begun(NamedTuple):
    """Deals in progress: their turns, what the registers hold, the plays of the trick and whose they are.

    A turn is where the program goes on, which seat is to play, how many have yet to play in this round of the
    trick, and the state of the deal's chance.
    """

    turns: NDArray[np.uint64]
    numbers: NDArray[np.int64]
    sets: NDArray[np.uint64]
    plays: NDArray[np.uint64]
    who: NDArray[np.int64]


def nothing(*, wide: bool) -> Begun:
    """No deal in progress."""
    none, sets = np.zeros((0, 1), np.int64), split([], (0, 1), wide=wide)
    return Begun(none.astype(np.uint64), none, sets, sets, none)


def split(cards: Iterable[int], shape: tuple[int, ...], *, wide: bool) -> NDArray[np.uint64]:
    """Sets of cards as the machine keeps them, in an array of this shape."""
    if not wide:
        return np.array(list(cards), np.uint64).reshape(shape)
    low = (1 << WORD) - 1
    return np.array([(one & low, one >> WORD) for one in cards], np.uint64).reshape(*shape, 2)


def begun(
    table: Table, places: Places, states: Sequence[State], ducking: Sequence[Ducking], *, wide: bool
) -> Begun:
    """Deals in which somebody is to play to a trick, and for each who ducks, if anybody does."""
    numbers = np.zeros((len(states), _most(table, places, cards=False)), np.int64)
    if ducking:
        numbers[:, [Number.DUCKS, Number.UNTIL]] = np.array(ducking, np.int64)
    _fill(numbers, table, places, states)
    longest = max((len(s.plays) for s in states), default=0)
    shape = len(states), longest
    lying = [cards for s in states for cards in _padded([cards for _, cards in s.plays], longest)]
    who = [seat for s in states for seat in _padded([seat for seat, _ in s.plays], longest)]
    return Begun(
        np.array([_turn(table, places, s) for s in states], np.uint64).reshape(len(states), -1),
        numbers,
        _sets(table, places, states, wide=wide),
        split(lying, shape, wide=wide),
        np.array(who, np.int64).reshape(shape),
    )


def _turn(table: Table, places: Places, s: State) -> tuple[int, int, int, int]:
    """The turn of a deal in progress."""
    seats = table.layout.seats
    place = places.turns[table.waiting[s.step].name, not s.plays, not s.done]
    return place, s.waiting.bit_length() - 1, seats - len(s.plays) % seats, s.chance[0]


def _most(table: Table, places: Places, *, cards: bool) -> int:
    """Behind the last register, of numbers or of sets, that holds what a state holds."""
    seats, layout = table.layout.seats, table.layout
    kept = [slot for slot in places.slots.values() if (slot.kind is Kind.CARDS) == cards]
    slots = [max(slot.register, slot.imaginary) + 1 for slot in kept]
    least = max(places.piles + layout.places, int(Cards.FREE)) if cards else Number.WON + seats
    return max(least, places.scores + seats * (1 + layout.complex) if not cards else 0, *slots, 0)


def _fill(numbers: NDArray[np.int64], table: Table, places: Places, states: Sequence[State]) -> None:
    """Write what states hold as numbers into the registers."""
    seats = table.layout.seats
    fixed: dict[int, list[Any]] = {
        Number.DEAL: [s.match.deal for s in states],
        Number.DEALER: [s.match.dealer for s in states],
        Number.LEADER: [s.leader for s in states],
        Number.TRICKS: [len(s.done) for s in states],
        Number.PLAYS: [len(s.plays) for s in states],
        Number.LAST: [s.last for s in states],
        Number.TAKER: [s.taker for s in states],
    }
    for register, values in fixed.items():
        numbers[:, register] = values
    numbers[:, Number.WON : Number.WON + seats] = [s.tricks for s in states]
    scores = np.array([[parts(score) for score in s.match.scores] for s in states], np.int64)
    for part in range(1 + table.layout.complex):
        first = places.scores + part * seats
        numbers[:, first : first + seats] = scores.reshape(len(states), seats, 2)[:, :, part]
    for slot, kept in places.slots.items():
        if kept.kind is Kind.COMPLEX:
            found = np.array([parts(s.slots[slot]) for s in states], np.int64).reshape(-1, 2)
            numbers[:, [kept.register, kept.imaginary]] = found
        elif kept.kind is not Kind.CARDS:
            numbers[:, kept.register] = [_number(places, s.slots[slot]) for s in states]


def _number(places: Places, value: Any) -> int:
    """A value as a number: names have theirs, nothing is -1."""
    if value is None:
        return -1
    return places.names.get(value, UNKNOWN) if isinstance(value, str) else int(value)


def _sets(table: Table, places: Places, states: Sequence[State], *, wide: bool) -> NDArray[np.uint64]:
    """What states hold as sets of cards, as the registers of sets."""
    most = _most(table, places, cards=True)
    rows = []
    for s in states:
        row = [0] * most
        row[Cards.LED], row[Cards.LEAD] = s.led, s.plays[0][1] if s.plays else 0
        row[places.piles : places.piles + len(s.piles)] = s.piles
        for slot, kept in places.slots.items():
            if kept.kind is Kind.CARDS:
                row[kept.register] = s.slots[slot]
        rows.extend(row)
    return split(rows, (len(states), most), wide=wide)


def _padded(values: Sequence[int], size: int) -> list[int]:
    return [*values, *[0] * (size - len(values))]
