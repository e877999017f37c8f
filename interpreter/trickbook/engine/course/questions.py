"""Questions: who is asked and waited for, what their answers change, and whether they are asked again."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING

from trickbook.core.body import Body
from trickbook.core.expression import Level
from trickbook.engine.course import choices
from trickbook.engine.course.events import Event, Task, happen
from trickbook.engine.course.flow import fault

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickbook.engine.ask import AskStep
    from trickbook.engine.course.flow import Flow
    from trickbook.engine.deal import Destination
    from trickbook.expression.types import Term

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
        self.flow.source.entry = self.step.entry
        if self.step.source is None:
            choices.write(self.flow, self.step, self.place)
        if self.spares:
            self._spared()
        if self.tells:
            self._announce()
        self._begin()
        self._wait()
        self._answer()
        self.flow.source.entry = None

    @property
    def spares(self) -> bool:
        """Whether a seat may have no choice."""
        high = self.step.high
        return self.step.source is None or (high is not None and not (high.constant and high.value > 0))

    @property
    def tells(self) -> bool:
        """Whether an answer changes anything beside itself."""
        return self.flow.engine.heeds(self.step.name)

    def _add(self, name: str, body: Body, *parameters: str) -> None:
        self.flow.source.add(f"{name}{self.place}", parameters, body)

    def _call(self, name: str, *given: str) -> str:
        return f"{name}{self.place}({', '.join(('v', *given))})"

    @property
    def _order(self) -> str:
        """The seats from the first that is asked on, by ``i``."""
        return f"p = {self.flow.onward('v[FIRST]', 'i')}"

    # Asking

    def _begin(self) -> None:
        """Ask: whoever may answer now is waited for."""
        body = Body()
        if self.step.again is None:
            self._add_asked(body)
        else:
            asked = Body()
            self._add_asked(asked)
            asked.add("return 1")
            self._add("ask", asked)
            with body.block(f"if not {self._call('ask')}"):
                body.add("return 0")
        body.add(f"return {self._call('wait')}")
        self._add("begin", body)

    def _add_asked(self, body: Body) -> None:
        """Add the lines that ask everybody who is to be asked; who has no choice has answered."""
        flow, step = self.flow, self.step
        assert step.who is not None  # noqa: S101 - chance is asked nothing here
        everyone, who = flow.layout.everyone, flow.text(step.who, "v[ACTOR]")
        body.add(
            f"v[ASKED] = {f'{who.at(Level.INTERSECTION)} & ~v[RESTING]' if flow.engine.resting else who}"
        )
        body.add("v[ANSWERED] = 0")
        first = f"{flow.test(step.first, 'v[ACTOR]')} or {everyone}" if step.first else f"{everyone}"
        body.add(f"v[FIRST] = {flow.foremost(first) if step.first else flow.onward('v[DEALER]')}")
        if not (self.in_turn or step.optional) and self.spares:
            body.add("left = 0")
            spared = f"if v[ASKED] >> p & 1 and {self._call('spared', 'p')}"
            with body.block(f"for p in range({flow.seats})"), body.block(spared):
                body.add("left |= 1 << p")
            self._add_spare(body, "left")

    def _add_spare(self, body: Body, group: str) -> None:
        """Add the lines that let seats without a choice have answered."""
        body.add(f"v[ASKED] &= ~{group}")
        self._add_announced(body, group)

    def _add_announced(self, body: Body, group: str) -> None:
        """Add the lines that let the answers of some seats be events, if they are any."""
        if self.tells:
            with body.block(f"if not {self._call('announce', group)}"):
                body.add("return 0")

    def _announce(self) -> None:
        """Let the answer of each of some seats be an event, in turn; 0 if a question interrupts it."""
        flow, body, task = self.flow, Body(), self._call("told", "p", "x")
        with body.block(f"for i in range({flow.seats})"):
            body.add(self._order)
            with body.block("if left >> p & 1"):
                body.add("left &= ~(1 << p)")
                body.add(f"x = v[{self.slot}]")
                happen(flow, body, Event(self.step.name, "p", "x"), Task(task, "left"))
        body.add("return 1")
        self._add("announce", body, "left")
        if self.step.name in flow.engine.upon:
            told = Body()
            with told.block(f"if {self._call('announce', 'x')}"):
                told.add(f"return {self._call('wait')}")
            told.add("return 0")
            self._add("told", told, "p", "x")

    # Waiting

    def _wait(self) -> None:
        """Wait for those who have not answered, perhaps round after round."""
        flow, step, body = self.flow, self.step, Body()
        self._open("wait" if step.again is None else "open")
        if step.again is None:
            return
        with body.block(f"for _ in range({MOST_ROUNDS})"):
            over = f" or {flow.test(step.until, 'v[ACTOR]')}" if step.until else ""
            with body.block(f"if not {self._call('open')} or v[WAITING]{over}"):
                body.add("return 0")
            with body.block(f"if not {flow.test(step.again, 'v[ACTOR]')} or not {self._call('ask')}"):
                body.add("return 0")
        body.add(f"v[FAULT] = {fault('rounds', self.place)}")
        body.add("return 0")
        self._add("wait", body)

    def _open(self, name: str) -> None:
        """Wait for those who may answer now; in turn, for the next who has a choice. 0 if interrupted."""
        flow, step, body = self.flow, self.step, Body()
        if self.in_turn:
            self._open_in_turn(body)
        else:
            left = "v[ASKED] & ~v[ANSWERED]"
            if step.until:
                with body.block(f"if not {left} or {flow.test(step.until, 'v[ACTOR]')}"):
                    body.add("return 1")
            body.add(f"v[WAITING] = {left}")
            if step.optional and not step.always:
                silent = f"if v[WAITING] >> p & 1 and not {self._call('choices', 'p')}"
                with body.block(f"for p in range({flow.seats})"), body.block(silent):
                    body.add("v[WAITING] &= ~(1 << p)")
        body.add("return 1")
        self._add(name, body)

    def _open_in_turn(self, body: Body) -> None:
        flow, step = self.flow, self.step
        with body.block(f"for i in range({flow.seats})"):
            body.add(self._order)
            with body.block("if v[ASKED] & ~v[ANSWERED] & 1 << p"):
                if step.until:
                    with body.block(f"if {flow.text(step.until, 'v[ACTOR]')}"):
                        body.add("return 1")
                if not self.spares:
                    body.add("v[WAITING] = 1 << p")
                    body.add("return 1")
                    return
                with body.block(f"if not {self._call('spared', 'p')}"):
                    body.add("v[WAITING] = 1 << p")
                    body.add("return 1")
                self._add_spare(body, "(1 << p)")

    def _spared(self) -> None:
        """Find whether a seat has no choice: no cards to choose, or one answer left, which it keeps."""
        step, body = self.step, Body()
        if step.source is not None:
            assert step.high is not None  # noqa: S101 - cards are asked for
            body.add(f"return {self.flow.sum(step.high)} <= 0")
        elif step.always:
            body.add(f"return {self._call('choices', 'p')} == 0")
        else:
            body.add(f"left = {self._call('choices', 'p')}")
            with body.block("if left & (left - 1)"):
                body.add("return 0")
            with body.block("if left"):
                answer = choices.meaning(self.flow, step, "(left - 1).bit_count()")
                body.add(f"v[{self.slot}] = {answer}")
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
            if happen(self.flow, body, Event(self.step.name, "p", "x"), Task(self._call("told", "p", "x"))):
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
            self._add_announced(body, "v[ASKED]")
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
        """Keep all answers; chosen cards go all at once to where they go, as it was before."""
        to, body = self.step.to, Body()
        if to is None or to.seats is None or not READ & set(_words(to.seats)):
            self._settle_each(body, to)
        else:
            for seat in range(self.flow.seats):
                body.add(f"at{seat} = {self.flow.goal(to, str(seat))}")
            for take in (True, False):
                for seat in range(self.flow.seats):
                    with body.block(f"if v[ASKED] >> {seat} & 1"):
                        self._add_settled(body, to, str(seat), take=take)
        body.add("return 0")
        self._add("settle", body)

    def _settle_each(self, body: Body, to: Destination | None) -> None:
        """Keep all answers, of which where the cards go does not depend."""
        for take in (True, False) if to else (True,):
            with body.block(f"for p in range({self.flow.seats})"), body.block("if v[ASKED] >> p & 1"):
                if to is not None:
                    body.add(f"at = {self.flow.goal(to, 'p')}")
                self._add_settled(body, to, "", take=take)

    def _add_settled(self, body: Body, to: Destination | None, seat: str, *, take: bool) -> None:
        """Keep an answer and take its cards away, or lay them where they go."""
        given, at = f"v[GIVEN + {seat or 'p'}]", f"at{seat}"
        if take:
            body.add(f"v[SLOTS + {self.step.slot} + {seat or 'p'}] = {given}")
        if to is not None:
            with body.block(f"if {at} >= 0") if to.seats else nullcontext():
                if take:
                    self.flow.take_away(body, given, to.pile, at)
                else:
                    self.flow.lay(body, to.pile, at, given)


READ = frozenset({"slot", "own slot", "pile", "own pile"})
"""What may change as answers are settled."""


def _words(term: Term) -> Iterator[str]:
    """Yield what a term and its parts do."""
    yield term.does
    for part in term.parts:
        yield from _words(part)
