"""Choices: the answers that the rules of a question leave, as a set of their places in the list of all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickbook.core.body import Body
from trickbook.engine.course import outcome
from trickbook.expression.clause import COMPARING
from trickbook.expression.types import Kind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trickbook.engine.ask import AskStep
    from trickbook.engine.course.flow import Flow
    from trickbook.expression.clause import Clause


def write(flow: Flow, step: AskStep, place: int) -> None:
    """Write the function ``choices`` of a question for a number or a name."""
    body = Body()
    names = named(flow, step)
    if names is None:
        assert step.low is not None and step.high is not None  # noqa: PT018, S101 - a number is asked for
        body.add(f"low = {flow.text(step.low)}")
        body.add(f"many = lesser({flow.sum(step.high)} - low + 1, {step.most_numbers})")
        with body.block("if many <= 0"):
            body.add("return 0")
    else:
        body.add("low = 0")
        body.add(f"many = {len(names)}")
    body.add("left = (1 << many) - 1")
    for number, clause in enumerate(step.rules):
        name = _rule(flow, step, f"rule{place}_{number}", clause)
        body.add(f"left = {name}(v, p, left, low, many)")
    body.add("return left")
    flow.source.add(f"choices{place}", ("p",), body)
    if step.weighs:
        outcome.write(flow, step, place)


def named(flow: Flow, step: AskStep) -> Sequence[int] | None:
    """Return the number of each name that may be answered; None where a number is asked for."""
    if step.type.kind is Kind.CONDITION:
        return [int(name == "yes") for name in step.names]
    return [flow.source.choice(name) for name in step.names] if step.names else None


def meaning(flow: Flow, step: AskStep, place: str) -> str:
    """Return the answer at a place in the list of all."""
    names = named(flow, step)
    if names is None:
        assert step.low is not None  # noqa: S101 - a number is asked for
        return f"{flow.sum(step.low)} + {place}"
    return f"{flow.source.table(names)}[{place}]"


def _rule(flow: Flow, step: AskStep, name: str, clause: Clause) -> str:
    """Write what a rule leaves of some answers, and return the name of the function."""
    body, comparing = Body(), clause.verb in COMPARING
    if clause.when is not None:
        with body.block(f"if not {flow.test(clause.when)}"):
            body.add("return left")
    body.add("found = 0")
    if comparing:
        body.add("best = 0")
    with body.block("for i in range(many)"), body.block("if left >> i & 1"):
        names = named(flow, step)
        body.add("x = low + i" if names is None else f"x = {flow.source.table(names)}[i]")
        if step.weighs and "outcome" in clause.what.reads:
            body.add(f"weigh{flow.engine.place_of[step.name]}(v, p, x)")
        if comparing:
            body.add(f"n = {flow.text(clause.what, 'p', 'x')}")
            with body.block(f"if not found or n {'>' if clause.verb == 'most' else '<'} best"):
                body.add("found = 1 << i")
                body.add("best = n")
            with body.block("elif n == best"):
                body.add("found |= 1 << i")
        else:
            with body.block(f"if {flow.text(clause.what, 'p', 'x')}"):
                body.add("found |= 1 << i")
    body.add("return found or left" if clause.verb == "keep" else "return found")
    outer, flow.source.entry = flow.source.entry, clause.entry
    flow.source.add(name, ("p", "left", "low", "many"), body)
    flow.source.entry = outer
    return name
