"""Steps that no seat decides: moving cards by rule, going back, ending the deal, what the table does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickbook.core.body import Body
from trickbook.engine.ask import AskStep
from trickbook.engine.course import chance, fresh_start
from trickbook.engine.course.events import Event, happen
from trickbook.engine.course.flow import fault
from trickbook.engine.deal import DealStep, MoveStep
from trickbook.engine.repeat import EndStep, RepeatStep

if TYPE_CHECKING:
    from trickbook.engine.course.flow import Flow
    from trickbook.engine.lookup import Step

MOST_REPEATS = 200
"""How often the steps of a deal may go back."""


def write(flow: Flow, step: Step, index: int) -> None:
    """Write the functions of a step that no seat decides.

    What a program cannot do the table does: it deals, draws and shows, and it gathers the cards to deal them
    again. It is waited for, and ``table`` goes on. A step in its turn is an event by itself.
    """
    with flow.source.saying(step.entry):
        body = Body()
        if isinstance(step, MoveStep):
            body.add(f"{_move(flow, step, index)}(v)")
        elif isinstance(step, RepeatStep):
            _go_back(flow, body, index)
            body.add(f"v[STEP] = {step.first - 1}")
        elif isinstance(step, EndStep) and step.word is not None:
            body.add(f"v[STEP] = {len(flow.engine.steps) - 1}")
        else:
            _leave_to_the_table(flow, step, index)
        if index < len(flow.engine.steps):
            happen(flow, body, Event(step.name, "v[DEALER]"))
        acts = f"begin{index}" in flow.source.functions
        if body.lines or not acts:
            body.add("return 0")
            flow.source.add(f"table{index}" if acts else f"begin{index}", (), body)


def _leave_to_the_table(flow: Flow, step: Step, index: int) -> None:
    """Write that the table is waited for, and what it needs to deal and draw."""
    if isinstance(step, DealStep):
        chance.write_deal(flow, step, index)
    elif isinstance(step, AskStep):
        chance.write_draw(flow, step, index)
    body = Body()
    if isinstance(step, EndStep):
        fresh_start.write_redeal(flow)
        _go_back(flow, body, index)
    body.add(f"v[WAITING] = {flow.table}")
    body.add("return 0")
    flow.source.add(f"begin{index}", (), body)


def _go_back(flow: Flow, body: Body, index: int) -> None:
    """Count that a step goes back."""
    body.add("v[REPEATS] += 1")
    with body.block(f"if v[REPEATS] > {MOST_REPEATS}"):
        body.add(f"v[FAULT] = {fault('repeats', index)}")
        body.add("return 0")


def _move(flow: Flow, step: MoveStep, index: int) -> str:
    """Write what moves cards, once for each player if the rule speaks of a player; all at the same time."""
    body, name = Body(), f"move{index}"
    seats = [str(seat) for seat in range(flow.seats)] if flow.each(step.cards) else ["v[DEALER]"]
    for one, seat in enumerate(seats):
        body.add(f"n{one} = {flow.text(step.cards, seat)}")
    moved = " or ".join(f"n{one}" for one in range(len(seats)))
    with body.block(f"if {moved}"):
        for one, seat in enumerate(seats):
            body.add(f"at{one} = {flow.goal(step.to, seat)}")
        for one in range(len(seats)):
            with body.block(f"if at{one} >= 0"):
                flow.take_away(body, f"n{one}", step.to.pile, f"at{one}")
                flow.lay(body, step.to.pile, f"at{one}", f"n{one}")
    body.add("return 0")
    return flow.source.add(name, (), body)
