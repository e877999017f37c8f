"""Numbers that may be answered, of which there may be too many for a set of indexes: they are listed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from trickbook.core import clauses
from trickbook.core.body import Body

if TYPE_CHECKING:
    from trickbook.engine.ask import AskStep
    from trickbook.engine.course.flow import Flow

MOST_INDEXES: Final = 62
"""So many indexes fit into every set."""

SEVERAL: Final = 0b11
"""The set of indexes that stands for two numbers or more, which matters to nobody."""


def list_size(step: AskStep, known: int) -> int:
    """Return how many numbers a question lists, of so many with an action; 0 where a set has room."""
    if step.low is None or step.high is None or step.weighs or known <= MOST_INDEXES:
        return 0
    return known if step.low.constant and step.high.constant else step.most_numbers


def write(flow: Flow, step: AskStep, index: int) -> None:
    """Write the function ``list_numbers``, which lists what may be answered, and replace what counts it."""
    assert step.low is not None and step.high is not None  # noqa: PT018, S101 - a number is asked for
    body = Body()
    body.add(f"low = {flow.text(step.low)}")
    body.add(f"many = lesser({flow.sum(step.high)} - low + 1, {step.most_numbers})")
    with body.block("for i in range(many)"):
        body.add("v[OFFERS + i] = low + i")
    body.add("many = greater(many, 0)")
    for clause in step.rules:
        body.add(f"many = {clauses.sifting(flow.source, clause)}(v, p, many)")
    body.add("return many")
    flow.source.add(f"list_numbers{index}", ("p",), body)
    body = Body()
    body.add(f"many = list_numbers{index}(v, p)")
    body.add(f"return {SEVERAL} if many > 1 else many")
    flow.source.add(f"choices{index}", ("p",), body)
    if f"has_no_choice{index}" in flow.source.functions and not step.always:
        _write_has_no_choice(flow, step, index)


def _write_has_no_choice(flow: Flow, step: AskStep, index: int) -> None:
    """Replace the function ``has_no_choice``: a seat with one answer left keeps it."""
    body = Body()
    body.add(f"many = list_numbers{index}(v, p)")
    with body.block("if many == 1"):
        body.add(f"v[SLOTS + {step.slot} + p] = v[OFFERS]")
    body.add("return many < 2")
    flow.source.add(f"has_no_choice{index}", ("p",), body)
