"""Moves in a batch: each legal one is as likely, and of bids each half as likely as the one below; or ducks move."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from trickbook.batch.cells import LOT, OFFERS, most_chosen
from trickbook.batch.chance import LOW
from trickbook.cards.chance import MAX_MOVES
from trickbook.core import clauses
from trickbook.core.body import Body
from trickbook.engine.ask import MOST_ANSWERS, AskStep
from trickbook.engine.course import choices
from trickbook.engine.tricks import TrickStep
from trickbook.expression.clause import COMPARING

if TYPE_CHECKING:
    from trickbook.batch.ducks import Ducks
    from trickbook.core.source import Source
    from trickbook.engine.course.flow import Flow
    from trickbook.expression.clause import Clause

STUCK: Final = -2
"""The fault that a seat has no move, or could play a card twice to a trick."""

TOO_MANY: Final = -3
"""The fault that there are more moves than there is room for, or more answers than a deal may have."""


class Moves:
    """The functions ``choose`` of the steps that wait for seats, while they are written."""

    def __init__(self, flow: Flow, ducks: Ducks | None) -> None:
        """Begin with what all steps share: numbers that are drawn for the turns to come, side by side."""
        self.flow, self.ducks, self.engine = flow, ducks, flow.engine
        self.most = most_chosen(flow.engine)
        body = Body()
        with body.block(f"for i in range({LOT})"):
            body.add("v[LOT + i] = number_of_turn(source, turn + i)")
        body.add("return 0")
        flow.source.add("lot", ("source", "turn"), body)
        self._write_offer()
        self._write_draw("drawn")
        if any(step.ladder for step in flow.engine.questions):
            self._write_draw("rung")

    def write(self, step: AskStep | TrickStep, place: int) -> None:
        """Write the function ``choose`` of a step: a seat ``p`` makes a move."""
        outer, self.flow.source.entry = self.flow.source.entry, step.entry
        body = Body()
        if isinstance(step, TrickStep):
            self._write_ducks(step, place)
            self._add_twice(body)
            (self._add_plays if step.low is None else self._add_large_play)(step, place, body)
        else:
            if step.source is None:
                self._write_ducks(step, place)
                self._add_answer(step, place, body)
            else:
                self._add_selection(step, place, body)
            if step.how == "freely" or step.again:
                with body.block(f"if v[LOGGED] > {MOST_ANSWERS}"):
                    body.add(f"v[FAULT] = {TOO_MANY}")
        body.add("return 0")
        self.flow.source.add(f"choose{place}", ("p",), body)
        self.flow.source.entry = outer

    def _write_ducks(self, step: AskStep | TrickStep, place: int) -> None:
        if self.ducks is not None and isinstance(step, TrickStep):
            self.ducks.write_play(step, place)
        elif self.ducks is not None and isinstance(step, AskStep):
            self.ducks.write_answer(step, place)

    # Drawing

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
        """Write what draws the place of a move, of so many that are offered; of a ladder, low ones more often."""
        body = Body()
        with body.block(f"if many > {MAX_MOVES}"):
            body.add(f"many = {MAX_MOVES}")
        with body.block("if not offer(v, p, many)"):
            body.add("return 0")
        if name == "drawn":
            body.add(f"n = v[LOT + (v[TURN] & {LOT - 1})] * many")
            with body.block(f"if n & {LOW} >= many"):
                body.add("return n >> 32")
        body.add("v[DRAW] = chance_of_turn(v[SOURCE], v[TURN])")
        body.add(f"return {'draw_below' if name == 'drawn' else 'draw_rung'}(v, DRAW, many)")
        self.flow.source.add(name, ("p", "many"), body)

    # Plays

    def _add_twice(self, body: Body) -> None:
        """Add the lines that give up if a seat holds a card of the trick, because a step has returned it."""
        if not self.engine.upon:
            return
        hand, table = (self.flow.pile(self.flow.layout.piles[name], "p") for name in ("hand", "table"))
        held = f"if v[CARDS_OF_PLAYS + i] & (v[{hand}] | v[{table}])"
        with body.block("for i in range(v[PLAYS])"), body.block(held):
            body.add(f"v[FAULT] = {STUCK}")
            body.add("return 0")

    def _add_plays(self, step: TrickStep, place: int, body: Body) -> None:
        """Add the lines that play one card, seat after seat as long as each is followed by the next."""
        with body.block(f"for _ in range({self.flow.seats})"):
            for leads, head in ((False, "if v[PLAYS]"), (True, "else")):
                with body.block(head):
                    body.add(f"cards = {self._legal(step, place, leads=leads)}")
            if self.ducks is None:
                self._add_card(body)
            else:
                self.ducks.add_actor(body, step)
                with body.block("if v[DUCKS] >> q & 1"):
                    body.add(f"many = {self._listed()}")
                    self._add_ducked(place, body)
                with body.block("else"):
                    self._add_card(body)
            with body.block("if not x"):
                body.add("return 0")
            with body.block(f"if play{place}(v, p, x)"):
                body.add("return 0")
            body.add(f"p = {self.flow.onward('p')}")

    def _legal(self, step: TrickStep, place: int, *, leads: bool) -> str:
        """Return the single cards that a seat may lead, or follow with."""
        names = []
        for first in (True, False):
            name = f"legal{place}_{_situation(leads=leads, first=first)}"
            names.append(clauses.legal(self.flow.source, name, step.source, step.play[leads, first]))
        if step.play[leads, True] == step.play[leads, False]:
            return f"{names[1]}(v, p)"
        return f"{names[1]}(v, p) if v[TRICKS] else {names[0]}(v, p)"

    def _add_card(self, body: Body) -> None:
        """Add the lines that draw one of the ``cards``; of cards that look alike one is offered."""
        if not self.engine.manifold:
            body.add("x = nth(cards, drawn(v, p, cards.bit_count()))")
            return
        with body.block(f"if cards & v[{self.flow.cells.pile_at[self.engine.exposed]}]"):
            body.add(f"many = {self._groups()}(v, cards)")
            body.add("x = lowest(v[GROUPS + drawn(v, p, many)], 1)")
        with body.block("else"):
            body.add(f"cards = {self._first_copies('cards')}")
            body.add("x = nth(cards, drawn(v, p, cards.bit_count()))")

    def _listed(self) -> str:
        """Return the call that lists the single ``cards`` that are offered; it returns how many."""
        if not self.engine.manifold:
            return "list_cards(v, OFFERS, cards)"
        return f"list_plays(v, 0, 1, GROUPS, {self._groups()}(v, cards), 1, OFFERS, 0)"

    def _add_ducked(self, place: int, body: Body) -> None:
        """Add the lines in which a duck plays one of so many offered plays."""
        body.add("x = 0")
        with body.block("if offer(v, p, many)"):
            body.add(f"x = v[OFFERS + (duck{place}(v, p, many) if many > 1 else 0)]")

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

    def _groups(self) -> str:
        """Return the name of the function that lists groups of cards that look alike; exposed ones come last."""
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
        """Add the lines that count in how many ways some of the ``cards`` can be taken: in the ``row`` of all."""
        if self.engine.manifold:
            body.add(f"apart = {self._groups()}(v, cards)")
            body.add(f"count_ways_of_groups(v, WAYS, {self.most + 1}, GROUPS, apart)")
            body.add(f"row = WAYS + apart * {self.most + 1}")
        else:
            body.add(f"row = WAYS + cards.bit_count() * {self.most + 1}")

    def _add_large_play(self, step: TrickStep, place: int, body: Body) -> None:
        """Add the lines that play one of the plays of several cards, which are listed and narrowed."""
        assert step.low is not None and step.high is not None  # noqa: PT018, S101 - seen before
        body.add(f"cards = {self.flow.text(step.source)}")
        self._add_ways(body)
        if not self.engine.manifold:
            body.add("apart = list_cards(v, GROUPS, cards)")
        body.add(f"low = {self.flow.text(step.low)}")
        body.add(f"high = lesser({self.flow.text(step.high)}, {self.most})")
        with body.block(f"if total_ways(v, row, low, high) > {OFFERS}"):
            body.add(f"v[FAULT] = {TOO_MANY}")
            body.add("return 0")
        for leads, head in ((False, "if v[PLAYS]"), (True, "else")):
            first, later = (
                f"{self._offers(step, place, leads=leads, first=first)}(v, p, apart, low, high)"
                for first in (True, False)
            )
            with body.block(head):
                body.add(f"many = {later} if v[TRICKS] else {first}")
        drawn = "x = v[OFFERS + drawn(v, p, many)]"
        if self.ducks is None:
            body.add(drawn)
        else:
            self.ducks.add_actor(body, step)
            with body.block("if v[DUCKS] >> q & 1"):
                self._add_ducked(place, body)
            with body.block("else"):
                body.add(drawn)
        with body.block("if many"):
            body.add(f"play{place}(v, p, x)")

    def _offers(self, step: TrickStep, place: int, *, leads: bool, first: bool) -> str:
        """Write what lists the plays that clauses leave in one situation; return the name of the function."""
        body, flow, rules = Body(), self.flow, step.play[leads, first]
        body.add("many = 0")
        only = [one for one in rules if one.verb == "only" and "play" not in one.what.reads]
        with body.block("for k in range(high + 1)"), body.block("if k >= low"):
            body.add("x = (1 << k) - 1")
            body.add("there = 1")
            for clause in only:
                when = "" if clause.when is None else f"{flow.test(clause.when)} and "
                with body.block(f"if {when}not {flow.test(clause.what, 'p', 'x')}"):
                    body.add("there = 0")
            with body.block("if there"):
                body.add(f"many = list_plays(v, WAYS, {self.most + 1}, GROUPS, apart, k, OFFERS, many)")
        for clause in rules:
            body.add(f"many = {flow.source.of_clause('sift', clause, ('p', 'many'), _sift)}(v, p, many)")
        body.add("return many")
        name = f"offers{place}_{_situation(leads=leads, first=first)}"
        return flow.source.add(name, ("p", "apart", "low", "high"), body)

    # Answers

    def _add_answer(self, step: AskStep, place: int, body: Body) -> None:
        """Add the lines that say a number or a name, or nothing where nothing need be said."""
        free, drawn = step.how == "freely", "rung" if step.ladder else "drawn"
        body.add(f"left = choices{place}(v, p)")
        body.add(f"many = left.bit_count(){' + 1' if free else ''}")
        if self.ducks is None:
            body.add(f"n = {drawn}(v, p, many)")
        else:
            with body.block("if v[DUCKS] >> p & 1"):
                body.add("offer(v, p, many)")
                body.add(f"n = duck{place}(v, p, left)")
            with body.block("else"):
                body.add(f"n = {drawn}(v, p, many)")
        if free:
            self._add_done(place, body, "if not n")
            body.add("n -= 1")
        body.add("left = nth(left, n)")
        with body.block("if left"):
            body.add("v[LOGGED] += 1")
            body.add(f"answer{place}(v, p, {choices.meaning(self.flow, step, '(left - 1).bit_count()')})")

    def _add_done(self, place: int, body: Body, when: str) -> None:
        """Add the lines in which a seat has no more to say."""
        with body.block(when):
            body.add("v[LOGGED] += 1")
            body.add(f"done{place}(v, p, 0)")
            body.add("return 0")

    def _add_selection(self, step: AskStep, place: int, body: Body) -> None:
        """Add the lines that choose cards among those that the rules leave."""
        assert step.source is not None and step.low is not None and step.high is not None  # noqa: PT018, S101
        flow, free = self.flow, step.how == "freely"
        body.add(f"cards = {flow.text(step.source)}")
        body.add(f"low = {flow.text(step.low)}")
        body.add("least = lesser(low, cards.bit_count())")
        for clause in step.rules:
            self._add_narrowing(clause, body)
        body.add("least = greater(low, 1)" if free else "least = lesser(low, cards.bit_count())")
        body.add(f"high = lesser(lesser({flow.text(step.high)}, cards.bit_count()), {self.most})")
        self._add_ways(body)
        body.add(f"many = total_ways(v, row, least, high){' + 1' if free else ''}")
        if self.ducks is not None:
            with body.block("if v[DUCKS] >> p & 1"), body.block("if offer(v, p, many)"):
                if not free:
                    self.ducks.add_gift(body)
                body.add("v[LOGGED] += 1")
                body.add(f"done{place}(v, p, 0)" if free else f"answer{place}(v, p, x)")
                body.add("return 0")
        body.add("n = drawn(v, p, many)")
        with body.block("if v[FAULT]"):
            body.add("return 0")
        body.add("k = size_at(v, row, least, high, n)")
        if free:
            self._add_done(place, body, "if k < 0")
        body.add("n = place_among_size(v, row, least, k, n)")
        given = f"v, WAYS, {self.most + 1}"
        if self.engine.manifold:
            body.add(f"x = selection_of_groups({given}, GROUPS, apart, k, n)")
        else:
            body.add(f"x = selection({given}, cards, k, n)")
        body.add("v[LOGGED] += 1")
        body.add(f"answer{place}(v, p, x)")

    def _add_narrowing(self, clause: Clause, body: Body) -> None:
        """Add the lines of a rule about the cards to choose from; it is waived if it leaves too few."""
        when = [] if clause.when is None else [self.flow.test(clause.when)]
        if clause.verb != "only":
            when.append("found.bit_count() >= least")
        body.add(f"found = cards & ({self.flow.text(clause.what)})")
        with body.block(f"if {' and '.join(when) or '1'}"):
            body.add("cards = found")


def _situation(*, leads: bool, first: bool) -> str:
    """Return what a function is called by that is for one situation."""
    return f"{'lead' if leads else 'follow'}_{'first' if first else 'later'}"


def _sift(source: Source, clause: Clause, body: Body) -> None:
    """Write what a clause leaves of so many listed plays."""
    clauses.unless(source, clause, body, "many")
    body.add("n = 0")
    comparing = clause.verb in COMPARING
    if comparing:
        body.add("best = 0")
    with body.block("for i in range(many)"):
        body.add("x = v[OFFERS + i]")
        body.add(f"one = {clauses.value(source, clause)}")
        if comparing:
            with body.block(f"if not n or one {'>' if clause.verb == 'most' else '<'} best"):
                body.add("n = 0")
                body.add("best = one")
        with body.block("if one == best" if comparing else "if one"):
            body.add("v[OFFERS + n] = x")
            body.add("n += 1")
    body.add("return n or many" if clause.verb == "keep" else "return n")
