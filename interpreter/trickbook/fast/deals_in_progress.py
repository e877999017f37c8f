"""Deals in progress, as the machine continues them from the next play."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from trickbook.cards.gaussian import parts
from trickbook.engine.ask import AskStep
from trickbook.expression.types import Kind
from trickbook.fast.compiler import BeyondError
from trickbook.fast.instructions import CardRegister, NumberRegister
from trickbook.fast.machine.bit_words import WORD

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from trickbook.core.state import State
    from trickbook.engine.engine import Engine
    from trickbook.fast.compiler import QuestionRegisters, StateRegisters

UNKNOWN_NAME: Final = -2
"""The number of a name that a program does not mention; no name is -1."""


class DealsInProgress(NamedTuple):
    """Deals in progress: their turns, their registers, and the plays of the trick with their seats.

    A turn is where the program continues, and where it does once a play is chosen, which seat plays, how many
    have yet to play in this round of the trick, and the state of the deal's chance. ``units`` has for each
    playout the number of its deal, the seats that duck, those that choose by a tree, the tree's root, and the
    number of its sets of cards; ``laid`` the play to begin with. Where choices come from outside, ``asked``
    has for each deal what is said, and behind it the words of what may be, bit k for action k.
    """

    turns: NDArray[np.uint64]
    numbers: NDArray[np.int64]
    sets: NDArray[np.uint64]
    plays: NDArray[np.uint64]
    who: NDArray[np.int64]
    units: NDArray[np.int64]
    laid: NDArray[np.uint64]
    asked: NDArray[np.uint64] | None = None


def playout_units(
    places: NDArray[np.int64],
    ducks: NDArray[np.int64] | int = 0,
    searching: NDArray[np.int64] | int = 0,
    roots: NDArray[np.int64] | int = -1,
    cards: NDArray[np.int64] | None = None,
) -> NDArray[np.int64]:
    """Return playouts by the number of their deal; the sets of cards have the same, unless they are given."""
    columns = places, ducks, searching, roots, places if cards is None else cards
    return np.stack([np.broadcast_to(column, places.shape) for column in columns], axis=1)


def no_units() -> NDArray[np.int64]:
    """Return no playouts."""
    return playout_units(np.zeros(0, np.int64))


def no_deals(*, wide: bool) -> DealsInProgress:
    """Return no deals in progress."""
    none, sets = np.zeros((0, 1), np.int64), machine_sets([], (0, 1), wide=wide)
    turns, laid = none.astype(np.uint64), machine_sets([], (0,), wide=wide)
    return DealsInProgress(turns, none, sets, sets, none, no_units(), laid)


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
    units: NDArray[np.int64],
    plays: Sequence[int] = (),
    *,
    wide: bool,
) -> DealsInProgress:
    """Return the deals for some playouts; in each, somebody must be about to play, or to answer a step.

    Without ``plays``, no playout begins with a given play.
    """
    numbers = np.zeros((len(states), _most(engine, places, states, cards=False)), np.int64)
    _fill(numbers, engine, places, states)
    longest = max((len(s.plays) for s in states), default=0)
    shape = (len(states), longest)
    lying = [cards for s in states for cards in _padded([cards for _, cards in s.plays], longest)]
    who = [seat for s in states for seat in _padded([seat for seat, _ in s.plays], longest)]
    turns = [_turn(engine, places, s) for s in states]
    laid = plays or [0] * len(units)
    return DealsInProgress(
        np.array(turns, np.uint64).reshape(len(states), -1),
        numbers,
        _sets(engine, places, states, wide=wide),
        machine_sets(lying, shape, wide=wide),
        np.array(who, np.int64).reshape(shape),
        units,
        machine_sets(laid, (len(units),), wide=wide),
    )


def _turn(engine: Engine, places: StateRegisters, s: State) -> tuple[int, int, int, int, int]:
    """Return the turn of a deal."""
    step = engine.waiting[s.step]
    if isinstance(step, AskStep):
        if s.depth or step.name not in places.questions:
            raise BeyondError(f"{step.name} is asked in the middle of another step")
        place = places.questions[step.name].place
        return place, place, s.actor, 0, s.chance[0]
    situation = step.name, not s.plays, not s.done
    before = places.turns[*situation, False]
    laid = places.turns.get((*situation, True), before)  # there is none where nobody ducks
    return before, laid, s.waiting.bit_length() - 1, _left(engine, s), s.chance[0]


def _left(engine: Engine, s: State) -> int:
    """Return how many are still to play before the trick has gone round, the seat among them."""
    seat = s.waiting.bit_length() - 1
    order = engine.layout.round(seat)
    others = order[1 : order.index(s.leader) or None]
    return 1 + sum(not s.resting >> other & 1 for other in others)


def _most(engine: Engine, places: StateRegisters, states: Sequence[State], *, cards: bool) -> int:
    """Return the number after the last register, of numbers or of sets, that keeps part of a state."""
    seats, layout = engine.layout.seats, engine.layout
    kept = [slot for slot in places.slots.values() if (slot.kind is Kind.CARDS) == cards]
    slots = [max(slot.register, slot.imaginary) + 1 for slot in kept]
    least = max(places.piles + layout.places, int(CardRegister.FREE)) if cards else NumberRegister.WON + seats
    scores = places.scores + seats * (1 + layout.complex) if not cards else 0
    asked = [_question(engine, places, s) for s in states]
    asks = [question.last(seats, cards=cards) for question, _ in filter(None, asked)]
    return max(least, scores, *slots, *asks, 0)


def _question(engine: Engine, places: StateRegisters, s: State) -> tuple[QuestionRegisters, AskStep] | None:
    """Return the question that waits for an answer, if one does."""
    step = engine.waiting[s.step]
    return (places.questions[step.name], step) if isinstance(step, AskStep) else None


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
    for row, s in zip(numbers, states, strict=True):
        if asked := _question(engine, places, s):
            _ask(row, engine, places, s, *asked)


def _ask(
    row: NDArray[np.int64],
    engine: Engine,
    places: StateRegisters,
    s: State,
    question: QuestionRegisters,
    step: AskStep,
) -> None:
    """Write who is asked and has not answered, and what the others have."""
    everybody = sum(1 << seat for seat in s.asked)
    silent = everybody & ~s.answered
    row[question.asked] = silent if step.how == "in_turn" else everybody
    row[question.left] = silent
    row[question.first], row[question.rounds], row[question.actor] = s.asked[0], 0, s.actor
    for seat, said in _answers(s, step):
        if not step.source:
            row[question.kept + seat] = _number(places, said)


def _answers(s: State, step: AskStep) -> Iterator[tuple[int, Any]]:
    """Yield the seats that have answered, each with its answer; who is done has none."""
    first, kind = s.program.cells.start["GIVEN"], step.type.kind
    for seat in s.asked:
        if s.answered >> seat & 1 and step.how != "freely":
            given = s.v[first + seat] if step.how == "together" else None
            kept = s.slots[step.slot + seat] if given is None else given
            yield seat, s.program.source.choices[kept] if given is not None and kind is Kind.CHOICE else kept


def _number(places: StateRegisters, value: Any) -> int:
    """Return a value as a number: names have theirs, nothing is -1."""
    if value is None:
        return -1
    return places.names.get(value, UNKNOWN_NAME) if isinstance(value, str) else int(value)


def _sets(
    engine: Engine, places: StateRegisters, states: Sequence[State], *, wide: bool
) -> NDArray[np.uint64]:
    """Return the sets of cards of states, as registers."""
    most = _most(engine, places, states, cards=True)
    rows = []
    for s in states:
        row = [0] * most
        row[CardRegister.LED], row[CardRegister.LEAD] = s.led, s.plays[0][1] if s.plays else 0
        row[places.piles : places.piles + len(s.piles)] = s.piles
        for slot, kept in places.slots.items():
            if kept.kind is Kind.CARDS:
                row[kept.register] = s.slots[slot]
        if (found := _question(engine, places, s)) and found[1].source:
            for seat, said in _answers(s, found[1]):
                row[found[0].kept + seat] = said
        rows.extend(row)
    return machine_sets(rows, (len(states), most), wide=wide)


def _padded(values: Sequence[int], size: int) -> list[int]:
    return [*values, *[0] * (size - len(values))]
