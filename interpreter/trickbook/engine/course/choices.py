"""Choices: the answers that the rules of a question leave, as a set of their indexes in the list of all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickbook.core.body import Body
from trickbook.core.clauses import add_best, begin_best
from trickbook.engine.course import outcome
from trickbook.expression.types import Kind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trickbook.engine.ask import AskStep
    from trickbook.engine.course.flow import Flow
    from trickbook.expression.clause import Clause


def write(flow: Flow, step: AskStep, index: int) -> None:
    """Write the function ``choices`` of a question for a number or a name."""
    body = Body()
    names = numbers_of_names(flow, step)
    if names is None:
        assert step.low is not None and step.high is not None  # noqa: PT018, S101 - a number is asked for
        body.add(f"low = {flow.text(step.low)}")
        body.add(f"many = lesser({flow.sum(step.high)} - low + 1, {step.most_numbers})")
        body.add("left = (1 << many) - 1 if many > 0 else 0")
    left = "left" if names is None else f"{(1 << len(names)) - 1}"
    given = ("left",) if names else ("left", "low", "many")
    for number, clause in enumerate(step.rules):
        name = _rule(flow, step, (f"rule{index}_{number}", *given), clause)
        found = f"{name}(v, p, {', '.join((left, *given[1:]))})"
        last = number == len(step.rules) - 1
        body.add(f"return {found}" if last else f"left = {found}")
        left = "left"
    if not step.rules:
        body.add(f"return {left}")
    flow.source.add(f"choices{index}", ("p",), body)
    if step.weighs:
        outcome.write(flow, step, index)


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


def _rule(flow: Flow, step: AskStep, head: Sequence[str], clause: Clause) -> str:
    """Write what a rule leaves of some answers, and return the name of the function."""
    with flow.source.saying(clause.entry):
        body, names, (name, *given) = Body(), numbers_of_names(flow, step), head
        if clause.when is not None:
            with body.block(f"if not {flow.test(clause.when)}"):
                body.add("return left")
        begin_best(body, clause)
        with body.block(f"for i in range({len(names) if names else 'many'})"), body.block("if left >> i & 1"):
            body.add(f"x = {flow.source.table(names)}[i]" if names else "x = low + i")
            if step.weighs and "outcome" in clause.what.reads:
                body.add(f"outlook{flow.engine.step_index[step.name]}(v, p, x)")
            add_best(body, clause, flow.text(clause.what, "p", "x"), "1 << i")
        body.add("return found or left" if clause.verb == "keep" else "return found")
        flow.source.add(name, ("p", *given), body)
    return name
