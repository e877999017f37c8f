"""The outcome of an answer: what the deal as it lies would come to with it. Afterwards all is as it was."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickbook.core.body import Body
from trickbook.engine.course import points
from trickbook.engine.course.events import change, fact_cells

if TYPE_CHECKING:
    from trickbook.engine.ask import AskStep
    from trickbook.engine.course.flow import Flow


def write(flow: Flow, step: AskStep, index: int) -> None:
    """Write the function ``outlook`` of a question: the outcome of an answer ``x`` of a seat ``p``."""
    body, changed = Body(), flow.engine.facts_by_event.get("end", ())
    own = f"SLOTS + {step.slot} + p"
    cells = [own, *points.cells_of(flow, "POINTS"), *points.cells_of(flow, "SCORES")]
    cells += [cell for fact in changed for cell in fact_cells(flow, fact)]
    for number, cell in enumerate(cells):
        body.add(f"was{number} = v[{cell}]")
    body.add(f"v[{own}] = x")
    body.add(f"{points.score(flow)}(v)")
    scores, gained = (list(points.cells_of(flow, name)) for name in ("SCORES", "POINTS"))
    for cell, more in zip(scores, gained, strict=True):
        body.add(f"v[{cell}] = capped(v[{cell}] + v[{more}])")
    if changed:
        body.add(f"{change(flow, 'end')}(v, v[DEALER], 0)")
    body.add(f"ahead = {points.winners(flow)}(v)")
    body.add(f"closing = {points.over(flow)}")
    outcomes = list(points.cells_of(flow, "OUTCOMES"))
    for cell, score in zip(outcomes, scores, strict=True):
        body.add(f"v[{cell}] = v[{score}]")
    for number, cell in enumerate(cells):
        body.add(f"v[{cell}] = was{number}")
    body.add("v[CLOSING] = closing")
    body.add("v[AHEAD] = ahead")
    body.add("return 0")
    flow.source.add(f"outlook{index}", ("p", "x"), body)
