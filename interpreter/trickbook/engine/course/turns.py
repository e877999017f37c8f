"""Turns: who leads and follows, what a seat is asked before it plays, and when nobody can."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickbook.core.text import Body
from trickbook.engine.course.events import Event, Task, begin_trick, few, happen, resting
from trickbook.engine.course.flow import StepFunctions
from trickbook.engine.facts import TURN

if TYPE_CHECKING:
    from trickbook.engine.course.flow import Flow
    from trickbook.engine.tricks import TrickStep


class Turns(StepFunctions):
    """The functions of a step that plays tricks, by its index among the steps, up to each play."""

    def __init__(self, flow: Flow, step: TrickStep, index: int) -> None:
        """Keep what the functions are about."""
        super().__init__(flow, index)
        self.step = step
        self.handles_turn, self.rests = flow.engine.handles_turn, bool(flow.engine.resting)

    def write_turns(self) -> None:
        """Write the functions of leading and of turns."""
        self._begin()
        self._all_hold()
        self._lead()
        if self.handles_turn:
            self._turn()
            self._ready()
        if self.handles_turn and self.rests:
            self._rest()

    def _task(self, name: str) -> str:
        return self._call(name, "p", "x")

    # Leading

    def _begin(self) -> None:
        """If everybody has a card to play, the table notes that tricks are played, and the first is led."""
        flow, body = self.flow, Body()
        with body.block(f"if {self._call('all_hold')}"):
            body.add(f"v[WAITING] = {flow.table}")
        self._add("begin", body)
        body = Body()
        body.add("p = v[LEADS]")
        with body.block("if p < 0"):
            body.add(f"p = {flow.first_in_turn(flow.text(self.step.leader, 'v[DEALER]'))}")
        with body.block("if p < 0"):
            body.add(f"p = {flow.onward('v[DEALER]')}")
        body.add(f"return {self._call('lead', 'p')}")
        self._add("table", body)

    def _all_hold(self) -> None:
        """Find whether everybody has a card to play; of those who rest nobody needs one."""
        flow, body = self.flow, Body()
        if self.rests:
            with body.block(f"if v[RESTING] and {few(flow)}"):
                body.add("return 0")
        with body.block(f"for p in range({flow.seats})"):
            awake = "not v[RESTING] >> p & 1 and " if self.rests else ""
            with body.block(f"if {awake}not {flow.test(self.step.source)}"):
                body.add("return 0")
        body.add("return 1")
        self._add("all_hold", body)

    def _lead(self) -> None:
        """Let a seat lead, or the next if it rests, unless the tricks are over."""
        flow, body = self.flow, Body()
        if self.rests:
            with body.block("if v[RESTING]"):
                body.add(f"p = {self._awake('p')}")
        body.add("v[LEADER] = p")
        body.add("v[LED] = 0")
        self._unless_over(body)
        self._tell_last(body)
        begin_trick(flow, body)
        self._add_turn(body, "p")
        self._add("lead", body, "p")

    def _unless_over(self, body: Body) -> None:
        """End the tricks if they are over although everybody has a card."""
        if self.step.until is not None:
            with body.block(f"if {self.flow.text(self.step.until, 'v[LEADER]')}"):
                body.add(f"return {self._call('close')}")

    def _tell_last(self, body: Body) -> None:
        """The trick is the last if its leader holds a single card, where it is told."""
        if not self.flow.tells_last:
            return
        body.add(f"v[LAST] = 1 if ({self.flow.text(self.step.source)}).bit_count() == 1 else 0")

    def _awake(self, p: str) -> str:
        """Return a seat, or the first after it that does not rest; the seat itself if all rest."""
        everyone, flow = self.flow.layout.everyone, self.flow
        group = f"({everyone} & ~v[RESTING] or {everyone})"
        return f"first_in_turn({group}, {p}, {flow.layout.turn}, {flow.seats})"

    # Turns

    def _add_turn(self, body: Body, p: str) -> None:
        """Add the lines with which it is a seat's turn."""
        if self.handles_turn:
            body.add(f"return {self._call('turn', p)}")
        else:
            body.add(f"v[WAITING] = 1 << {p}")
            body.add("return 0")

    def _turn(self) -> None:
        """It is the turn of a seat, which may be asked something before it plays."""
        flow, body = self.flow, Body()
        body.add("v[WAITING] = 0")
        if happen(flow, body, Event(TURN), Task(self._task("ready"))):
            body.add(f"return {self._call('ready', 'p', '0')}")
        self._add("turn", body, "p")

    def _ready(self) -> None:
        """Wait for a seat's play; what was asked before it leads may have ended the tricks."""
        flow, body = self.flow, Body()
        if self.rests:
            body.add(f"v[RESTING] = v[RESTING] | {resting(flow)}")
            with body.block(f"if v[RESTING] >> p & 1 or {few(flow)}"):
                flow.put(body, self._task("rest"), "p")
                body.add("return 0")
        before_lead = Body()
        before_lead.depth += 1
        self._unless_over(before_lead)
        self._tell_last(before_lead)
        if before_lead.lines:
            body.add("if not v[PLAYS]:")
            body.lines += before_lead.lines
        body.add("v[WAITING] = 1 << p")
        body.add("return 0")
        self._add("ready", body, "p", "x")

    def _rest(self) -> None:
        """Go on after a seat that rests when it was to play, or without enough seats that do not."""
        body = Body()
        with body.block("if v[PLAYS]"):
            body.add(f"return {self._call('round', 'p')}")
        with body.block(f"if {few(self.flow)}"):
            body.add(f"return {self._call('close')}")
        body.add(f"p = {self._awake('p')}")
        body.add("v[LEADER] = p")
        body.add(f"return {self._call('turn', 'p')}")
        self._add("rest", body, "p", "x")
