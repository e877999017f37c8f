"""Settlement: answers are kept, and chosen cards go to where they go."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING

from trickbook.core.text import Body
from trickbook.engine.course.flow import StepFunctions
from trickbook.expression.operations import PILES, REMEMBERED

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickbook.engine.ask import AskStep
    from trickbook.engine.course.flow import Flow
    from trickbook.engine.deal import Destination
    from trickbook.expression.types import Term


class Settlement(StepFunctions):
    """The functions of a question, by its index among the steps, that settle answers."""

    def __init__(self, flow: Flow, step: AskStep, index: int) -> None:
        """Keep what the functions are about."""
        super().__init__(flow, index)
        self.step = step
        self.slot = f"SLOTS + {step.slot} + p"
        self.in_turn, self.together = step.how == "in_turn", step.how == "together"

    def _settle_one(self) -> None:
        """Keep an answer; chosen cards go to where they go."""
        flow, to, body = self.flow, self.step.to, Body()
        more = self.step.how == "freely" and self.step.source is not None
        if to is not None:
            body.add(f"at = {flow.goal(to, 'p')}")
        body.add(f"v[{self.slot}] {'|=' if more else '='} {self.step.as_cell('x')}")
        if to is not None:
            with body.block("if at >= 0"):
                flow.take_away(body, "x", to.pile, "at")
                flow.lay(body, to.pile, "at", "x")
        self._add("settle", body, "p", "x")

    def _settle_all(self) -> None:
        """Keep all answers; chosen cards go all at once to where they go, as it was before."""
        to, body = self.step.to, Body()
        if to is None or to.seats is None or not READ & set(_operations(to.seats)):
            self._settle_each(body, to)
        else:
            for seat in range(self.flow.seats):
                body.add(f"at{seat} = {self.flow.goal(to, str(seat))}")
            for take in (True, False):
                for seat in range(self.flow.seats):
                    with body.block(f"if v[ASKED] >> {seat} & 1"):
                        self._add_settled(body, to, str(seat), f"at{seat}", take=take)
        self._add("settle", body)

    def _settle_each(self, body: Body, to: Destination | None) -> None:
        """Keep all answers, of which where the cards go does not depend."""
        for take in (True, False) if to else (True,):
            with body.block(f"for p in range({self.flow.seats})"), body.block("if v[ASKED] >> p & 1"):
                at = "at" if to is None or to.seats else self.flow.goal(to, "p")
                if to is not None and to.seats:
                    body.add(f"at = {self.flow.goal(to, 'p')}")
                self._add_settled(body, to, "", at, take=take)

    def _add_settled(self, body: Body, to: Destination | None, seat: str, at: str, *, take: bool) -> None:
        """Keep an answer and take its cards away, or lay them where they go."""
        given = f"v[GIVEN + {seat or 'p'}]"
        if take:
            body.add(f"v[SLOTS + {self.step.slot} + {seat or 'p'}] = {self.step.as_cell(given)}")
        if to is not None:
            with body.block(f"if {at} >= 0") if to.seats else nullcontext():
                if take:
                    self.flow.take_away(body, given, to.pile, at)
                else:
                    self.flow.lay(body, to.pile, at, given)


READ = REMEMBERED | PILES | {"best", "holder"}
"""The words that may change as answers are settled; who is ahead rests on what clauses of winning read."""


def _operations(term: Term) -> Iterator[str]:
    """Yield the operations of a term and of its parts."""
    yield term.operation
    for part in term.parts:
        yield from _operations(part)
