"""Playouts as machine code: deals in progress go on to their end, or one move is tried, each for itself."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from trickbook.batch import deals, worlds
from trickbook.batch.cells import (
    COLUMNS,
    STATES,
    TRIALS,
    asking_steps,
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
from trickbook.core.text import Body
from trickbook.engine.course import points
from trickbook.engine.tricks import TrickStep

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from trickbook.batch.cells import Playout, SeatPoints
    from trickbook.batch.deals import Moves
    from trickbook.batch.duck_data import DuckData
    from trickbook.core.program import Program
    from trickbook.core.source import Source
    from trickbook.core.state import State
    from trickbook.engine.course.flow import Flow
    from trickbook.engine.lookup import Lookup


class Decision(NamedTuple):
    """A state in which a seat is about to play: its plays, the piles whose cards it does not see, a seed."""

    state: State
    plays: Sequence[int]
    hidden: Sequence[int]
    seed: int


class Outcomes(NamedTuple):
    """The outcomes of trials: what was found (0: the deal did not end), the points by seat and part."""

    found: NDArray[np.int64]
    points: NDArray[np.int64]


def program_of(engine: Lookup, known: DuckData | None, *, searches: bool = False) -> Program:
    """Return the program of trials, in which seats may duck, or search."""
    moves = regions(engine, ducks=known is not None, searches=searches)
    room = (*moves, *of_trials(engine), *(of_search(engine) if searches else ()))
    return new_program(engine, room, partial(write, engine, known, searches=searches))


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


def write(engine: Lookup, known: DuckData | None, source: Source, *, searches: bool = False) -> None:
    """Write ``playouts``, which plays trials; and what weighs worlds by what ducks would have played."""
    moves = deals.write(engine, known, source, searches=searches)
    _write_resume(moves.flow)
    _write_deal_hidden(moves.flow)
    _write_playout(moves)
    _write_playouts(moves.flow)
    if searches and known is not None:
        worlds.write(moves)


def _write_playouts(flow: Flow) -> None:
    """Write the function ``playouts``: all trials, one after the other."""
    body = Body()
    deals.add_ways(flow, body)
    with body.block("for i in range(v[MANY])"):
        body.add("playout(v, i)")
    body.add("return 0")
    flow.source.add("playouts", (), body)


def _write_resume(flow: Flow) -> None:
    """Write the function ``resume_trial``: the deal of a trial stands in the cells as it was."""
    body, many = Body(), deal_cells(flow.source.cells)
    body.add(f"at = STATES + v[STATE_OF + i] * {many}")
    with body.block(f"for k in range({many})"):
        body.add("v[k] = v[at + k]")
    body.add("return 0")
    flow.source.add("resume_trial", ("i",), body)


def _write_deal_hidden(flow: Flow) -> None:
    """Write the function ``deal_hidden``: the cards of hidden piles are dealt to them again, by a seed."""
    body, first, many = Body(), flow.cells.pile_at[0], flow.layout.pile_cells
    body.add(f"at = HIDDEN + row * {many}")
    body.add("number = 0")
    with body.block(f"for k in range({many})"), body.block("if v[at + k]"):
        body.add(f"number += list_cards(v, PACK + number, v[{first} + k])")
    body.add("v[DRAW] = mixed(~v[SEED] & MASK)")
    body.add("low = PACK")
    with body.block(f"for k in range({many})"), body.block("if v[at + k]"):
        body.add("x = 0")
        with body.block(f"for _ in range(v[{first} + k].bit_count())"):
            body.add("n = low + draw_below(v, DRAW, PACK + number - low)")
            body.add("x |= v[n]")
            body.add("v[n] = v[low]")
            body.add("low += 1")
        body.add(f"v[{first} + k] = x")
    body.add("return 0")
    flow.source.add("deal_hidden", ("row",), body)


def _write_playout(moves: Moves) -> None:
    """Write the function ``playout``: a deal goes on, perhaps with a play, and is scored."""
    flow, body = moves.flow, Body()
    body.add("resume_trial(v, i)")
    body.add("v[SEED] = v[SEED_OF + i]")
    body.add("v[DUCKS] = v[DUCKS_OF + i]")
    body.add("v[FOUND + i] = 0")
    with body.block("if v[HIDDEN_OF + i]"):
        body.add("deal_hidden(v, v[HIDDEN_OF + i] - 1)")
    deals.add_source(body)
    if moves.tree is not None:
        body.add("v[SEARCHING] = v[SEARCHING_OF + i]")
        body.add("begin_search(v, TREE, v[ROOT_OF + i])")
    _add_first_play(flow, body)
    with body.block("if not go_on(v)"):
        body.add("return 0")
    body.add("score(v)")
    with body.block("if v[FAULT]"):
        body.add("return 0")
    _add_points(flow, body)
    body.add(f"v[FOUND + i] = {moves.tree.end_call() if moves.tree else 1}")
    body.add("return 0")
    flow.source.add("playout", ("i",), body)


def _add_first_play(flow: Flow, body: Body) -> None:
    """Add the lines that make the play with which a trial begins, if it does."""
    with body.block("if v[PLAY_OF + i]"):
        body.add("p = (v[WAITING] - 1).bit_count()")
        body.add("step = v[STEP]")
        for index, step in asking_steps(flow.engine):
            if isinstance(step, TrickStep):
                with body.block(f"if step == {index}"):
                    body.add(f"play{index}(v, p, v[PLAY_OF + i])")


def _add_points(flow: Flow, body: Body) -> None:
    """Add the lines that tell the points of each seat."""
    for part, region in enumerate(points.regions(flow, "POINTS")):
        with body.block(f"for k in range({flow.seats})"):
            body.add(f"v[GAINED + {2 * flow.seats} * i + {part * flow.seats} + k] = v[{region} + k]")
