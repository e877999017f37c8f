"""Batches: very many matches as machine code, by chance or by ducks, with a line on a sheet for each deal."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from trickbook.batch import deals, table
from trickbook.batch.cells import (
    COUNTED,
    ENDLESS,
    LEADING,
    LINES,
    MATCHES,
    METRIC,
    columns,
    count_columns,
    new_program,
    of_matches,
    regions,
)
from trickbook.batch.machine import Machine
from trickbook.cards.gaussian import IMAGINARY
from trickbook.core.native import BEST
from trickbook.core.text import Body
from trickbook.core.translated_function import LONGEST
from trickbook.engine.course import points
from trickbook.engine.engine import MOST_IDLE

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from numpy.typing import NDArray

    from trickbook.batch.duck_data import DuckData
    from trickbook.core.program import Program
    from trickbook.core.source import Source
    from trickbook.engine.course.flow import Flow
    from trickbook.engine.lookup import Lookup


def write(engine: Lookup, known: DuckData | None, source: Source) -> None:
    """Write the function ``batch``: it plays until there is no room, and returns 0 when all are played."""
    flow = deals.write(engine, known, source).flow
    table.write_begin(flow)
    table.write_first_deal(flow)
    _write_settle(flow)
    _write_finish(flow)
    _write_deal(flow)
    _write_open(flow)
    _write_batch(flow)


def _write_deal(flow: Flow) -> None:
    """Write the function ``deal``: a deal from its start to its line on the sheet."""
    body = Body()
    body.add("begin(v)")
    body.add("turn = v[TURN]")
    with body.block("if not go_on(v)"):
        body.add("return 0")
    body.add("v[IDLE] = v[IDLE] + 1 if v[TURN] == turn else 0")
    with body.block(f"if v[IDLE] >= {MOST_IDLE}"):
        body.add(f"v[FAULT] = {ENDLESS}")
    body.add("return finish(v)")
    flow.source.add("deal", (), body)


# The end of a deal


def _write_settle(flow: Flow) -> None:
    """Write what lets the event of a scored deal take its course."""
    body = Body()
    with body.block(f"for _ in range({LONGEST})"):
        with body.block(f"if v[WAITING] == {flow.table}"):
            body.add("act(v)")
        with body.block("elif v[WAITING] or not v[DEPTH] or v[FAULT]"):
            body.add("return 0")
        with body.block("else"):
            body.add("advance(v)")
    body.add(f"v[FAULT] = {ENDLESS}")
    body.add("return 0")
    flow.source.add("settle", (), body)


def _write_finish(flow: Flow) -> None:
    """Write the function ``finish``: a deal is scored and written down; another one comes, or none."""
    body = Body()
    body.add("score(v)")
    body.add("at = SHEET + v[LINES]")
    body.add("v[at] = v[NEXT]")
    body.add(f"v[at + {LINES}] = v[DEAL]")
    with body.block(f"for p in range({flow.seats})"):
        _add_measures(flow, body)
    body.add("add_points(v)")
    with body.block(f"for p in range({flow.seats})"):
        _add_columns(flow, body, {name: f"v[{region} + p]" for region, name in _columns_of(flow, "SCORES")})
    body.add("v[LEADS] = -1")
    body.add("end(v)")
    body.add("settle(v)")
    _add_giving_up(body)
    body.add("closing = over(v)")
    body.add("group = winners(v) if closing else 0")
    with body.block(f"for p in range({flow.seats})"):
        counted = {name: f"v[SLOTS + {slot} + p]" for name, slot in count_columns(flow.engine)}
        _add_columns(flow, body, {**counted, "won": "group >> p & 1"})
    _add_giving_up(body)
    body.add(f"v[at + {2 * LINES}] = closing")
    body.add("v[LINES] += 1")
    _add_following(flow, body)
    flow.source.add("finish", (), body)


def _add_giving_up(body: Body) -> None:
    """Add the lines that leave a deal in which something went wrong."""
    with body.block("if v[FAULT]"):
        body.add("return 0")


def _add_measures(flow: Flow, body: Body) -> None:
    """Add the lines that tell what a seat has in the deal, before the match goes on."""
    values = {name: f"v[{region} + p]" for region, name in _columns_of(flow, "POINTS")}
    values |= {METRIC + metric.entry.name: str(flow.text(metric.what)) for metric in flow.engine.metrics}
    values |= {"tricks": "v[WON + p]", **{name: f"v[{name.upper()} + p]" for name in COUNTED}}
    _add_columns(flow, body, values)
    for name in COUNTED:
        body.add(f"v[{name.upper()} + p] = 0")


def _columns_of(flow: Flow, name: str) -> Iterator[tuple[str, str]]:
    """Yield the regions of a number of each seat, each with its column."""
    column = {"POINTS": "points", "SCORES": "score"}[name]
    for region, part in zip(points.regions(flow, name), ("", IMAGINARY), strict=False):
        yield region, f"{column}{part}"


def _add_columns(flow: Flow, body: Body, values: Mapping[str, str]) -> None:
    """Add the lines that write columns of a seat."""
    for name, value in values.items():
        index = LEADING + flow.seats * columns(flow.engine).index(name)
        body.add(f"v[at + {LINES * index} + p * {LINES}] = {value}")


def _add_following(flow: Flow, body: Body) -> None:
    """Add the lines that end a match, or pass the deal on: to the next seat that does not rest."""
    with body.block("if closing"):
        body.add("v[OPEN] = 0")
        body.add("v[NEXT] += 1")
        body.add("return 0")
    body.add("v[LASTING] = 1")
    body.add("v[DEAL] += 1")
    body.add(f"p = {flow.onward('v[DEALER]')}")
    if flow.engine.resting:
        body.add("begin(v)")
        body.add(f"group = {flow.layout.everyone} & ~resting(v) or {flow.layout.everyone}")
        body.add(f"p = first_in_turn(group, p, {flow.layout.turn}, {flow.seats})")
    body.add("v[DEALER] = p")
    body.add("return 0")


# Matches


def _write_open(flow: Flow) -> None:
    """Write the function ``open``: the next match begins."""
    body = Body()
    body.add("v[SEED] = v[SEEDS_OF_MATCHES + v[NEXT]]")
    deals.add_source(body)
    for name in ("LASTING", "IDLE"):
        body.add(f"v[{name}] = 0")
    body.add("v[OPEN] = 1")
    body.add("first_deal(v)")
    with body.block(f"for p in range({flow.seats})"):
        for name in COUNTED:
            body.add(f"v[{name.upper()} + p] = 0")
    body.add("return 0")
    flow.source.add("open", (), body)


def _write_batch(flow: Flow) -> None:
    """Write the function ``batch``."""
    body = Body()
    deals.add_ways(flow, body)
    with body.block(f"for _ in range({LONGEST})"):
        with body.block("if not v[OPEN]"):
            with body.block("if v[NEXT] >= v[MANY]"):
                body.add("return 0")
            body.add("open(v)")
        with body.block(f"if v[LINES] >= {LINES}"):
            body.add("return 1")
        body.add("deal(v)")
        with body.block("if v[FAULT]"):
            body.add("v[ENDINGS + v[NEXT]] = v[FAULT]")
            body.add("v[FAULT] = 0")
            body.add("v[OPEN] = 0")
            body.add("v[NEXT] += 1")
    body.add("return 1")
    flow.source.add("batch", (), body)


class MatchDeals(NamedTuple):
    """The deals of whole matches, in order: the match's index among the seeds, the deal's number in it.

    ``over`` marks the last deal of a match; ``columns`` have a number for each deal and seat. ``endings`` say
    why a match was given up (0: it was not); such a match has no deals.
    """

    match: NDArray[np.int64]
    deal: NDArray[np.int64]
    over: NDArray[np.bool_]
    columns: Mapping[str, NDArray[np.int64]]
    endings: NDArray[np.int64]


def program_of(engine: Lookup, known: DuckData | None = None) -> Program:
    """Return the program of a batch, in which seats may duck with what ducks know."""
    room = (*regions(engine, ducks=known is not None), *of_matches(engine))
    return new_program(engine, room, partial(write, engine, known))


class Batch(Machine):
    """The matches of a game as machine code."""

    def __init__(self, engine: Lookup, known: DuckData | None = None, level: int = BEST) -> None:
        """Write, translate and compile; BeyondError for too large a pack, or what no duck can go by."""
        super().__init__(engine, program_of(engine, known), ["batch"], level)
        self.names, self.seats = columns(engine), engine.layout.seats
        self.columns = LEADING + self.seats * len(self.names)
        self._batch = self.function("batch")

    def play(self, seeds: NDArray[np.uint64], ducks: int = 0) -> MatchDeals:
        """Play a whole match for each seed; a set of seats ducks, the others play by chance."""
        parts, endings = [], np.zeros(len(seeds), np.int64)
        for first in range(0, len(seeds), MATCHES):
            asked = seeds[first : first + MATCHES]
            for cells, more in self._sheets(asked, ducks):
                many, at = int(cells[self.start["LINES"]]), self.start["SHEET"]
                sheet = cells[at : at + self.columns * LINES].reshape(self.columns, LINES)[:, :many]
                sheet[0] += first
                parts.append(sheet)
                if not more:
                    reasons = self.start["ENDINGS"]
                    endings[first : first + len(asked)] = cells[reasons : reasons + len(asked)]
        whole = parts[0] if len(parts) == 1 else np.concatenate([self._no_deals(), *parts], axis=1)
        if endings.any():
            whole = whole[:, endings[whole[0]] == 0]
        return self._in_columns(whole, endings)

    def _sheets(self, seeds: NDArray[np.uint64], ducks: int) -> Iterator[tuple[NDArray[np.int64], bool]]:
        """Yield the cells as often as the sheet is full, and whether more follow."""
        room, more, state = self.room(empty="SHEET"), True, self.start["SHEET"]
        for name, number in (("MANY", len(seeds)), ("DUCKS", ducks)):
            self.put(room, name, np.array([number]))
        self.put(room, "SEEDS_OF_MATCHES", seeds)
        while more:
            more = bool(self._batch(room))
            yield room[:, 0], more
            if more:
                before, room = room, self.room(empty="MANY")
                room[:state] = before[:state]
                self.put(room, "LINES", np.array([0]))

    def _no_deals(self) -> NDArray[np.int64]:
        return np.zeros((self.columns, 0), np.int64)

    def _in_columns(self, sheet: NDArray[np.int64], endings: NDArray[np.int64]) -> MatchDeals:
        """Return a sheet as columns."""
        columns_of_deals = {
            name: sheet[LEADING + self.seats * index : LEADING + self.seats * (index + 1)].T
            for index, name in enumerate(self.names)
        }
        return MatchDeals(sheet[0], sheet[1], sheet[2] != 0, columns_of_deals, endings)
