"""Plays, gifts and answers by the duck's rule of thumb, as functions: of a batch, or of a player in Python.

What ducks know of a game they are given: what cards and tricks cost, who wins with whom, the bids. In a
batch, ``DUCKS`` is the set of seats that duck; a random player's choice is counted all the same.
"""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

from trickbook.batch.cells import UNKNOWN, asking_steps
from trickbook.batch.duck_data import Standing
from trickbook.batch.offers import add_actor
from trickbook.core.reals import bits_of
from trickbook.core.text import Body
from trickbook.core.trick import winning_place
from trickbook.engine.ask import MOST_NUMBERS, AskStep
from trickbook.engine.course import choices, points
from trickbook.engine.course.flow import Flow
from trickbook.engine.tricks import TrickStep
from trickbook.expression.types import LARGEST

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from trickbook.batch.duck_data import DuckData
    from trickbook.core.source import Source
    from trickbook.engine.lookup import Lookup


def regions(engine: Lookup) -> Sequence[tuple[str, int]]:
    """Return what the duck's functions need behind the cells of a deal, where they stand alone."""
    return ("HEIGHTS", len(engine.pack)), ("OFFERS", 0)


def write(engine: Lookup, known: DuckData, source: Source) -> None:
    """Write the duck's functions alone: what it does in each step that waits for seats, and what it gives."""
    ducks = Ducks(Flow(engine, source), known, MOST_NUMBERS)
    winning_place(source)
    ducks.gift()
    for index, step in asking_steps(engine):
        ducks.write(step, index)


class Ducks(Standing):
    """The functions of ducks while they are written; a seat may answer with so many numbers at most."""

    def __init__(self, flow: Flow, known: DuckData, most_numbers: int) -> None:
        """Begin without a function."""
        super().__init__(flow, known)
        self.most_numbers = most_numbers

    def write(self, step: AskStep | TrickStep, index: int) -> None:
        """Write the function ``duck`` of a step, unless it asks for cards: of these, ``gift`` gives some."""
        with self.flow.source.saying(step.entry):
            if isinstance(step, TrickStep):
                self._write_play(step, index)
            elif step.source is None:
                self._write_answer(step, index)

    # Plays

    def _write_play(self, step: TrickStep, index: int) -> None:
        """Write the function ``duck``: of so many plays that lie in ``OFFERS``, the one with least cost."""
        body = Body()
        trick, ever = (self.flow.cells.pile_at[at] for at in (self.engine.trick, self.engine.played))
        kept = {trick: "trick", ever: "ever", "PLAYS": "n", "LED": "led"}
        for cell, name in kept.items():
            body.add(f"{name} = v[{cell}]")
        self._add_look(step, body)
        for name in ("best", "highest"):
            body.add(f"{name} = 0")
        body.add("least = real(0)")
        with body.block("for i in range(many)"):
            body.add("x = v[OFFERS + i]")
            if self.orders is not None:
                body.add(f"suit = before or {self._suit_of('x')}")
            self._add_trial(body, trick, ever)
            for cell, name in kept.items():
                body.add(f"v[{cell}] = {name}")
            body.add(f"top = {'' if self.known.trick < 0 else '-'}{self._height('x')}")
            better = "is_less(worth, least) or not is_less(least, worth) and top < highest"
            with body.block(f"if not i or ({better})"):
                body.add("best = i")
                body.add("least = worth")
                body.add("highest = top")
        body.add("return best")
        self.flow.source.add(f"duck{index}", ("p", "many"), body)

    def _add_look(self, step: TrickStep, body: Body) -> None:
        """Add the lines that find what the seat sees before it tries its plays; for another, not its hand."""
        flow = self.flow
        hand, table = (flow.pile(flow.layout.piles[name], "p") for name in ("hand", "table"))
        body.add(f"unseen = {flow.layout.deck.cards} & ~(ever | v[{table}])")
        own = f"unseen &= ~v[{hand}]"
        if step.played_by is None:
            body.add(own)
        else:
            add_actor(flow, step, body)
            with body.block("if q == p"):
                body.add(own)
        body.add("whole = greater(unseen.bit_count(), 1)")
        seats = f"({flow.seats} - v[RESTING].bit_count())" if self.engine.resting else f"{flow.seats}"
        body.add(f"left = ({seats} - 1 - n) % {seats}")
        rivals = flow.source.table([number for row in self._rivals() for number in row])
        body.add(f"rivals = {rivals}[{flow.seats} * p + left]")
        body.add("lying = 0")
        with body.block("for i in range(n)"):
            body.add(f"lying += {self._cost('v[CARDS_OF_PLAYS + i]')}")
        body.add(f"to_come = left * {self._cost('unseen')}")
        if self.orders is not None:
            body.add(f"{self._standing()}(v)")
            body.add(f"before = {self._led_cards()}")

    def _add_trial(self, body: Body, trick: str, ever: str) -> None:
        """Add the lines that lay a play in the trick and find what it is expected to cost."""
        flow = self.flow
        body.add(f"v[{trick}] = trick | x")
        body.add(f"v[{ever}] = ever | x")
        body.add("v[SEATS_OF_PLAYS + n] = p")
        body.add("v[CARDS_OF_PLAYS + n] = x")
        body.add("v[PLAYS] = n + 1")
        body.add(f"v[LED] = led or {flow.source.table(flow.layout.deck.suit_at)}[{self._last('x')}]")
        body.add("at = winning_place(v)")
        body.add(f"own = {self._cost('x')}")
        body.add("worth = real(-own)")
        with body.block("if at >= 0"):
            sides = flow.source.table(self.known.sides)
            with body.block(f"if {sides}[p] >> v[SEATS_OF_PLAYS + at] & 1"):
                body.add("one = v[CARDS_OF_PLAYS + at]")
                body.add("k = whole")
                suit = "v[LED]" if self.orders is None else "suit"
                with body.block(f"if not {suit} or {suit} >> {self._last('one')} & 1"):
                    body.add(f"k = {self._lower('unseen', 'one')}")
                cost = f"real_of({bits_of(self.known.trick)})"
                body.add(f"worth = expected_cost(lying + own, to_come, whole, rivals, {cost}, k)")

    def _rivals(self) -> Iterator[Iterable[int]]:
        """Yield for each seat how many opponents are among the seat and the next so many."""
        for seat, side in enumerate(self.known.sides):
            yield accumulate(int(not side >> other & 1) for other in self.flow.layout.round(seat))

    # Gifts

    def gift(self) -> str:
        """Return the name of the function that finds so many cards that cost most, then stand highest."""
        if self.flow.source.once("gift"):
            body = Body()
            if self.orders is not None:
                body.add(f"{self._standing()}(v)")
            body.add("found = 0")
            with body.block("for _ in range(many)"):
                for name in ("x", "best", "highest"):
                    body.add(f"{name} = 0")
                with body.bits("one", "cards & ~found"):
                    body.add("at = (one - 1).bit_count()")
                    body.add(f"n = {self.flow.source.table(self.known.card_costs)}[at]")
                    body.add(f"top = {self._at('at')}")
                    with body.block("if not x or n > best or n == best and top > highest"):
                        body.add("x = one")
                        body.add("best = n")
                        body.add("highest = top")
                if self.engine.manifold:
                    self._add_first_copy(body)
                body.add("found |= x")
            body.add("return found")
            self.flow.source.add("gift", ("cards", "many"), body)
        return "gift"

    def _add_first_copy(self, body: Body) -> None:
        """Add the lines that take of a card the first copy that is not exposed, if there is one."""
        marked, alike = self.flow.cells.pile_at[self.engine.exposed], self.flow.layout.deck.alike
        with body.block("if x"):
            body.add(f"own = {self.flow.source.table(alike)}[(x - 1).bit_count()] & cards & ~found")
            body.add(f"own = own & ~v[{marked}] or own")
            body.add("x = own & -own")

    # Answers

    def _write_answer(self, step: AskStep, index: int) -> None:
        """Write the function ``duck`` of a question: of the answers ``left``, the index of the duck's.

        While anybody holds cards it is the bid, or the first; later the one with which the seat is furthest
        ahead.
        """
        flow, body = self.flow, Body()
        if step.optional:
            body.add("return 0")
        else:
            hand = flow.layout.piles["hand"]
            held = " or ".join(f"v[{flow.pile(hand)} + {seat}]" for seat in range(flow.seats))
            with body.block(f"if {held}"):
                body.add(f"return {self._bid(step, index)}")
            body.add(f"return {self._best_answer(step, index)}")
        flow.source.add(f"duck{index}", ("p", "left"), body)

    def _bid(self, step: AskStep, index: int) -> str:
        """Write the function ``bid`` of a question: the index of the number nearest to the bid, or 0."""
        body, bid = Body(), self.known.bids.get(step.name)
        if bid is not None and not step.names and step.low is not None:
            body.add(f"first = {bid} - ({self.flow.text(step.low)})")
            with body.block(f"for n in range({2 * self.most_numbers})"):
                body.add("at = first + (n + 1) // 2 * (1 - 2 * (n & 1))")
                with body.block(f"if at >= 0 and at < {self.most_numbers}"), body.block("if left >> at & 1"):
                    body.add("return (left & (1 << at) - 1).bit_count()")
        body.add("return 0")
        return f"{self.flow.source.add(f'bid{index}', ('p', 'left'), body)}(v, p, left)"

    def _best_answer(self, step: AskStep, index: int) -> str:
        """Write ``best_answer``, the index of the answer with the best scores if the deal were scored now."""
        body = Body()
        self._add_best_answer(step, body)
        return f"{self.flow.source.add(f'best_answer{index}', ('p', 'left'), body)}(v, p, left)"

    def _add_best_answer(self, step: AskStep, body: Body) -> None:
        """Add the lines that try each answer."""
        own = f"SLOTS + {step.slot} + p"
        cells = [own, *points.cells_of(self.flow, "POINTS")]
        for number, cell in enumerate(cells):
            body.add(f"was{number} = v[{cell}]")
        body.add("found = 0")
        body.add("best = 0")
        body.add("many = left.bit_count()")
        with body.block("for i in range(many)"):
            body.add("x = nth(left, i)")
            answer = choices.meaning(self.flow, step, "(x - 1).bit_count()")
            body.add(f"v[{own}] = {step.as_cell(answer)}")
            body.add(f"{points.score(self.flow)}(v)")
            body.add(f"n = {self._margin()}(v, p)")
            with body.block("if not i or n > best"):
                body.add("found = i")
                body.add("best = n")
        for number, cell in enumerate(cells):
            body.add(f"v[{cell}] = was{number}")
        body.add("return found")

    def _margin(self) -> str:
        """Return the name of the function that finds how far a seat is ahead of the best other."""
        flow = self.flow
        if flow.source.once("margin"):
            body, sign = Body(), "" if self.known.highest else "-"
            body.add("best = 0")
            body.add("own = 0")
            body.add("some = 0")
            with body.block(f"for q in range({flow.seats})"):
                body.add(f"n = {sign}{self._size()}")
                if flow.layout.complex:
                    with body.block(f"if n == {sign}{LARGEST}"):
                        body.add(f"v[FAULT] = {UNKNOWN}")
                with body.block("if q == p"):
                    body.add("own = n")
                with body.block("elif not some or n > best"):
                    body.add("best = n")
                    body.add("some = 1")
            body.add("return own - best")
            flow.source.add("margin", ("p",), body)
        return "margin"

    def _size(self) -> str:
        """Return the score of seat ``q`` if the deal counted as it is; of a complex one its squared size."""
        parts = [f"capped(v[{score} + q] + v[{more} + q])" for score, more in self._regions()]
        return parts[0] if len(parts) == 1 else f"norm({', '.join(parts)})"  # held where it is too large

    def _regions(self) -> Iterator[tuple[str, str]]:
        scores, more = (points.regions(self.flow, name) for name in ("SCORES", "POINTS"))
        return zip(scores, more, strict=True)
