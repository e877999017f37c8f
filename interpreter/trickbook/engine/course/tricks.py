"""Tricks: leading, following, winning, holding, until somebody has no card left."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickbook.core.body import Body
from trickbook.core.trick import winning_place
from trickbook.engine.course.events import Event, Task, begin_trick, few, happen, resting
from trickbook.engine.facts import TURN

if TYPE_CHECKING:
    from trickbook.engine.course.flow import Flow
    from trickbook.engine.tricks import TrickStep


class Tricks:
    """The functions of a step that plays tricks, at its place among the steps."""

    def __init__(self, flow: Flow, step: TrickStep, place: int) -> None:
        """Find what the functions are called."""
        self.flow, self.step, self.place = flow, step, place
        self.heeds_turn, self.rests = flow.engine.heeds_turn, bool(flow.engine.resting)

    def write(self) -> None:
        """Write all functions of the step."""
        self._begin()
        self._all_hold()
        self._lead()
        if self.heeds_turn:
            self._turn()
            self._ready()
        if self.heeds_turn and self.rests:
            self._rest()
        self._play()
        if self.rests:
            self._round()
        self._finish()
        self._gather()
        self._close()

    def _task(self, name: str) -> str:
        return f"{name}{self.place}"

    def _add(self, name: str, body: Body, *parameters: str) -> None:
        source = self.flow.source
        outer, source.entry = source.entry, self.step.entry
        source.add(f"{name}{self.place}", parameters, body)
        source.entry = outer

    def _call(self, name: str, *given: str) -> str:
        return f"{name}{self.place}({', '.join(('v', *given))})"

    # Leading

    def _begin(self) -> None:
        """If everybody has a card to play, the table notes that tricks are played, and the first is led."""
        flow, body = self.flow, Body()
        with body.block(f"if {self._call('all_hold')}"):
            body.add(f"v[WAITING] = {flow.table}")
        body.add("return 0")
        self._add("begin", body)
        body = Body()
        body.add("v[WAITING] = 0")
        body.add("p = v[LEADS]")
        with body.block("if p < 0"):
            body.add(f"p = {flow.foremost(flow.text(self.step.leader, 'v[DEALER]'))}")
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
        """The trick is the last if its leader holds a single card."""
        body.add(f"cards = {self.flow.text(self.step.source)}")
        body.add("v[LAST] = 1 if cards and not cards & (cards - 1) else 0")

    def _awake(self, p: str) -> str:
        """Return a seat, or the first after it that does not rest; the seat itself if all rest."""
        everyone, flow = self.flow.layout.everyone, self.flow
        group = f"({everyone} & ~v[RESTING] or {everyone})"
        return f"foremost({group}, {p}, {flow.layout.turn}, {flow.seats})"

    # Turns

    def _add_turn(self, body: Body, p: str) -> None:
        """Add the lines with which it is a seat's turn."""
        if self.heeds_turn:
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
        with body.block("if not v[PLAYS]"):
            self._unless_over(body)
            self._tell_last(body)
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

    # Playing

    def _play(self) -> None:
        """A seat plays. 0 if the next seat is to follow, and nothing else has come of it."""
        flow, body = self.flow, Body()
        if self.step.again is not None:
            with body.block(f"if v[PLAYS] == {flow.cells.most}"):
                body.add(f"v[FAULT] = {flow.engine.fault('plays', self.place)}")
                body.add("v[WAITING] = 0")
                body.add("return 1")
        self._add_laid(body)
        if "play" in flow.engine.upon:
            self._add("went", self._went(), "p", "x")
            if happen(flow, body, Event("play", "p", "x"), Task(self._task("went"), result="1")):
                body.add(f"return {self._call('went', 'p', 'x')}")
        else:
            happen(flow, body, Event("play", "p", "x"))
            body.lines += self._went().lines
        self._add("play", body, "p", "x")
        alone = Body()
        self._add_laid(alone)
        happen(flow, alone, Event("play", "p", "x"))
        alone.add("return 0")
        self._add("laid", alone, "p", "x")

    def _add_laid(self, body: Body) -> None:
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
        again = f" and not {self._again()}" if self.step.again is not None else ""
        with body.block(f"if v[PLAYS] % {flow.seats} == 0{again}"):
            body.add(f"{self._call('finish')}")
            body.add("return 1")
        if self.heeds_turn:
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
            body.add(f"v[FAULT] = {flow.engine.fault('tricks', self.place)}")
            body.add("return 0")
        with body.block("if v[TAKER]"):
            body.add(f"v[{taken} + p] |= v[{trick}] | v[{held}]")
            body.add(f"v[{held}] = 0")
            body.add("v[WON + p] += 1")
        with body.block("else"):
            body.add(f"v[{held}] |= v[{trick}]")
        for cell in (trick, "PLAYS", "WAITING"):
            body.add(f"v[{cell}] = 0")
        self._add_next(body)
        self._add("gather", body, "p", "x")

    def _add_next(self, body: Body) -> None:
        """Let the next trick be led; without a card for everybody the tricks are over."""
        flow, following = self.flow, self.step.next
        if self.rests:
            body.add(f"v[RESTING] = {resting(flow)}")
        if following is not None:
            body.add(f"n = foremost({flow.text(following)}, p, {flow.layout.turn}, {flow.seats})")
            body.add("p = n if n >= 0 else p")
        with body.block(f"if {self._call('all_hold')}"):
            body.add(f"return {self._call('lead', 'p')}")
        body.add("v[LEADER] = p")
        body.add(f"return {self._call('close')}")

    def _close(self) -> None:
        """End the tricks; cards that are left stay where they are."""
        body = Body()
        body.add("p = v[LEADER]")
        body.add("v[LEADER] = -1")
        body.add("v[WAITING] = 0")
        happen(self.flow, body, Event(self.step.name))
        body.add("return 0")
        self._add("close", body)


def _top(flow: Flow) -> str:
    """Return the place of the highest card of a play; where each is one card, of that."""
    if flow.source.single_cards:
        return "(x - 1).bit_count()"
    if flow.source.once("top"):
        body = Body()
        with body.bits("one", "x"):
            body.add("n = one")
        body.add("return (n - 1).bit_count()")
        flow.source.add("top", ("x",), body)
    return "top(v, x)"
