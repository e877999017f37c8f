"""Trials in a batch: deals in progress go on to their end, or one move is tried, each trial for itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickbook.batch import deals, worlds
from trickbook.batch.cells import asking_steps, deal_cells
from trickbook.core.body import Body
from trickbook.engine.course.points import regions
from trickbook.engine.tricks import TrickStep

if TYPE_CHECKING:
    from trickbook.batch.duck_data import DuckData
    from trickbook.batch.moves import Moves
    from trickbook.core.source import Source
    from trickbook.engine.course.flow import Flow
    from trickbook.engine.lookup import Lookup


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
    for part, region in enumerate(regions(flow, "POINTS")):
        with body.block(f"for k in range({flow.seats})"):
            body.add(f"v[GAINED + {2 * flow.seats} * i + {part * flow.seats} + k] = v[{region} + k]")
