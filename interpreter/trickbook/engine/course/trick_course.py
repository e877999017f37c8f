"""Tricks: plays, who takes a trick, and what follows, until somebody has no card left."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickbook.core.text import Body
from trickbook.core.trick import winning_place
from trickbook.engine.course.events import Event, Task, few, happen, resting
from trickbook.engine.course.flow import fault
from trickbook.engine.course.turns import Turns

if TYPE_CHECKING:
    from trickbook.engine.course.flow import Flow


class Tricks(Turns):
    """The functions of a step that plays tricks."""

    def write(self) -> None:
        """Write all functions of the step, and what they ask."""
        with self.flow.source.saying(self.step.entry):
            self.write_turns()
            self._play()
            if self.rests:
                self._round()
            self._finish()
            self._gather()
            self._close()

    # Playing

    def _play(self) -> None:
        """A seat plays. 0 if the next seat is to follow, and nothing else has come of it."""
        flow, body = self.flow, Body()
        if self.step.again is not None:
            with body.block(f"if v[PLAYS] == {flow.cells.most}"):
                body.add(f"v[FAULT] = {fault('plays', self.index)}")
                body.add("v[WAITING] = 0")
                body.add("return 1")
        if "play" in flow.engine.upon:
            self._add_lay(body)
            self._add("went", self._went(), "p", "x")
            if happen(flow, body, Event("play", "p", "x"), Task(self._task("went"), result="1")):
                body.add(f"return {self._call('went', 'p', 'x')}")
        else:
            body.add(self._call("lay", "p", "x"))
            body.lines += self._went().lines
        self._lay()
        self._add("play", body, "p", "x")

    def _lay(self) -> None:
        """A play is laid, with what follows from it by itself; the trick does not go on."""
        body = Body()
        self._add_lay(body)
        happen(self.flow, body, Event("play", "p", "x"))
        self._add("lay", body, "p", "x")

    def _add_lay(self, body: Body) -> None:
        """Add the lines that lay a play on the table, where it is part of the trick."""
        flow = self.flow
        piles = {pile.base: pile for pile in flow.layout.piles.values()}
        body.add("v[WAITING] = 0")
        for base in self.step.bases:
            body.add(f"v[{flow.pile(piles[base], 'p')}] &= ~x")
        flow.lay(body, flow.layout.piles["trick"], flow.pile(flow.layout.piles["trick"]), "x")
        body.add("n = v[PLAYS]")
        body.add("v[SEATS_OF_PLAYS + n] = p")
        body.add("v[CARDS_OF_PLAYS + n] = x")
        body.add("v[PLAYS] = n + 1")
        with body.block("if not v[LED]"):
            suits = flow.source.table(flow.layout.deck.suit_at)
            body.add(f"v[LED] = {suits}[{_top(flow)}]")
        if flow.tells_last:
            with body.block("if p == v[LEADER]"):
                body.add(f"v[LAST] = 0 if {flow.test(self.step.source)} else 1")

    def _went(self) -> Body:
        """Return what goes on after a play; the last one of a trick finishes it."""
        flow, body = self.flow, Body()
        if self.rests:
            body.add(f"v[RESTING] = v[RESTING] | {resting(flow)}")
            body.add(f"{self._call('round', 'p')}")
            body.add("return 1")
            return body
        whole = f"v[PLAYS] == {flow.seats}"
        if self.step.again is not None:
            whole = f"v[PLAYS] % {flow.seats} == 0 and not {self._again()}"
        with body.block(f"if {whole}"):
            body.add(f"{self._call('finish')}")
            body.add("return 1")
        if self.handles_turn:
            body.add(f"{self._call('turn', flow.onward('p'))}")
            body.add("return 1")
        else:
            body.add(f"v[WAITING] = 1 << ({flow.onward('p')})")
            body.add("return 0")
        return body

    def _again(self) -> str:
        """Return whether the trick goes round once more, for which everybody needs a card."""
        assert self.step.again is not None  # noqa: S101 - seen before
        return f"({self._call('all_hold')} and {self.flow.test(self.step.again, 'v[LEADER]')})"

    def _round(self) -> None:
        """Let the next seat follow that does not rest; without one, the trick has gone round."""
        flow, body = self.flow, Body()
        body.add("n = -1")
        with body.block(f"if not {few(flow)}"), body.block(f"for i in range({flow.seats - 1})"):
            body.add(f"q = {flow.onward(flow.onward('p'), 'i')}")
            with body.block("if q == v[LEADER]"):
                body.add("break")
            with body.block("if not v[RESTING] >> q & 1"):
                body.add("n = q")
                body.add("break")
        if self.step.again is not None:
            with body.block(f"if n < 0 and {self._again()}"):
                body.add(f"n = {self._awake('v[LEADER]')}")
        with body.block("if n < 0"):
            body.add(f"return {self._call('finish')}")
        self._add_turn(body, "n")
        self._add("round", body, "p")

    # The end of a trick

    def _finish(self) -> None:
        """Find who takes the trick; without anybody its leader leads again."""
        flow, body = self.flow, Body()
        body.add(f"i = {winning_place(flow.source)}(v)")
        body.add("p = v[LEADER] if i < 0 else v[SEATS_OF_PLAYS + i]")
        body.add("v[TAKER] = 0 if i < 0 else 1 << p")
        if happen(flow, body, Event("trick"), Task(self._task("gather"))):
            body.add(f"return {self._call('gather', 'p', '0')}")
        self._add("finish", body)

    def _gather(self) -> None:
        """Lay the trick to what its taker has won, or hold it; then the next is led, if there is one."""
        flow, body, piles = self.flow, Body(), self.flow.layout.piles
        trick, held, taken = (flow.pile(piles[name]) for name in ("trick", "held", "taken"))
        body.add("v[GATHERED] = v[PLAYS]")
        body.add("v[TRICKS] += 1")
        with body.block(f"if v[TRICKS] > {flow.engine.longest}"):
            body.add(f"v[FAULT] = {fault('tricks', self.index)}")
            body.add("return 0")
        with body.block("if v[TAKER]"):
            body.add(f"v[{taken} + p] |= v[{trick}] | v[{held}]")
            body.add(f"v[{held}] = 0")
            body.add("v[WON + p] += 1")
        with body.block("else"):
            body.add(f"v[{held}] |= v[{trick}]")
        body.add(f"v[{trick}] = 0")
        body.add("v[PLAYS] = 0")
        self._add_next(body)
        self._add("gather", body, "p", "x")

    def _add_next(self, body: Body) -> None:
        """Let the next trick be led; without a card for everybody the tricks are over."""
        flow, following = self.flow, self.step.next
        if self.rests:
            body.add(f"v[RESTING] = {resting(flow)}")
        if following is not None:
            body.add(f"n = first_in_turn({flow.text(following)}, p, {flow.layout.turn}, {flow.seats})")
            body.add("p = n if n >= 0 else p")
        with body.block(f"if {self._call('all_hold')}"):
            body.add(f"return {self._call('lead', 'p')}")
        body.add("v[LEADER] = p")
        body.add(f"return {self._call('close')}")

    def _close(self) -> None:
        """End the tricks; cards that are left stay where they are."""
        body, event = Body(), Body()
        happen(self.flow, event, Event(self.step.name))
        if event.lines:
            body.add("p = v[LEADER]")
        body.add("v[LEADER] = -1")
        body.lines += [*event.lines, "    return 0"]
        self._add("close", body)


def _top(flow: Flow) -> str:
    """Return the index of the highest card of a play; where each is one card, of that."""
    if flow.source.single_cards:
        return "(x - 1).bit_count()"
    if flow.source.once("top"):
        body = Body()
        body.add("n = 0")
        with body.bits("one", "x"):
            body.add("n = one")
        body.add("return (n - 1).bit_count()")
        flow.source.add("top", ("x",), body)
    return "top(v, x)"
