"""Choices: what the rules of a question leave, as cards or indexes of answers; the outcome of an answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickbook.core.clauses import add_best, begin_best, unless
from trickbook.core.text import Body, Level
from trickbook.engine.course import points
from trickbook.engine.course.events import change, fact_cells
from trickbook.expression.types import Kind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trickbook.engine.ask import AskStep
    from trickbook.engine.course.flow import Flow
    from trickbook.expression.types import Clause


def write(flow: Flow, step: AskStep, index: int) -> None:
    """Write the function ``choices`` of a question; it asks a function for each rule, as reasons do."""
    body = Body()
    left, *given = _add_offer(flow, step, body)
    for number, clause in enumerate(step.rules):
        name = f"rule{index}_{number}"
        with flow.source.saying(clause.entry):
            _write_rule(flow, step, clause, (name, *given))
        found = f"{name}({', '.join(('v', 'p', left, *given))})"
        last = number == len(step.rules) - 1
        body.add(f"return {found}" if last else f"left = {found}")
        left = "left"
    if not step.rules:
        body.add(f"return {left}")
    flow.source.add(f"choices{index}", ("p",), body)
    if step.weighs:
        _write_outlook(flow, step, index)


def _add_offer(flow: Flow, step: AskStep, body: Body) -> Sequence[str]:
    """Return all that might be chosen, and what the rules need to know of it; add the lines that find it."""
    names = numbers_of_names(flow, step)
    if names:
        return (f"{(1 << len(names)) - 1}",)
    assert step.low is not None and step.high is not None  # noqa: PT018, S101 - there are no names
    if step.source is None:
        body.add(f"low = {flow.text(step.low)}")
        body.add(f"many = lesser({flow.sum(step.high)} - low + 1, {step.most_numbers})")
        body.add("left = (1 << many) - 1 if many > 0 else 0")
        return "left", "low", "many"
    if not step.rules:
        return (str(flow.text(step.source)),)
    body.add(f"left = {flow.text(step.source)}")
    body.add(f"least = lesser({flow.text(step.low)}, left.bit_count())")
    return "left", "least"


def numbers_of_names(flow: Flow, step: AskStep) -> Sequence[int] | None:
    """Return the number of each name that may be answered; None where a number is asked for."""
    if step.type.kind is Kind.CONDITION:
        return [int(name == "yes") for name in step.names]
    return [flow.source.choice(name) for name in step.names] if step.names else None


def meaning(flow: Flow, step: AskStep, index: str) -> str:
    """Return the answer at an index of the list of all."""
    names = numbers_of_names(flow, step)
    if names is None:
        assert step.low is not None  # noqa: S101 - a number is asked for
        return f"{flow.sum(step.low)} + {index}"
    return f"{flow.source.table(names)}[{index}]"


def _write_rule(flow: Flow, step: AskStep, clause: Clause, head: Sequence[str]) -> None:
    """Write what a rule leaves of some answers, or of some cards."""
    body, (name, *given) = Body(), head
    unless(flow.source, clause, body, "left")
    if step.source is None:
        _add_rule_of_answers(flow, step, clause, body)
    else:
        _add_rule_of_cards(flow, clause, body)
    flow.source.add(name, ("p", "left", *given), body)


def _add_rule_of_answers(flow: Flow, step: AskStep, clause: Clause, body: Body) -> None:
    names = numbers_of_names(flow, step)
    begin_best(body, clause)
    with body.block(f"for i in range({len(names) if names else 'many'})"), body.block("if left >> i & 1"):
        body.add(f"x = {flow.source.table(names)}[i]" if names else "x = low + i")
        if step.weighs and "outcome" in clause.what.reads:
            body.add(f"outlook{flow.engine.step_index[step.name]}(v, p, x)")
        add_best(body, clause, flow.text(clause.what, "p", "x"), "1 << i")
    body.add("return found or left" if clause.verb == "keep" else "return found")


def _add_rule_of_cards(flow: Flow, clause: Clause, body: Body) -> None:
    """Add the lines that keep some cards, unless these are too few for a rule that can be waived."""
    found = f"left & {flow.text(clause.what).at(Level.INTERSECTION)}"
    if clause.verb == "only":
        body.add(f"return {found}")
    else:
        body.add(f"found = {found}")
        body.add("return found if found.bit_count() >= least else left")


def _write_outlook(flow: Flow, step: AskStep, index: int) -> None:
    """Write the function ``outlook``: what the deal as it lies comes to with an answer ``x`` of a seat ``p``.

    Afterwards all is as it was.
    """
    body, changed = Body(), flow.engine.facts_by_event.get("end", ())
    own = f"SLOTS + {step.slot} + p"
    cells = [own, *points.cells_of(flow, "POINTS"), *points.cells_of(flow, "SCORES")]
    cells += [cell for fact in changed for cell in fact_cells(flow, fact)]
    for number, cell in enumerate(cells):
        body.add(f"was{number} = v[{cell}]")
    body.add(f"v[{own}] = {step.as_cell('x')}")
    body.add(f"{points.score(flow)}(v)")
    body.add(f"{points.add_points(flow)}(v)")
    if changed:
        body.add(f"{change(flow, 'end')}(v, v[DEALER], 0)")
    body.add(f"ahead = {points.winners(flow)}(v)")
    body.add(f"closing = {points.over(flow)}")
    for cell, score in zip(*(points.cells_of(flow, name) for name in ("OUTCOMES", "SCORES")), strict=True):
        body.add(f"v[{cell}] = v[{score}]")
    for number, cell in enumerate(cells):
        body.add(f"v[{cell}] = was{number}")
    body.add("v[CLOSING] = closing")
    body.add("v[AHEAD] = ahead")
    body.add("return 0")
    flow.source.add(f"outlook{index}", ("p", "x"), body)
