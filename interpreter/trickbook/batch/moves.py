"""Moves in a batch: each is as likely, but of bids each half as likely as the one below; or ducks move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickbook.batch.cells import OFFERS
from trickbook.batch.offers import STUCK, TOO_MANY, Offers, situation
from trickbook.batch.selections import PAIR
from trickbook.cards.chance import MAX_MOVES
from trickbook.core import clauses
from trickbook.core.body import Body
from trickbook.engine.ask import MOST_ANSWERS, AskStep
from trickbook.engine.course import choices
from trickbook.engine.tricks import TrickStep

if TYPE_CHECKING:
    from trickbook.batch.ducks import Ducks
    from trickbook.engine.course.flow import Flow
    from trickbook.expression.clause import Clause


class Moves(Offers):
    """The functions ``choose`` of the steps that wait for seats, while they are written."""

    def __init__(self, flow: Flow, ducks: Ducks | None) -> None:
        """Begin with what all steps share."""
        super().__init__(flow)
        self.ducks = ducks

    def write(self, step: AskStep | TrickStep, place: int) -> None:
        """Write the function ``choose`` of a step: a seat ``p`` makes a move."""
        outer, self.flow.source.entry = self.flow.source.entry, step.entry
        body = Body()
        self._add_twice(body)
        if isinstance(step, TrickStep):
            self._write_ducks(step, place)
            (self._add_plays if step.low is None else self._add_large_play)(step, place, body)
        elif step.source is None:
            self._write_ducks(step, place)
            self._add_answer(step, place, body)
        else:
            self._add_selection(step, place, body)
        body.add("return 0")
        self.flow.source.add(f"choose{place}", ("p",), body)
        self.flow.source.entry = outer

    def _write_ducks(self, step: AskStep | TrickStep, place: int) -> None:
        if self.ducks is not None and isinstance(step, TrickStep):
            self.ducks.write_play(step, place)
        elif self.ducks is not None and isinstance(step, AskStep):
            self.ducks.write_answer(step, place)

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
            name = f"legal{place}_{situation(leads=leads, first=first)}"
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
        return f"list_singles(v, GROUPS, {self._groups()}(v, cards), OFFERS, 0)"

    def _add_ducked(self, place: int, body: Body) -> None:
        """Add the lines in which a duck plays one of so many offered plays."""
        body.add("x = 0")
        with body.block("if offer(v, p, many)"):
            body.add(f"x = v[OFFERS + (duck{place}(v, p, many) if many > 1 else 0)]")

    def _add_large_play(self, step: TrickStep, place: int, body: Body) -> None:
        """Add the lines that play one of the plays of several cards, which are listed and narrowed."""
        assert step.low is not None and step.high is not None  # noqa: PT018, S101 - seen before
        body.add(f"cards = {self.flow.text(step.source)}")
        listed = f"{self._groups()}(v, cards)" if self.engine.manifold else "list_cards(v, GROUPS, cards)"
        body.add(f"apart = {listed}")
        body.add(f"low = {self.flow.text(step.low)}")
        body.add(f"high = lesser({self.flow.text(step.high)}, {self.most})")
        with body.block(f"if high > {PAIR}"):
            self._add_ways(body)
            with body.block(f"if total_ways(v, row, low, high) > {OFFERS}"):
                body.add(f"v[FAULT] = {TOO_MANY}")
                body.add("return 0")
        self._add_offers(step, place, body)
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

    def _add_offers(self, step: TrickStep, place: int, body: Body) -> None:
        """Add the lines that list the plays of a seat that leads, or follows."""
        for leads, head in ((False, "if v[PLAYS]"), (True, "else")):
            first, later = (
                f"{self._offers(step, place, leads=leads, first=first)}(v, p, apart, low, high)"
                for first in (True, False)
            )
            with body.block(head):
                body.add(f"many = {later} if v[TRICKS] else {first}")

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
            self._add_done(step, place, body, "if not n")
            body.add("n -= 1")
        body.add("left = nth(left, n)")
        with body.block("if left"):
            self._add_logged(step, body)
            body.add(f"answer{place}(v, p, {choices.meaning(self.flow, step, '(left - 1).bit_count()')})")

    def _add_logged(self, step: AskStep, body: Body) -> None:
        """Add the lines that count an answer; a deal may not have too many."""
        body.add("v[LOGGED] += 1")
        if step.how == "freely" or step.again:
            with body.block(f"if v[LOGGED] > {MOST_ANSWERS}"):
                body.add(f"v[FAULT] = {TOO_MANY}")

    def _add_done(self, step: AskStep, place: int, body: Body, when: str) -> None:
        """Add the lines in which a seat has no more to say."""
        with body.block(when):
            self._add_logged(step, body)
            body.add(f"done{place}(v, p, 0)")
            body.add("return 0")

    def _add_selection(self, step: AskStep, place: int, body: Body) -> None:
        """Add the lines that choose cards among those that the rules leave."""
        free = step.how == "freely"
        self._add_pool(step, body)
        self._add_ways(body)
        body.add(f"many = total_ways(v, row, least, high){' + 1' if free else ''}")
        if self.ducks is not None:
            offered = f"if offer(v, p, lesser(many, {MAX_MOVES}))"
            with body.block("if v[DUCKS] >> p & 1"), body.block(offered):
                if not free:
                    self.ducks.add_gift(body)
                self._add_logged(step, body)
                body.add(f"done{place}(v, p, 0)" if free else f"answer{place}(v, p, x)")
                body.add("return 0")
        body.add("n = drawn(v, p, many)")
        with body.block("if v[FAULT]"):
            body.add("return 0")
        body.add("k = size_at(v, row, least, high, n)")
        if free:
            self._add_done(step, place, body, "if k < 0")
        body.add("n = place_among_size(v, row, least, k, n)")
        name, among = (
            ("selection_of_groups", "GROUPS, apart") if self.engine.manifold else ("selection", "cards")
        )
        body.add(f"x = {name}(v, WAYS, {self.most + 1}, {among}, k, n)")
        self._add_logged(step, body)
        body.add(f"answer{place}(v, p, x)")

    def _add_pool(self, step: AskStep, body: Body) -> None:
        """Add the lines that find the ``cards`` to choose from, the ``least`` number and the ``high``est."""
        assert step.source is not None and step.low is not None and step.high is not None  # noqa: PT018, S101
        body.add(f"cards = {self.flow.text(step.source)}")
        body.add(f"low = {self.flow.text(step.low)}")
        body.add("least = lesser(low, cards.bit_count())")
        for clause in step.rules:
            self._add_narrowing(clause, body)
        free = step.how == "freely"
        body.add("least = greater(low, 1)" if free else "least = lesser(low, cards.bit_count())")
        body.add(f"high = lesser(lesser({self.flow.text(step.high)}, cards.bit_count()), {self.most})")

    def _add_narrowing(self, clause: Clause, body: Body) -> None:
        """Add the lines of a rule about the cards to choose from; it is waived if it leaves too few."""
        when = [] if clause.when is None else [self.flow.test(clause.when)]
        if clause.verb != "only":
            when.append("found.bit_count() >= least")
        body.add(f"found = cards & ({self.flow.text(clause.what)})")
        with body.block(f"if {' and '.join(when) or '1'}"):
            body.add("cards = found")
