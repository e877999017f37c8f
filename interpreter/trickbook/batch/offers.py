"""Offers in a batch: which moves the rules leave a seat, how many, and which one is drawn."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING

from trickbook.batch.cells import LOT, OFFERS, STUCK, TOO_MANY, most_chosen
from trickbook.batch.chance import LOW, PAIR
from trickbook.cards.chance import MAX_MOVES
from trickbook.core import clauses
from trickbook.core.text import Body
from trickbook.engine.ask import MOST_ANSWERS
from trickbook.expression.operations import Operation

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trickbook.engine.ask import AskStep
    from trickbook.engine.course.flow import Flow
    from trickbook.engine.tricks import TrickStep
    from trickbook.expression.types import Clause, Term


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

    # Plays of several cards

    def _groups(self) -> str:
        """Return the name of the function that lists groups of cards that look alike, exposed ones last."""
        flow = self.flow
        if flow.source.once("groups"):
            body, marked = Body(), flow.cells.pile_at[self.engine.exposed]
            alike = flow.source.table(flow.layout.deck.alike)
            body.add("n = 0")
            body.add("left = cards")
            with body.block(f"for _ in range({len(self.engine.pack)})"):
                with body.block("if not left"):
                    body.add("break")
                body.add(f"own = {alike}[((left & -left) - 1).bit_count()] & left")
                body.add("left &= ~own")
                for part in (f"own & ~v[{marked}]", f"own & v[{marked}]"):
                    with body.block(f"if {part}"):
                        body.add(f"v[GROUPS + n] = {part}")
                        body.add("n += 1")
            body.add("return n")
            flow.source.add("groups", ("cards",), body)
        return "groups"

    def _add_ways(self, body: Body) -> None:
        """Add the lines that count in how many ways ``cards`` can be taken: in the ``row`` of all."""
        if self.engine.manifold:
            body.add(f"apart = {self._groups()}(v, cards)")
            body.add(f"count_ways_of_groups(v, WAYS, {self.most + 1}, GROUPS, apart)")
            body.add(f"row = WAYS + apart * {self.most + 1}")
        else:
            body.add(f"row = WAYS + cards.bit_count() * {self.most + 1}")

    def _add_large_offers(self, step: TrickStep, index: int, body: Body) -> None:
        """Add the lines that list the plays of several cards, and narrow them; ``many`` are left."""
        assert step.low is not None and step.high is not None  # noqa: PT018, S101 - seen before
        body.add(f"cards = {self.flow.text(step.source)}")
        groups = f"{self._groups()}(v, cards)" if self.engine.manifold else "list_cards(v, GROUPS, cards)"
        body.add(f"apart = {groups}")
        body.add(f"low = {self.flow.text(step.low)}")
        body.add(f"high = lesser({self.flow.text(step.high)}, {self.most})")
        with body.block(f"if high > {PAIR}"):
            self._add_ways(body)
            with body.block(f"if total_ways(v, row, low, high) > {OFFERS}"):
                body.add(f"v[FAULT] = {TOO_MANY}")
                body.add("return 0")
        self._add_offers(step, index, body)

    def _add_offers(self, step: TrickStep, index: int, body: Body) -> None:
        """Add the lines that list the plays of a seat that leads, or follows."""
        for leads, head in ((False, "if v[PLAYS]"), (True, "else")):
            first, later = (
                f"{self._offers(step, index, leads=leads, first=first)}(v, p, apart, low, high)"
                for first in (True, False)
            )
            with body.block(head):
                body.add(f"many = {later} if v[TRICKS] else {first}")

    def _offers(self, step: TrickStep, index: int, *, leads: bool, first: bool) -> str:
        """Write what lists the plays that clauses leave in one situation; return the name of the function."""
        body, flow, rules = Body(), self.flow, step.play[leads, first]
        body.add("many = 0")
        only = [one for one in rules if one.verb == "only" and "play" not in one.what.reads]
        with body.block("for k in range(high + 1)"), body.block("if k >= low"):
            body.add("x = (1 << k) - 1")
            self._add_test(body, only, "there")
            with body.block("if there"):
                self._add_list_of_plays(body, [*takewhile(lambda one: one.verb == "only", rules)])
        for clause in rules:
            body.add(f"many = {clauses.sifting(flow.source, clause)}(v, p, many)")
        body.add("return many")
        name = f"offers{index}_{situation(leads=leads, first=first)}"
        return flow.source.add(name, ("p", "apart", "low", "high"), body)

    def _add_test(self, body: Body, only: Sequence[Clause], name: str) -> None:
        """Add the lines that find whether clauses that forbid allow a play ``x``."""
        body.add(f"{name} = 1")
        for clause in only:
            when = "" if clause.when is None else f"{self.flow.test(clause.when)} and "
            with body.block(f"if {when}not {self.flow.test(clause.what, 'p', 'x')}"):
                body.add(f"{name} = 0")

    def _add_list_of_plays(self, body: Body, only: Sequence[Clause]) -> None:
        """Add the lines that list plays of ``k`` cards; pairs only if the first clauses allow such pairs.

        Clauses that only look at how many cards a play has, and how many of them are alike, say the same of
        every pair of two copies, and of every other pair.
        """
        pack, alike = self.engine.pack, self.flow.layout.deck.alike
        shaped = [one for one in only if "play" in one.what.reads and _looks_at_shape(one.what)]
        other = next((one for one in pack if not one & alike[0]), 0)
        list_all = f"many = list_plays(v, WAYS, {self.most + 1}, GROUPS, apart, k, OFFERS, many)"
        if not (shaped and other and alike[0].bit_count() > 1):
            body.add(list_all)
            return
        first, last = alike[0] & -alike[0], 1 << alike[0].bit_length() - 1
        for name, sample in (("unlike", first | other), ("alike", first | last)):
            body.add(f"x = {sample}")
            self._add_test(body, shaped, name)
        with body.block(f"if k != {PAIR} or unlike"):
            body.add(list_all)
        with body.block("elif alike"):
            body.add(f"many = {self._twins()}(v, apart, many)")

    def _twins(self) -> str:
        """Return the name of the function that lists pairs of copies, first those of which one is exposed."""
        source = self.flow.source
        if source.once("pairs"):
            body = Body()
            with body.block("for i in range(apart - 1)"):
                body.add("x = lowest(v[GROUPS + i], 1)")
                copies = f"{source.table(self.flow.layout.deck.alike)}[(x - 1).bit_count()]"
                with body.block(f"if {copies} & v[GROUPS + i + 1]"):
                    body.add("v[OFFERS + many] = x | lowest(v[GROUPS + i + 1], 1)")
                    body.add("many += 1")
            body.add("return list_twins(v, GROUPS, apart, OFFERS, many)")
            source.add("pairs", ("apart", "many"), body)
        return "pairs"


def situation(*, leads: bool, first: bool) -> str:
    """Return what a function is called by that is for one situation."""
    return f"{'lead' if leads else 'follow'}_{'first' if first else 'later'}"


class Offers(Legal):
    """The functions that find moves and draw one, while they are written."""

    def __init__(self, flow: Flow) -> None:
        """Begin with numbers that are drawn for the turns to come, side by side."""
        super().__init__(flow)
        body = Body()
        with body.block(f"for i in range({LOT})"):
            body.add("v[LOT + i] = number_of_turn(source, (turn + i) & MASK)")
        body.add("return 0")
        flow.source.add("lot", ("source", "turn"), body)
        self._write_offer()
        self._write_draw("drawn")
        if any(step.ladder for step in flow.engine.questions):
            self._write_draw("rung")

    def _write_offer(self) -> None:
        """Write what counts that so many moves are offered to a seat; without one, the seat is stuck."""
        body = Body()
        with body.block("if many < 1"):
            body.add(f"v[FAULT] = {STUCK}")
            body.add("return 0")
        body.add("v[CHOICES + p] += 1")
        body.add("v[FORCED + p] += many == 1")
        body.add("v[MOVES + p] += many")
        body.add("v[TURN] += 1")
        with body.block(f"if not v[TURN] & {LOT - 1}"):
            body.add("lot(v, v[SOURCE], v[TURN])")
        body.add("return 1")
        self.flow.source.add("offer", ("p", "many"), body)

    def _write_draw(self, name: str) -> None:
        """Write what draws the index of a move, of so many on offer; of a ladder, low ones more often."""
        body = Body()
        with body.block(f"if many > {MAX_MOVES}"):
            body.add(f"many = {MAX_MOVES}")
        with body.block("if not offer(v, p, many)"):
            body.add("return 0")
        if name == "drawn":
            body.add(f"n = v[LOT + (v[TURN] & {LOT - 1})] * many & MASK")
            with body.block(f"if n & {LOW} >= many"):
                body.add("return n >> 32")
        body.add("v[DRAW] = chance_of_turn(v[SOURCE], v[TURN])")
        body.add(f"return {'draw_below' if name == 'drawn' else 'draw_rung'}(v, DRAW, many)")
        self.flow.source.add(name, ("p", "many"), body)

    def _first_copies(self, cards: str) -> str:
        """Return the first copy of each of some cards."""
        deck = self.flow.layout.deck
        bits = range(len(deck.names))
        found = cards
        for by in bits:
            others = sum(1 << bit for bit in bits if by and bit >= by and deck.alike[bit] >> (bit - by) & 1)
            if others:
                found += f" & ~({cards} << {by} & {others})"
        return found


def _looks_at_shape(term: Term) -> bool:
    """Return whether a term reads of a play only how many cards it has, and how many of them are alike."""
    if term.operation == Operation.COUNT and term.parts[0].operation in ("play", Operation.TWINS):
        inner = term.parts[0]
        return inner.operation == "play" or inner.parts[0].operation == "play"
    if term.operation in ("play", Operation.SIZE, "place"):
        return False
    return all(map(_looks_at_shape, term.parts))


def add_actor(flow: Flow, step: TrickStep, body: Body) -> None:
    """Add the line that finds who acts for seat ``p``: itself, or whoever plays its cards."""
    if step.played_by is not None:
        body.add(f"q = {flow.first_in_turn(flow.text(step.played_by))}")
        body.add("q = p if q < 0 else q")
    else:
        body.add("q = p")
