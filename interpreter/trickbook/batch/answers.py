"""Answers in a batch: drawn by chance, found by a duck, or picked by a tree, which ``nodes`` lets grow."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from trickbook.batch.nodes import CARDS_OF_KEYS, DONE_KEY, EXPOSED_KEY, KEYS, NODE
from trickbook.batch.offers import Offers
from trickbook.cards.chance import MAX_MOVES
from trickbook.core.text import Body
from trickbook.engine.course import choices
from trickbook.engine.course.points import regions

if TYPE_CHECKING:
    from trickbook.batch.ducks import Ducks
    from trickbook.engine.ask import AskStep
    from trickbook.engine.course.flow import Flow


ROLL: Final = "chance_of_turn(v[SOURCE], v[TURN] + 1)"
"""The chance of the turn to come."""


class Tree:
    """The functions that list moves for the tree and pick one, while they are written."""

    def __init__(self, flow: Flow) -> None:
        """Begin with what lists offered plays."""
        self.flow, body = flow, Body()
        marked = flow.cells.pile_at[flow.engine.exposed]
        with body.block("for i in range(many)"):
            body.add("x = v[OFFERS + i]")
            body.add(f"number = x.bit_count() + {EXPOSED_KEY} * (x & v[{marked}]).bit_count()")
            body.add(f"list_move(v, TREE, i, number, {self.look('x')})")
        body.add(f"return pick_move(v, TREE, q, many, {ROLL})")
        flow.source.add("pick_play", ("q", "many"), body)
        self._write_given()

    def look(self, cards: str) -> str:
        """Return what some cards look like: of identical copies, all there are."""
        if not self.flow.engine.manifold:
            return cards
        if self.flow.source.once("copies_alike"):
            body = Body()
            body.add("found = 0")
            with body.bits("one", "cards"):
                body.add(
                    f"found |= {self.flow.source.table(self.flow.layout.deck.alike)}[(one - 1).bit_count()]"
                )
            body.add("return found")
            self.flow.source.add("copies_alike", ("cards",), body)
        return f"copies_alike(v, {cards})"

    def same_look(self, one: str, other: str) -> str:
        """Return the test that two plays are the same, or of identical cards."""
        same = f"{self.look(one)} == {self.look(other)}"
        if self.flow.engine.manifold:
            same = f"{one}.bit_count() == {other}.bit_count() and {same}"
        return f"({same})"

    def searches(self, seat: str) -> str:
        """Return the test that a seat chooses by the tree."""
        return f"v[SEARCHING] >> {seat} & 1 and v[TREE + {NODE}] >= 0"

    def write_answers(self, step: AskStep, index: int) -> None:
        """Write the function ``pick`` of a question: the index of an answer, of so many, or so many."""
        body, free = Body(), int(step.how == "freely")
        if free:
            body.add(f"list_move(v, TREE, 0, {DONE_KEY}, 0)")
        body.add(f"n = {free}")
        with body.bits("one", "left"):
            at = "(one - 1).bit_count()"
            number = at if step.names else choices.meaning(self.flow, step, at)
            body.add(f"list_move(v, TREE, n, {number}, 0)")
            body.add("n += 1")
        body.add(f"return pick_move(v, TREE, p, n, {ROLL})")
        self.flow.source.add(f"pick{index}", ("p", "left"), body)

    def _write_given(self) -> None:
        """Write the function ``pick_given``: of the root's moves, the index of the one to make."""
        body = Body()
        body.add("many = list_given(v, TREE)")
        body.add(f"n = pick_move(v, TREE, p, many, {ROLL})")
        body.add("return n if n < many else -1")
        self.flow.source.add("pick_given", ("p",), body)

    def end_call(self) -> str:
        """Return the call that ends a search; it returns the first move."""
        real, *imaginary = regions(self.flow, "POINTS")
        return f"end_search(v, TREE, v[ROOT_OF + i], {real}, {imaginary[0] if imaginary else 0})"


class Answers(Offers):
    """The functions ``choose`` of questions while they are written."""

    def __init__(self, flow: Flow, ducks: Ducks | None, *, searches: bool = False) -> None:
        """Begin with what all questions share."""
        super().__init__(flow)
        self.ducks = ducks
        self.tree = Tree(flow) if searches else None

    def _add_answer(self, step: AskStep, index: int, body: Body) -> None:
        """Add the lines that say a number or a name, or nothing where nothing need be said."""
        free, drawn = step.how == "freely", "rung" if step.ladder else "drawn"
        body.add(f"left = choices{index}(v, p)")
        body.add(f"many = left.bit_count(){' + 1' if free else ''}")
        if self.tree is None:
            self._add_drawn(body, index, drawn)
        else:
            self.tree.write_answers(step, index)
            body.add(f"n = pick{index}(v, p, left) if many and {self.tree.searches('p')} else many")
            with body.block("if n < many"):
                body.add("offer(v, p, many)")
            with body.block("else"):
                self._add_drawn(body, index, drawn)
        if free:
            self._add_done(step, index, body, "if not n")
            body.add("n -= 1")
        body.add("left = nth(left, n)")
        with body.block("if left"):
            self._add_logged(step, body)
            body.add(f"answer{index}(v, p, {choices.meaning(self.flow, step, '(left - 1).bit_count()')})")

    def _add_drawn(self, body: Body, index: int, drawn: str) -> None:
        """Add the lines that draw the index ``n`` of an answer, or let a duck find it."""
        if self.ducks is None:
            body.add(f"n = {drawn}(v, p, many)")
            return
        with body.block("if v[DUCKS] >> p & 1"):
            body.add("offer(v, p, many)")
            body.add(f"n = duck{index}(v, p, left)")
        with body.block("else"):
            body.add(f"n = {drawn}(v, p, many)")

    def _add_selection(self, step: AskStep, index: int, body: Body) -> None:
        """Add the lines that choose cards among those that the rules leave."""
        free = step.how == "freely"
        self._add_pool(step, index, body)
        self._add_ways(body)
        body.add(f"many = total_ways(v, row, least, high){' + 1' if free else ''}")
        offered = f"offer(v, p, lesser(many, {MAX_MOVES}))"
        if self.tree is not None:
            self._add_given(step, index, offered, body)
        if self.ducks is not None:
            with body.block("if v[DUCKS] >> p & 1"), body.block(f"if {offered}"):
                if not free:
                    body.add(f"x = {self.ducks.gift()}(v, cards, least)")
                self._add_logged(step, body)
                body.add(f"done{index}(v, p, 0)" if free else f"answer{index}(v, p, x)")
                body.add("return 0")
        self._add_drawn_cards(step, index, body)

    def _add_drawn_cards(self, step: AskStep, index: int, body: Body) -> None:
        """Add the lines that choose cards by chance."""
        body.add("n = drawn(v, p, many)")
        with body.block("if v[FAULT]"):
            body.add("return 0")
        body.add("k = size_at(v, row, least, high, n)")
        if step.how == "freely":
            self._add_done(step, index, body, "if k < 0")
        body.add("n = place_among_size(v, row, least, k, n)")
        name, among = (
            ("selection_of_groups", "GROUPS, apart") if self.engine.manifold else ("selection", "cards")
        )
        body.add(f"x = {name}(v, WAYS, {self.most + 1}, {among}, k, n)")
        self._add_logged(step, body)
        body.add(f"answer{index}(v, p, x)")

    def _add_given(self, step: AskStep, index: int, offered: str, body: Body) -> None:
        """Add the lines that choose what the tree picks of the cards given to its root."""
        assert self.tree is not None  # noqa: S101 - the caller has asked
        body.add(f"n = pick_given(v, p) if {self.tree.searches('p')} and is_at_root(v, TREE) else -1")
        with body.block(f"if n >= 0 and {offered}"):
            if step.how == "freely":
                self._add_done(step, index, body, f"if v[TREE + {KEYS} + n] == {DONE_KEY}")
            self._add_logged(step, body)
            body.add(f"answer{index}(v, p, v[TREE + {CARDS_OF_KEYS} + n])")
            body.add("return 0")
