"""Answers in a batch: numbers, names and cards, drawn by chance, found by a duck, or picked by a tree."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickbook.batch.nodes import CARDS_OF_KEYS, DONE_KEY, KEYS
from trickbook.batch.offers import Offers
from trickbook.batch.tree import Tree
from trickbook.cards.chance import MAX_MOVES
from trickbook.engine.course import choices

if TYPE_CHECKING:
    from trickbook.batch.ducks import Ducks
    from trickbook.core.body import Body
    from trickbook.engine.ask import AskStep
    from trickbook.engine.course.flow import Flow


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
