"""Moves that the rules leave a seat: cards to play, cards to choose from; and that it has answered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickbook.batch.cells import TOO_MANY, most_chosen
from trickbook.core import clauses
from trickbook.engine.ask import MOST_ANSWERS

if TYPE_CHECKING:
    from trickbook.core.body import Body
    from trickbook.engine.ask import AskStep
    from trickbook.engine.course.flow import Flow
    from trickbook.engine.tricks import TrickStep


class Legal:
    """The lines that find what a seat may do."""

    def __init__(self, flow: Flow) -> None:
        """Begin with what all steps share."""
        self.flow, self.engine = flow, flow.engine
        self.most = most_chosen(flow.engine)

    def _add_legal(self, step: TrickStep, index: int, body: Body) -> None:
        """Add the lines that find the single ``cards`` that a seat may play."""
        for leads, head in ((False, "if v[PLAYS]"), (True, "else")):
            with body.block(head):
                body.add(f"cards = {self._legal(step, index, leads=leads)}")

    def _legal(self, step: TrickStep, index: int, *, leads: bool) -> str:
        """Return the single cards that a seat may lead, or follow with."""
        names = []
        for first in (True, False):
            name = f"legal{index}_{situation(leads=leads, first=first)}"
            names.append(clauses.legal(self.flow.source, name, step.source, step.play[leads, first]))
        if step.play[leads, True] == step.play[leads, False]:
            return f"{names[1]}(v, p)"
        return f"{names[1]}(v, p) if v[TRICKS] else {names[0]}(v, p)"

    def _add_logged(self, step: AskStep, body: Body) -> None:
        """Add the lines that count an answer; a deal may not have too many."""
        body.add("v[LOGGED] += 1")
        if step.how == "freely" or step.again:
            with body.block(f"if v[LOGGED] > {MOST_ANSWERS}"):
                body.add(f"v[FAULT] = {TOO_MANY}")

    def _add_done(self, step: AskStep, index: int, body: Body, when: str) -> None:
        """Add the lines in which a seat has no more to say."""
        with body.block(when):
            self._add_logged(step, body)
            body.add(f"done{index}(v, p, 0)")
            body.add("return 0")

    def _add_pool(self, step: AskStep, index: int, body: Body) -> None:
        """Add the lines that find the ``cards`` to choose from, the ``least`` number and the ``high``est."""
        assert step.low is not None and step.high is not None  # noqa: PT018, S101 - cards are asked for
        body.add(f"cards = choices{index}(v, p)")
        free = int(step.how == "freely")
        body.add(f"least = fewest({self.flow.text(step.low)}, cards.bit_count(), {free})")
        body.add(f"high = lesser(lesser({self.flow.text(step.high)}, cards.bit_count()), {self.most})")


def situation(*, leads: bool, first: bool) -> str:
    """Return what a function is called by that is for one situation."""
    return f"{'lead' if leads else 'follow'}_{'first' if first else 'later'}"
