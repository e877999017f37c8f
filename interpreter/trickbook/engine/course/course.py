"""The course of a deal: what goes on from step to step, written as functions of a program."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickbook.core.text import Body
from trickbook.engine.ask import AskStep
from trickbook.engine.course import automatic, points
from trickbook.engine.course.events import Event, change, happen, resting, start
from trickbook.engine.course.flow import Flow
from trickbook.engine.course.questions import Question
from trickbook.engine.course.trick_course import Tricks
from trickbook.engine.tricks import TrickStep

if TYPE_CHECKING:
    from trickbook.core.source import Source
    from trickbook.engine.lookup import Lookup


def write(engine: Lookup, source: Source) -> None:
    """Write all functions of a course. Each returns a number, which is 0 where nothing is asked.

    ``start`` is how a deal starts.
    ``advance`` takes the next step, or goes on with what has waited; ``play``, ``answer`` and ``done`` are
    what seats do in a step, ``table`` is what goes on after the table has done something. The number behind
    their names is the index of the step.
    """
    flow = Flow(engine, source)
    for index, step in enumerate(engine.indexed_steps):
        if isinstance(step, TrickStep):
            Tricks(flow, step, index).write()
        elif isinstance(step, AskStep) and step.asks:
            Question(flow, step, index).write()
        elif step is not None:
            automatic.write(flow, step, index)
    for event in engine.facts_by_event:
        change(flow, event)
    start(flow)
    _write_end(flow)
    points.score(flow)
    points.add_points(flow)
    points.winners(flow)
    _write_over(flow)
    if engine.resting:
        resting(flow)
    _write_advance(flow)


def _write_over(flow: Flow) -> None:
    body, entries = Body(), [entry for entry, _ in flow.engine.ending.ends]
    with flow.source.saying(entries[0] if len(entries) == 1 else None):
        body.add(f"return {points.over(flow)}")
        flow.source.add("over", (), body)


def _write_end(flow: Flow) -> None:
    """Write the event that a deal has been scored."""
    body = Body()
    happen(flow, body, Event("end", "v[DEALER]"))
    body.add("return 0")
    flow.source.add("end", (), body)


def _write_advance(flow: Flow) -> None:
    """Write the function that goes on; it returns 0 after the last step."""
    engine, body = flow.engine, Body()
    if "put" in flow.source.functions:
        with body.block("if v[DEPTH]"):
            body.add(f"{flow.resumption()}(v)")
            body.add("return 1")
    with body.block(f"if v[STEP] + 1 >= {len(engine.steps)}"):
        body.add("return 0")
    body.add("v[STEP] += 1")
    body.add("v[ACTOR] = v[DEALER]")
    if engine.resting:
        body.add(f"v[RESTING] = {resting(flow)}")
    body.add("step = v[STEP]")
    for index, step in enumerate(engine.steps):
        when = "" if step.when is None else f" and {flow.test(step.when, 'v[DEALER]')}"
        with body.block(f"if step == {index}{when}"):
            body.add(f"begin{index}(v)")
    body.add("return 1")
    flow.source.add("advance", (), body)
