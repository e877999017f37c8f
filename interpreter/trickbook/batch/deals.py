"""The course of deals in a batch: moves by chance, by ducks or by a tree, and what the table does."""

from __future__ import annotations

from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

from trickbook.batch import table
from trickbook.batch.answers import Answers
from trickbook.batch.cells import ENDLESS, STUCK, asking_steps, most_chosen, most_names
from trickbook.batch.duck_data import check
from trickbook.batch.ducks import Ducks
from trickbook.batch.offers import add_actor
from trickbook.core.text import Body
from trickbook.core.translated_function import LONGEST
from trickbook.engine.ask import AskStep
from trickbook.engine.course import course
from trickbook.engine.course.flow import Flow
from trickbook.engine.tricks import TrickStep

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from trickbook.batch.duck_data import DuckData
    from trickbook.core.source import Source
    from trickbook.engine.lookup import Lookup


class Moves(Answers):
    """The functions ``choose`` of the steps that wait for seats, while they are written."""

    def write(self, step: AskStep | TrickStep, index: int) -> None:
        """Write the function ``choose`` of a step: a seat ``p`` makes a move."""
        with self.flow.source.saying(step.entry):
            body = Body()
            self._add_twice(body)
            if self.ducks is not None:
                self.ducks.write(step, index)
            if isinstance(step, TrickStep):
                if self.tree is not None:
                    self._write_offered(step, index)
                (self._add_plays if step.low is None else self._add_large_play)(step, index, body)
            elif step.source is None:
                self._add_answer(step, index, body)
            else:
                self._add_selection(step, index, body)
            body.add("return 0")
            self.flow.source.add(f"choose{index}", ("p",), body)

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

    def _add_plays(self, step: TrickStep, index: int, body: Body) -> None:
        """Add the lines that play one card, seat after seat as long as each is followed by the next."""
        with body.block(f"for _ in range({self.flow.seats})"):
            self._add_legal(step, index, body)
            self._add_actor(step, body)
            if self.tree is not None:
                with body.block(f"if {self.tree.searches('q')}"):
                    body.add(f"many = {self._list_call()}")
                    self._add_searched(body)
            with self._unless_found(body):
                self._add_card_or_duck(index, body)
            with body.block("if not x"):
                body.add("return 0")
            with body.block(f"if play{index}(v, p, x)"):
                body.add("return 0")
            body.add(f"p = {self.flow.onward('p')}")

    def _add_actor(self, step: TrickStep, body: Body) -> None:
        """Add the lines that find who acts, where it matters; and that nothing is played yet."""
        if self.ducks is not None or self.tree is not None:
            add_actor(self.flow, step, body)
        if self.tree is not None:
            body.add("x = 0")

    def _add_searched(self, body: Body) -> None:
        """Add the lines that play what the tree picks of so many offered plays, if it picks one."""
        body.add("n = pick_play(v, q, many) if many else 0")
        with body.block("if n < many and offer(v, p, many)"):
            body.add("x = v[OFFERS + n]")

    @contextmanager
    def _unless_found(self, body: Body) -> Iterator[None]:
        """Let what follows be done if the tree has found no play."""
        if self.tree is None:
            yield
        else:
            with body.block("if not x"):
                yield

    def _add_card_or_duck(self, index: int, body: Body) -> None:
        """Add the lines that draw one of the ``cards``, or let a duck play one."""
        if self.ducks is None:
            self._add_card(body)
            return
        with body.block("if v[DUCKS] >> q & 1"):
            body.add(f"many = {self._list_call()}")
            self._add_duck_play(index, body)
        with body.block("else"):
            self._add_card(body)

    def _write_offered(self, step: TrickStep, index: int) -> None:
        """Write the function ``offered``: it lists the plays of a seat, and returns how many there are."""
        body = Body()
        if step.low is None:
            self._add_legal(step, index, body)
            body.add(f"return {self._list_call()}")
        else:
            self._add_large_offers(step, index, body)
            body.add("return many")
        self.flow.source.add(f"offered{index}", ("p",), body)

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

    def _list_call(self) -> str:
        """Return the call that lists the single ``cards`` that are offered; it returns how many."""
        if not self.engine.manifold:
            return "list_cards(v, OFFERS, cards)"
        return f"list_singles(v, GROUPS, {self._groups()}(v, cards), OFFERS, 0)"

    def _add_duck_play(self, index: int, body: Body) -> None:
        """Add the lines in which a duck plays one of so many offered plays."""
        body.add("x = 0")
        with body.block("if offer(v, p, many)"):
            body.add(f"x = v[OFFERS + (duck{index}(v, p, many) if many > 1 else 0)]")

    def _add_large_play(self, step: TrickStep, index: int, body: Body) -> None:
        """Add the lines that play one of the plays of several cards."""
        self._add_large_offers(step, index, body)
        self._add_actor(step, body)
        if self.tree is not None:
            with body.block(f"if {self.tree.searches('q')}"):
                self._add_searched(body)
        drawn = "x = v[OFFERS + drawn(v, p, many)]"
        with self._unless_found(body):
            if self.ducks is None:
                body.add(drawn)
            else:
                with body.block("if v[DUCKS] >> q & 1"):
                    self._add_duck_play(index, body)
                with body.block("else"):
                    body.add(drawn)
        with body.block("if many"):
            body.add(f"play{index}(v, p, x)")


def write(engine: Lookup, known: DuckData | None, source: Source, *, searches: bool = False) -> Moves:
    """Write the course of a deal with the functions in which seats move; return what wrote these.

    With what ducks know, some seats may duck; seats that search may choose by a tree.
    """
    flow = begin(engine, source)
    if known is not None:
        check(engine, known)
    moves = Moves(flow, None if known is None else Ducks(flow, known, most_names(engine)), searches=searches)
    for index, step in asking_steps(engine):
        moves.write(step, index)
    table.write(flow)
    write_course(flow, partial(add_choices, flow, "choose"))
    return moves


def begin(engine: Lookup, source: Source) -> Flow:
    """Write what the interpreter calls, too; return what writes the rest."""
    course.write(engine, source)
    return Flow(engine, source)


def write_course(flow: Flow, choose: Callable[[Body], None], note: str = "") -> None:
    """Write the function ``go_on``: a deal takes its course to its end. It returns 0 for a fault.

    ``choose`` adds the lines where seats are waited for; before, and before the table acts, a line may note
    what has happened.
    """
    body = Body()
    with body.block(f"for _ in range({LONGEST})"):
        with body.block("if v[FAULT]"):
            body.add("return 0")
        with body.block("if not v[WAITING]"), body.block("if not advance(v)"):
            body.add("return 1")
        if note:
            body.add(note)
        with body.block(f"if v[WAITING] == {flow.table}"):
            body.add("act(v)")
        with body.block("elif v[WAITING]"):
            choose(body)
    body.add(f"v[FAULT] = {ENDLESS}")
    body.add("return 0")
    flow.source.add("go_on", (), body)


def add_ways(flow: Flow, body: Body) -> None:
    """Add the line that counts in how many ways cards can be chosen, where no card looks like another."""
    most = most_chosen(flow.engine)
    if most and not flow.engine.manifold:
        body.add(f"count_ways(v, WAYS, {most + 1}, {len(flow.engine.pack)})")


def add_source(body: Body) -> None:
    """Add the lines with which the stream of the players begins."""
    body.add("v[SOURCE] = mixed(stream(v[SEED], 0))")
    body.add("v[TURN] = 0")
    body.add("lot(v, v[SOURCE], 0)")


def add_choices(flow: Flow, name: str, body: Body) -> None:
    """Add the lines in which a function of the step is called with the first seat that is waited for."""
    body.add("p = (v[WAITING] - 1).bit_count()")
    if any(step.how != "in_turn" for step in flow.engine.questions):
        with body.block("if v[WAITING] & (v[WAITING] - 1)"):
            body.add(f"p = first_in_turn(v[WAITING], v[FIRST], {flow.layout.turn}, {flow.seats})")
    body.add("step = v[STEP]")
    for index, _ in asking_steps(flow.engine):
        with body.block(f"if step == {index}"):
            body.add(f"{name}{index}(v, p)")
