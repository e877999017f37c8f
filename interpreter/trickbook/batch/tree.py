"""A tree of moves in a batch: seats that search choose by it. ``nodes`` says how it grows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from trickbook.batch.nodes import DONE_KEY, EXPOSED_KEY, NODE
from trickbook.core.body import Body
from trickbook.engine.course import choices
from trickbook.engine.course.points import regions

if TYPE_CHECKING:
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
