"""The course of deals in a batch: seat after seat moves, and the table does what it does."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from trickbook.batch import table
from trickbook.batch.cells import ENDLESS, asking_steps, most_chosen, most_names
from trickbook.batch.duck_data import check
from trickbook.batch.ducks import Ducks
from trickbook.batch.moves import Moves
from trickbook.core.body import Body
from trickbook.core.translated_function import LONGEST
from trickbook.engine.course import course
from trickbook.engine.course.flow import Flow

if TYPE_CHECKING:
    from collections.abc import Callable

    from trickbook.batch.duck_data import DuckData
    from trickbook.core.source import Source
    from trickbook.engine.lookup import Lookup


def write(engine: Lookup, known: DuckData | None, source: Source, *, searches: bool = False) -> Moves:
    """Write the course of a deal with the functions in which seats move; return what wrote these.

    With what ducks know, some seats may duck; seats that search may choose by a tree.
    """
    flow = begin(engine, source)
    if known is not None:
        check(engine, known)
    moves = Moves(flow, None if known is None else Ducks(flow, known, most_names(engine)), searches=searches)
    for index, step in asking_steps(engine):
        moves.write(step, index)
    table.write(flow)
    write_course(flow, partial(add_choices, flow, "choose"))
    return moves


def begin(engine: Lookup, source: Source) -> Flow:
    """Write what the interpreter calls, too; return what writes the rest."""
    course.write(engine, source)
    return Flow(engine, source)


def write_course(flow: Flow, choose: Callable[[Body], None], note: str = "") -> None:
    """Write the function ``go_on``: a deal takes its course to its end. It returns 0 for a fault.

    ``choose`` adds the lines where seats are waited for; before, and before the table acts, a line may note
    what has happened.
    """
    body = Body()
    with body.block(f"for _ in range({LONGEST})"):
        with body.block("if v[FAULT]"):
            body.add("return 0")
        with body.block("if not v[WAITING]"), body.block("if not advance(v)"):
            body.add("return 1")
        if note:
            body.add(note)
        with body.block(f"if v[WAITING] == {flow.table}"):
            body.add("act(v)")
        with body.block("elif v[WAITING]"):
            choose(body)
    body.add(f"v[FAULT] = {ENDLESS}")
    body.add("return 0")
    flow.source.add("go_on", (), body)


def add_ways(flow: Flow, body: Body) -> None:
    """Add the line that counts in how many ways cards can be chosen, where no card looks like another."""
    most = most_chosen(flow.engine)
    if most and not flow.engine.manifold:
        body.add(f"count_ways(v, WAYS, {most + 1}, {len(flow.engine.pack)})")


def add_source(body: Body) -> None:
    """Add the lines with which the stream of the players begins."""
    body.add("v[SOURCE] = mixed(stream(v[SEED], 0))")
    body.add("v[TURN] = 0")
    body.add("lot(v, v[SOURCE], 0)")


def add_choices(flow: Flow, name: str, body: Body) -> None:
    """Add the lines in which a function of the step is called with the first seat that is waited for."""
    body.add("p = (v[WAITING] - 1).bit_count()")
    if any(step.how != "in_turn" for step in flow.engine.questions):
        with body.block("if v[WAITING] & (v[WAITING] - 1)"):
            body.add(f"p = first_in_turn(v[WAITING], v[FIRST], {flow.layout.turn}, {flow.seats})")
    body.add("step = v[STEP]")
    for index, _ in asking_steps(flow.engine):
        with body.block(f"if step == {index}"):
            body.add(f"{name}{index}(v, p)")
