"""Steps that no seat decides: moving cards, going back, ending or restarting the deal, the table's acts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickbook.core.text import Body
from trickbook.engine.ask import AskStep
from trickbook.engine.course import chance
from trickbook.engine.course.events import Event, fact_cells, happen
from trickbook.engine.course.flow import fault
from trickbook.engine.course.points import cells_of
from trickbook.engine.deal import DealStep, EndStep, MoveStep, RepeatStep

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

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
        write_redeal(flow)
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
    any_cards = " or ".join(f"n{one}" for one in range(len(seats)))
    with body.block(f"if {any_cards}"):
        for one, seat in enumerate(seats):
            body.add(f"at{one} = {flow.goal(step.to, seat)}")
        for one in range(len(seats)):
            with body.block(f"if at{one} >= 0"):
                flow.take_away(body, f"n{one}", step.to.pile, f"at{one}")
                flow.lay(body, step.to.pile, f"at{one}", f"n{one}")
    body.add("return 0")
    return flow.source.add(name, (), body)


def write_redeal(flow: Flow) -> None:
    """Write the function ``redeal``: the deal starts again, and what has been counted in it goes on."""
    if flow.source.once("redeal"):
        body, seats = Body(), range(flow.seats)
        counters = [f"SLOTS + {slot + seat}" for slot in flow.engine.counters.values() for seat in seats]
        add_fresh(flow, body, [*lasting_cells(flow), *_given_cells(flow), *counters, "REPEATS", "FAULT"])
        body.add("return 0")
        flow.source.add("redeal", (), body)


def add_fresh(flow: Flow, body: Body, lasting: Sequence[str], when: str = "") -> None:
    """Add the lines that empty all cells of a deal but what the match says, and start; some last."""
    match = ["DEAL", "DEALER", "LEADS", *cells_of(flow, "SCORES")]
    for index, cell in enumerate((*match, *lasting)):
        body.add(f"n{index} = v[{cell}]")
    with body.block(f"for i in range({flow.cells.size - sum(size for _, size in flow.cells.beyond)})"):
        body.add("v[i] = 0")
    for index, cell in enumerate(match):
        body.add(f"v[{cell}] = n{index}")
    body.add("start(v)")
    if not lasting:
        return
    with body.block(f"if {when or '1'}"):
        for index, cell in enumerate(lasting, len(match)):
            body.add(f"v[{cell}] = n{index}")


def lasting_cells(flow: Flow) -> Sequence[str]:
    """Return the cells of the facts that last from deal to deal."""
    return [cell for fact in flow.engine.facts if fact.lasting for cell in fact_cells(flow, fact)]


def _given_cells(flow: Flow) -> Iterator[str]:
    """Yield the cells of the words that got their value from outside."""
    for word in flow.layout.given.values():
        yield f"SLOTS + {word.flag}"
        for slot in range(word.slot, word.slot + (flow.seats if word.owned else 1)):
            yield from (f"{region} + {slot}" for region in ("SLOTS", "SLOTS_I")[: 1 + flow.layout.complex])
