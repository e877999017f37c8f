"""Questions: who is asked and waited for, what their answers change, and whether they are asked again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickbook.core.body import Body
from trickbook.core.expression import Level
from trickbook.engine.course import choices
from trickbook.engine.course.events import Event, happen

if TYPE_CHECKING:
    from trickbook.engine.ask import AskStep
    from trickbook.engine.course.flow import Flow

MOST_ROUNDS = 100
"""How often a question may go round without a choice for anybody."""


class Question:
    """The functions of a question, at its place among the steps."""

    def __init__(self, flow: Flow, step: AskStep, place: int) -> None:
        """Keep what the functions are about."""
        self.flow, self.step, self.place = flow, step, place
        self.slot = f"SLOTS + {step.slot} + p"
        self.in_turn, self.together = step.how == "in_turn", step.how == "together"

    def write(self) -> None:
        """Write all functions of the question."""
        outer, self.flow.source.entry = self.flow.source.entry, self.step.entry
        if self.step.source is None:
            choices.write(self.flow, self.step, self.place)
        self._spared()
        self._ask()
        self._announce()
        self._open()
        self._wait()
        self._answer()
        self._begin()
        self.flow.source.entry = outer

    def _add(self, name: str, body: Body, *parameters: str) -> None:
        self.flow.source.add(f"{name}{self.place}", parameters, body)

    def _call(self, name: str, *given: str) -> str:
        return f"{name}{self.place}({', '.join(('v', *given))})"

    @property
    def _order(self) -> str:
        """The seats from the first that is asked on, by ``i``."""
        return f"p = {self.flow.onward('v[FIRST]', 'i')}"

    def _begin(self) -> None:
        """Ask: whoever may answer now is waited for."""
        body = Body()
        with body.block(f"if {self._call('ask')}"):
            body.add(f"return {self._call('wait')}")
        body.add("return 0")
        self._add("begin", body)

    def _ask(self) -> None:
        """Ask everybody who is to be asked; who has no choice has answered. 0 if it is interrupted."""
        flow, step, body = self.flow, self.step, Body()
        assert step.who is not None  # noqa: S101 - chance is asked nothing here
        everyone = flow.layout.everyone
        body.add(f"v[ASKED] = {flow.text(step.who, 'v[ACTOR]').at(Level.INTERSECTION)} & ~v[RESTING]")
        body.add("v[ANSWERED] = 0")
        first = f"{flow.test(step.first, 'v[ACTOR]')} or {everyone}" if step.first else f"{everyone}"
        body.add(f"v[FIRST] = {flow.foremost(first)}")
        if not (self.in_turn or step.optional):
            body.add("left = 0")
            with body.block(f"for p in range({flow.seats})"):
                with body.block(f"if v[ASKED] >> p & 1 and {self._call('spared', 'p')}"):
                    body.add("left |= 1 << p")
            with body.block("if left"):
                self._add_spare(body, "left")
        body.add("return 1")
        self._add("ask", body)

    def _add_spare(self, body: Body, group: str) -> None:
        """Add the lines that let seats without a choice have answered."""
        body.add(f"v[ASKED] &= ~{group}")
        with body.block(f"if not {self._call('announce', group)}"):
            body.add("return 0")

    def _announce(self) -> None:
        """Let the answer of each of some seats be an event, in turn; 0 if a question upon one interrupts it."""
        flow, body, inner = self.flow, Body(), Body()
        inner.depth = 3
        inner.add("left &= ~(1 << p)")
        task = f"told{self.place}"
        if self.step.name in flow.engine.upon:
            self._add_told(task)
        inner.add(f"x = v[{self.slot}]")
        before = len(inner.lines)
        happen(flow, inner, Event(self.step.name, "p", "x"), task, "left")
        if len(inner.lines) > before:
            with body.block(f"for i in range({flow.seats})"):
                body.add(self._order)
                with body.block("if left >> p & 1"):
                    body.lines += inner.lines
        body.add("return 1")
        self._add("announce", body, "left")

    def _add_told(self, task: str) -> None:
        """Write the task that goes on with the answers that are left."""
        body = Body()
        with body.block(f"if {self._call('announce', 'x')}"):
            body.add(f"return {self._call('wait')}")
        body.add("return 0")
        self.flow.source.add(task, ("p", "x"), body)

    # Waiting

    def _wait(self) -> None:
        """Wait for those who have not answered, perhaps round after round."""
        flow, step, body = self.flow, self.step, Body()
        if step.again is None:
            body.add(f"return {self._call('open')}")
            self._add("wait", body)
            return
        with body.block(f"for _ in range({MOST_ROUNDS})"):
            over = f" or {flow.test(step.until, 'v[ACTOR]')}" if step.until else ""
            with body.block(f"if not {self._call('open')} or v[WAITING]{over}"):
                body.add("return 0")
            with body.block(f"if not {flow.test(step.again, 'v[ACTOR]')}"):
                body.add("return 0")
            with body.block(f"if not {self._call('ask')}"):
                body.add("return 0")
        body.add(f"v[FAULT] = {flow.engine.fault('rounds', self.place)}")
        body.add("return 0")
        self._add("wait", body)

    def _open(self) -> None:
        """Wait for those who may answer now; in turn, for the next who has a choice. 0 if it is interrupted."""
        flow, step, body = self.flow, self.step, Body()
        if self.in_turn:
            self._open_in_turn(body)
        else:
            body.add("left = v[ASKED] & ~v[ANSWERED]")
            over = f" or {flow.test(step.until, 'v[ACTOR]')}" if step.until else ""
            with body.block(f"if not left{over}"):
                body.add("return 1")
            if step.optional and not step.always:
                with body.block(f"for p in range({flow.seats})"):
                    with body.block(f"if left >> p & 1 and not {self._call('choices', 'p')}"):
                        body.add("left &= ~(1 << p)")
            body.add("v[WAITING] = left")
        body.add("return 1")
        self._add("open", body)

    def _open_in_turn(self, body: Body) -> None:
        flow, step = self.flow, self.step
        with body.block(f"for i in range({flow.seats})"):
            body.add(self._order)
            with body.block("if v[ASKED] & ~v[ANSWERED] & 1 << p"):
                if step.until:
                    with body.block(f"if {flow.text(step.until, 'v[ACTOR]')}"):
                        body.add("return 1")
                with body.block(f"if not {self._call('spared', 'p')}"):
                    body.add("v[WAITING] = 1 << p")
                    body.add("return 1")
                self._add_spare(body, "(1 << p)")

    def _spared(self) -> None:
        """Find whether a seat has no choice: no cards to choose, or one answer left, which it keeps."""
        step, body = self.step, Body()
        if step.source is not None:
            none = f"{self.flow.sum(step.high)} <= 0" if step.high is not None else "0"
            body.add(f"return {none}")
        else:
            body.add(f"left = {self._call('choices', 'p')}")
            if step.always:
                body.add("return left == 0")
            else:
                with body.block("if left & (left - 1)"):
                    body.add("return 0")
                with body.block("if left"):
                    body.add(f"v[{self.slot}] = {choices.meaning(self.flow, self.step, '(left - 1).bit_count()')}")
                body.add("return 1")
        self._add("spared", body, "p")

    # Answering

    def _answer(self) -> None:
        """Take a seat's answer."""
        body = Body()
        body.add("v[WAITING] = 0")
        if self.together:
            self._gather_answers(body)
        else:
            body.add("v[ANSWERED] |= 1 << p" if self.in_turn else "v[ANSWERED] = 0")
            body.add(f"{self._call('settle', 'p', 'x')}")
            self._settle_one()
            if happen(self.flow, body, Event(self.step.name, "p", "x"), f"told{self.place}", "0"):
                body.add(f"return {self._call('wait')}")
        self._add("answer", body, "p", "x")
        if self.step.how == "freely":
            self._done()

    def _gather_answers(self, body: Body) -> None:
        """Nobody sees an answer before all are in; then they are settled at once."""
        body.add("v[GIVEN + p] = x")
        body.add("v[ANSWERED] |= 1 << p")
        with body.block("if v[ANSWERED] == v[ASKED]"):
            body.add(f"{self._call('settle')}")
            with body.block(f"if not {self._call('announce', 'v[ASKED]')}"):
                body.add("return 0")
        body.add(f"return {self._call('wait')}")
        self._settle_all()

    def _done(self) -> None:
        """A seat has no more to show or to say for now."""
        body = Body()
        body.add("v[WAITING] = 0")
        body.add("v[ANSWERED] |= 1 << p")
        body.add(f"return {self._call('wait')}")
        self._add("done", body, "p", "x")

    def _settle_one(self) -> None:
        """Keep an answer; chosen cards go to where they go."""
        flow, to, body = self.flow, self.step.to, Body()
        more = self.step.how == "freely" and self.step.source is not None
        if to is not None:
            body.add(f"at = {flow.goal(to, 'p')}")
        body.add(f"v[{self.slot}] {'|=' if more else '='} x")
        if to is not None:
            with body.block("if at >= 0"):
                flow.take_away(body, "x", to.pile, "at")
                flow.lay(body, to.pile, "at", "x")
        body.add("return 0")
        self._add("settle", body, "p", "x")

    def _settle_all(self) -> None:
        """Keep all answers; chosen cards go all at once to where they go."""
        flow, to, body = self.flow, self.step.to, Body()
        for seat in range(flow.seats) if to else ():
            assert to is not None  # noqa: S101 - seen above
            body.add(f"at{seat} = {flow.goal(to, str(seat))}")
        for seat in range(flow.seats):
            with body.block(f"if v[ASKED] >> {seat} & 1"):
                body.add(f"v[SLOTS + {self.step.slot + seat}] = v[GIVEN + {seat}]")
                if to is not None:
                    with body.block(f"if at{seat} >= 0"):
                        flow.take_away(body, f"v[GIVEN + {seat}]", to.pile, f"at{seat}")
        for seat in range(flow.seats) if to else ():
            assert to is not None  # noqa: S101 - seen above
            with body.block(f"if v[ASKED] >> {seat} & 1 and at{seat} >= 0"):
                flow.lay(body, to.pile, f"at{seat}", f"v[GIVEN + {seat}]")
        body.add("return 0")
        self._add("settle", body)
