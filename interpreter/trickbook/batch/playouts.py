"""Playouts as machine code: deals in progress go on to their end, by chance or by ducks."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from trickbook.batch import trials
from trickbook.batch.cells import (
    COLUMNS,
    STATES,
    TRIALS,
    deal_cells,
    new_program,
    of_search,
    of_trials,
    regions,
)
from trickbook.batch.machine import Machine
from trickbook.cards.chance import GOLDEN
from trickbook.cards.gaussian import Gaussian
from trickbook.core.instructions import NUMBER
from trickbook.core.native import BEST

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from trickbook.batch.cells import Playout, SeatPoints
    from trickbook.batch.duck_data import DuckData
    from trickbook.core.program import Program
    from trickbook.core.state import State
    from trickbook.engine.lookup import Lookup


class Decision(NamedTuple):
    """A state in which a seat is about to play: its plays, the piles whose cards it does not see, a seed."""

    state: State
    plays: Sequence[int]
    hidden: Sequence[int]
    seed: int


class Outcomes(NamedTuple):
    """What came of trials: what was found (0: the deal did not end), the points by seat and part."""

    found: NDArray[np.int64]
    points: NDArray[np.int64]


def program_of(engine: Lookup, known: DuckData | None, *, searches: bool = False) -> Program:
    """Return the program of trials, in which seats may duck, or search."""
    moves = regions(engine, ducks=known is not None, searches=searches)
    room = (*moves, *of_trials(engine), *(of_search(engine) if searches else ()))
    return new_program(engine, room, partial(trials.write, engine, known, searches=searches))


class Playouts(Machine):
    """The deals in progress of a game as machine code."""

    exported: tuple[str, ...] = ("playouts",)
    searches = False

    def __init__(self, engine: Lookup, known: DuckData | None = None, level: int = BEST) -> None:
        """Write, translate and compile; BeyondError for too large a pack, or what no duck can go by."""
        program = program_of(engine, known, searches=self.searches)
        super().__init__(engine, program, self.exported, level)
        self.deal = deal_cells(self.cells)
        self._playouts = self.function("playouts")

    def play_out(self, states: Sequence[State], playouts: Sequence[Playout]) -> list[SeatPoints | None]:
        """Play deals in progress to their end, one for each playout; None for one that cannot go on."""
        plays = self.words([one.play for one in playouts])
        columns = {
            "STATE_OF": np.array([one.state_index for one in playouts], np.int64),
            "SEED_OF": np.array([one.seed for one in playouts], np.uint64),
            "DUCKS_OF": np.array([one.ducks for one in playouts], np.int64),
            "PLAY_OF": plays,
        }
        ended = self._all(states, [()] * len(states), columns)
        parts = 1 + self.engine.layout.complex
        rows = ended.points[:, :, :parts].tolist()
        return [
            tuple(Gaussian(*one) if parts > 1 else one[0] for one in row) if found else None
            for found, row in zip(ended.found.tolist(), rows, strict=True)
        ]

    def play_in_worlds(self, decisions: Sequence[Decision], worlds: int) -> Outcomes:
        """Play each play of each decision to the end, at random, in so many worlds, one after the other.

        In each world the hidden cards lie anywhere among the hidden piles, which keep their sizes.
        """
        many = [len(one.plays) for one in decisions]
        seeds = [
            np.uint64(one.seed) + np.arange(len(one.plays) * worlds, dtype=np.uint64) * np.uint64(GOLDEN)
            for one in decisions
        ]
        places = np.repeat(np.arange(len(decisions)), np.array(many, np.int64) * worlds)
        plays = self.words([play for one in decisions for play in one.plays])
        columns = {
            "STATE_OF": places,
            "SEED_OF": np.concatenate(seeds),
            "PLAY_OF": np.repeat(plays, worlds, axis=0),
        }
        return self._all([one.state for one in decisions], [one.hidden for one in decisions], columns)

    def _all(
        self,
        states: Sequence[State],
        hidden: Sequence[Sequence[int]],
        columns: Mapping[str, NDArray[Any]],
    ) -> Outcomes:
        """Run trials, so many at a time; the cards of ``hidden`` piles of a state are dealt again."""
        room, parts = self.room(empty="STATES"), list[Outcomes]()
        places = columns["STATE_OF"]
        for part in _portions(places):
            own, rows = np.unique(places[part], return_inverse=True)
            self.put_deals(room, self.deals([states[index] for index in own.tolist()]))
            self._put_hidden(room, [hidden[index] for index in own.tolist()])
            has_hidden = np.array([bool(hidden[index]) for index in own.tolist()])[rows]
            given = {name: column[part] for name, column in columns.items()}
            given |= {"STATE_OF": rows, "HIDDEN_OF": np.where(has_hidden, rows + 1, 0)}
            parts.append(self.run(room, given))
        if not parts:
            return Outcomes(np.zeros(0, np.int64), np.zeros((0, self.engine.layout.seats, 2), np.int64))
        return Outcomes(*map(np.concatenate, zip(*parts, strict=True)))

    def run(self, room: NDArray[np.int64], columns: Mapping[str, NDArray[Any]]) -> Outcomes:
        """Run trials by the deals that stand in memory; what is not given is 0."""
        many, seats = len(columns["STATE_OF"]), self.engine.layout.seats
        for name in COLUMNS:
            self.put(room, name, columns.get(name, np.zeros(many, np.int64)))
        self.put(room, "MANY", np.array([many]))
        self._playouts(room)
        found, points = self.numbers(room, "FOUND", many), self.numbers(room, "GAINED", many * 2 * seats)
        return Outcomes(found.copy(), points.reshape(many, 2, seats).swapaxes(1, 2).copy())

    def deals(self, states: Sequence[State]) -> NDArray[np.int64]:
        """Return deals in progress as memory has them, a row for each."""
        rows = [[*s.v, s.chance[0], s.log.number if s.log else 0] for s in states]
        return self.words([number for row in rows for number in row]).reshape(
            len(rows), self.deal, self.memory.width // NUMBER
        )

    def put_deals(self, room: NDArray[np.int64], deals: NDArray[np.int64]) -> None:
        """Write deals in progress into memory; it has room for ``STATES``."""
        self.put(room, "STATES", deals.reshape(-1, deals.shape[-1]))

    def _put_hidden(self, room: NDArray[np.int64], hidden: Sequence[Sequence[int]]) -> None:
        """Write which piles of each deal are hidden."""
        marks = np.zeros((len(hidden), self.engine.layout.pile_cells), np.int64)
        for row, piles in enumerate(hidden):
            marks[row, list(piles)] = 1
        self.put(room, "HIDDEN", marks.ravel())


def _portions(places: NDArray[np.int64]) -> Iterator[slice]:
    """Yield trials in portions for which there is room, with their deals."""
    first = 0
    while first < len(places):
        last = min(first + TRIALS, len(places))
        own, begins = np.unique(places[first:last], return_index=True)
        if len(own) > STATES:
            last = first + int(np.sort(begins)[STATES])
        yield slice(first, last)
        first = last
