"""Questions: who is asked and waited for, what their answers change, and whether they are asked again."""

from __future__ import annotations

from trickbook.core.text import Body, Level
from trickbook.engine.course import choices
from trickbook.engine.course.events import Event, Task, happen
from trickbook.engine.course.flow import fault
from trickbook.engine.course.settlement import Settlement

MOST_ROUNDS = 100
"""How often a question may go round without a choice for anybody."""


class Question(Settlement):
    """The functions of a question, by its index among the steps."""

    def write(self) -> None:
        """Write all functions of the question."""
        with self.flow.source.saying(self.step.entry):
            choices.write(self.flow, self.step, self.index)
            if self.may_skip_seats:
                self._has_no_choice()
            if self.is_event:
                self._announce()
            self._begin()
            self._wait()
            self._answer()

    @property
    def may_skip_seats(self) -> bool:
        """True if a seat may have no choice."""
        high = self.step.high
        return self.step.source is None or (high is not None and not (high.constant and high.value > 0))

    @property
    def is_event(self) -> bool:
        """True if an answer is an event: it changes anything beside itself."""
        return self.flow.engine.is_handled(self.step.name)

    @property
    def _rounds(self) -> str:
        """The cell that counts rounds in which nobody has a choice, whatever has interrupted them."""
        return f"v[ROUNDS + {self.flow.engine.rounds[self.step.name]}]"

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
            body.add(f"{self._rounds} = 0")
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
        body.add(f"v[FIRST] = {flow.first_in_turn(first) if step.first else flow.onward('v[DEALER]')}")
        if not (self.in_turn or step.optional) and self.may_skip_seats:
            body.add("left = 0")
            without_choice = f"if v[ASKED] >> p & 1 and {self._call('has_no_choice', 'p')}"
            with body.block(f"for i in range({flow.seats})"):
                body.add(self._order)
                with body.block(without_choice):
                    body.add("left |= 1 << p")
            self._add_skip(body, "left")

    def _add_skip(self, body: Body, group: str) -> None:
        """Add the lines that let seats without a choice have answered."""
        body.add(f"v[ASKED] &= ~{group}")
        self._add_announced(body, group)

    def _add_announced(self, body: Body, group: str) -> None:
        """Add the lines that let the answers of some seats be events, if they are any."""
        if self.is_event:
            with body.block(f"if not {self._call('announce', group)}"):
                body.add("return 0")

    def _announce(self) -> None:
        """Let the answer of each of some seats be an event, in turn; 0 if a question interrupts it."""
        flow, body, task = self.flow, Body(), self._call("following", "p", "x")
        with body.block(f"for i in range({flow.seats})"):
            body.add(self._order)
            with body.block("if left >> p & 1"):
                body.add("left &= ~(1 << p)")
                body.add(f"x = v[{self.slot}]{' >> 1' if self.step.numeric else ''}")
                happen(flow, body, Event(self.step.name, "p", "x"), Task(task, "left"))
        body.add("return 1")
        self._add("announce", body, "left")
        if self.step.name in flow.engine.upon:
            rest = Body()
            with rest.block(f"if {self._call('announce', 'x')}"):
                rest.add(f"return {self._call('wait')}")
            rest.add("return 0")
            self._add("following", rest, "p", "x")

    # Waiting

    def _wait(self) -> None:
        """Wait for those who have not answered, perhaps round after round."""
        flow, step, body = self.flow, self.step, Body()
        self._open("wait" if step.again is None else "open")
        if step.again is None:
            return
        with body.block(f"for _ in range({MOST_ROUNDS + 1})"):
            body.add(f"{self._rounds} += 1")
            with body.block(f"if {self._rounds} > {MOST_ROUNDS}"):
                body.add(f"v[FAULT] = {fault('rounds', self.index)}")
                body.add("return 0")
            over = f" or {flow.test(step.until, 'v[ACTOR]')}" if step.until else ""
            with body.block(f"if not {self._call('open')} or v[WAITING]{over}"):
                body.add("return 0")
            with body.block(f"if not {flow.test(step.again, 'v[ACTOR]')} or not {self._call('ask')}"):
                body.add("return 0")
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
                if not self.may_skip_seats:
                    body.add("v[WAITING] = 1 << p")
                    body.add("return 1")
                    return
                with body.block(f"if not {self._call('has_no_choice', 'p')}"):
                    body.add("v[WAITING] = 1 << p")
                    body.add("return 1")
                self._add_skip(body, "(1 << p)")

    def _has_no_choice(self) -> None:
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
                body.add(f"v[{self.slot}] = {step.as_cell(answer)}")
            body.add("return 1")
        self._add("has_no_choice", body, "p")

    # Answering

    def _answer(self) -> None:
        """Take a seat's answer."""
        body = self._begin_answer()
        if self.together:
            self._gather_answers(body)
        else:
            body.add("v[ANSWERED] |= 1 << p" if self.in_turn else "v[ANSWERED] = 0")
            body.add(f"{self._call('settle', 'p', 'x')}")
            self._settle_one()
            if happen(
                self.flow, body, Event(self.step.name, "p", "x"), Task(self._call("following", "p", "x"))
            ):
                body.add(f"return {self._call('wait')}")
        self._add("answer", body, "p", "x")
        if self.step.how == "freely":
            self._done()

    def _begin_answer(self) -> Body:
        """Begin with a seat that says something: nobody is waited for, and rounds count from 0."""
        body, many = Body(), len(self.flow.engine.rounds)
        body.add("v[WAITING] = 0")
        if many:
            with body.block(f"for i in range({many})"):
                body.add("v[ROUNDS + i] = 0")
        return body

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
        body = self._begin_answer()
        body.add("v[ANSWERED] |= 1 << p")
        body.add(f"return {self._call('wait')}")
        self._add("done", body, "p", "x")
