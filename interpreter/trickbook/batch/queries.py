"""Choices from outside: which actions a seat may say, one after the other, and what comes of each.

The legal actions stand in ``LEGAL``, words of 64 bits, bit k for action k; the action taken, in ``ACTION``.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

from trickbook.batch import deals
from trickbook.batch.cells import STUCK, UNNUMBERED
from trickbook.batch.offers import Legal, add_actor
from trickbook.core import clauses
from trickbook.core.instructions import NUMBER
from trickbook.core.text import Body
from trickbook.engine.course import choices
from trickbook.engine.tricks import TrickStep

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from trickbook.engine.ask import AskStep
    from trickbook.engine.course.flow import Flow


class AnswerNumbers(NamedTuple):
    """The actions of a question: its first, the least number that may be answered, and how many there are."""

    first: int
    low: int
    many: int


class Numbering(NamedTuple):
    """How many actions there are, and those of each question that asks for no cards.

    The cards come first, in the order of the deck; then comes the action of a seat that is done.
    """

    actions: int
    answers: Mapping[str, AnswerNumbers]

    @property
    def words(self) -> int:
        """How many words the actions take."""
        return -(-self.actions // NUMBER)


class Queries(Legal):
    """The functions ``allow`` and ``apply`` of the steps that wait for seats, while they are written."""

    def __init__(self, flow: Flow, numbering: Numbering) -> None:
        """Begin with what all steps share."""
        super().__init__(flow)
        self.numbering, self.done = numbering, len(self.engine.deck.names)
        self._write_allow()
        if self.engine.manifold:
            self._write_actions_of_cards()
            self._write_card_of_action()

    def write(self, step: AskStep | TrickStep, index: int) -> None:
        """Write the functions of a step for a seat ``p``: its legal actions, and what an action does."""
        with self.flow.source.saying(step.entry):
            ask, apply = Body(), Body()
            if isinstance(step, TrickStep):
                self._add_play(step, index, ask, apply)
            elif step.source is None:
                self._add_answer(step, index, ask, apply)
            else:
                self._add_selection(step, index, ask, apply)
            for name, body in (("allow", ask), ("apply", apply)):
                body.add("return 0")
                self.flow.source.add(f"{name}{index}", ("p",), body)

    def add_question(self, body: Body) -> None:
        """Add the lines that ask the first seat that is waited for; then the deal waits."""
        deals.add_choices(self.flow, "allow", body)
        body.add("return 0")

    # Actions

    def _write_allow(self) -> None:
        """Write the function ``allow_cards``: cards are legal, and perhaps that a seat is done."""
        body, cards = Body(), "actions_of_cards(v, cards)" if self.engine.manifold else "cards"
        with body.block("if not cards and not done"):
            body.add(f"v[FAULT] = {STUCK}")
        body.add("v[OFFERED] = cards")
        self._add_none(body)
        body.add(f"n = {cards}")
        for word in range(-(-self.done // NUMBER)):
            body.add(f"v[LEGAL + {word}] = n{f' >> {NUMBER * word}' if word else ''} & MASK")
        with body.block("if done"):
            self._add_done_allowed(body)
        body.add("return 0")
        self.flow.source.add("allow_cards", ("cards", "done"), body)

    def _add_none(self, body: Body) -> None:
        """Add the lines that allow no action."""
        with body.block(f"for k in range({self.numbering.words})"):
            body.add("v[LEGAL + k] = 0")

    def _add_done_allowed(self, body: Body) -> None:
        body.add(f"v[LEGAL + {self.done // NUMBER}] |= 1 << {self.done % NUMBER} & MASK")

    def _copies(self) -> Iterator[tuple[int, int]]:
        """Yield how far copies are from the first, and the first of each card with a copy so far away."""
        many = self.flow.layout.deck.copies.values()
        for by in range(max(one.bit_count() for one in many)):
            yield by, sum(one & -one for one in many if one.bit_count() > max(by, 1))

    def _write_actions_of_cards(self) -> None:
        """Write the function ``actions_of_cards``; of copies the second action stands for the exposed one."""
        body, exposed = Body(), self.flow.cells.pile_at[self.engine.exposed]
        alone = sum(one for one in self.flow.layout.deck.copies.values() if one.bit_count() == 1)
        for name, cards in (("n", f"cards & ~v[{exposed}]"), ("x", f"cards & v[{exposed}]")):
            body.add(f"{name} = {cards}")
            body.add(f"{name} = {' | '.join(f'{name} >> {by} & {firsts}' for by, firsts in self._copies())}")
        body.add(f"return cards & {alone} | n | x << 1")
        self.flow.source.add("actions_of_cards", ("cards",), body)

    def _write_card_of_action(self) -> None:
        """Write the function ``card_of_action``: the card of the action, of those offered."""
        body, exposed = Body(), self.flow.cells.pile_at[self.engine.exposed]
        body.add("x = 1 << v[ACTION]")
        body.add(f"copies = {self.flow.source.table(self.flow.layout.deck.alike)}[v[ACTION]]")
        body.add("n = v[OFFERED] & copies")
        with body.block("if x != copies & -copies"):
            body.add(f"n &= v[{exposed}]")
        with body.block("elif x != copies"):
            body.add(f"n &= ~v[{exposed}]")
        body.add("return n & -n")
        self.flow.source.add("card_of_action", (), body)

    @property
    def _card_of_action(self) -> str:
        """The card of the action."""
        return "card_of_action(v)" if self.engine.manifold else "1 << v[ACTION]"

    # Steps

    def _add_play(self, step: TrickStep, index: int, ask: Body, apply: Body) -> None:
        """Add the lines of a play; one of several cards is made card by card."""
        if step.low is not None:
            self._add_large_play(step, index, ask, apply)
            return
        self._add_legal(step, index, ask)
        add_actor(self.flow, step, ask)
        ask.add("v[SEAT] = q")
        ask.add("allow_cards(v, cards, 0)")
        apply.add(f"play{index}(v, p, {self._card_of_action})")

    def _add_large_play(self, step: TrickStep, index: int, ask: Body, apply: Body) -> None:
        """Add the lines of a play that goes on while a longer one has the cards chosen so far."""
        self._add_large_offers(step, index, ask)
        add_actor(self.flow, step, ask)
        ask.add("v[SEAT] = q")
        ask.add("v[WANTED] = many")
        ask.add("cards = 0")
        ask.add("done = 0")
        with ask.block("for i in range(many)"):
            ask.add("x = v[OFFERS + i]")
            with ask.block("if x & v[CHOSEN] == v[CHOSEN]"):
                ask.add("cards |= x & ~v[CHOSEN]")
                ask.add("done |= x == v[CHOSEN]")
        ask.add("allow_cards(v, cards, done)")
        apply.add("x = v[CHOSEN]")
        with apply.block(f"if v[ACTION] != {self.done}"):
            apply.add(f"x |= {self._card_of_action}")
            longer = "if v[OFFERS + i] & x == x and v[OFFERS + i] != x"
            with apply.block("for i in range(v[WANTED])"), apply.block(longer):
                apply.add("v[CHOSEN] = x")
                apply.add("return 0")
        apply.add("v[CHOSEN] = 0")
        apply.add(f"play{index}(v, p, x)")

    def _add_answer(self, step: AskStep, index: int, ask: Body, apply: Body) -> None:
        """Add the lines of an answer, or of having no more to say."""
        first, low, _ = self.numbering.answers[step.name]
        free = step.how == "freely"
        ask.add("v[SEAT] = p")
        self._add_none(ask)
        (self._add_names if step.names else self._add_numbers)(step, index, ask)
        if free:
            self._add_done_allowed(ask)
            self._add_done(step, index, apply, f"if v[ACTION] == {self.done}")
        else:
            with ask.block("if not many"):
                ask.add(f"v[FAULT] = {STUCK}")
        self._add_logged(step, apply)
        meaning = partial(choices.meaning, self.flow, step)
        answer = meaning(f"v[ACTION] - {first}") if step.names else f"v[ACTION] - {first} + {low}"
        apply.add(f"answer{index}(v, p, {answer})")

    def _add_names(self, step: AskStep, index: int, body: Body) -> None:
        """Add the lines that allow names; ``many`` are legal."""
        first, _, many = self.numbering.answers[step.name]
        body.add(f"many = choices{index}(v, p)")
        for word in range(first // NUMBER, -(-(first + many) // NUMBER)):
            begin = max(first, NUMBER * word)
            end = min(first + many, NUMBER * (word + 1))
            places = f"many >> {begin - first} & {(1 << end - begin) - 1}"
            body.add(f"v[LEGAL + {word}] = ({places}) << {begin % NUMBER} & MASK")

    def _add_numbers(self, step: AskStep, index: int, body: Body) -> None:
        """Add the lines that allow numbers; ``many`` are legal."""
        assert step.low is not None  # noqa: S101 - a number is asked for
        first, low, known = self.numbering.answers[step.name]
        if list_size(step, known):
            write_numbers(self.flow, step, index)
            body.add(f"many = list_numbers{index}(v, p)")
            with body.block("for i in range(many)"):
                self._add_number(step, f"v[OFFERS + i] + {first - low}", body)
            return
        body.add(f"many = choices{index}(v, p)")
        body.add(f"low = {self.flow.sum(step.low)} + {first - low}")
        with body.bits("one", "many"):
            self._add_number(step, "low + (one - 1).bit_count()", body)

    def _add_number(self, step: AskStep, action: str, body: Body) -> None:
        """Add the lines that allow the action of a number, if there is one."""
        first, _, known = self.numbering.answers[step.name]
        body.add(f"n = {action}")
        with body.block(f"if n < {first} or n >= {first + known}"):
            body.add(f"v[FAULT] = {UNNUMBERED - list(self.numbering.answers).index(step.name)}")
            body.add("return 0")
        body.add(f"v[LEGAL + n // {NUMBER}] |= 1 << n % {NUMBER} & MASK")

    def _add_selection(self, step: AskStep, index: int, ask: Body, apply: Body) -> None:
        """Add the lines of a selection, card by card until there are enough; or of none, if none need be."""
        free = step.how == "freely"
        ask.add("v[SEAT] = p")
        self._add_pool(step, index, ask)
        ask.add("n = v[CHOSEN].bit_count()")
        ask.add("v[WANTED] = high")
        ask.add("some = greater(least, 1)")
        ask.add("cards = cards & ~v[CHOSEN] if high >= some else 0")
        ask.add(f"allow_cards(v, cards, n >= some or not n and {'1' if free else 'least <= 0'})")
        apply.add("x = v[CHOSEN]")
        with apply.block(f"if v[ACTION] != {self.done}"):
            apply.add(f"x |= {self._card_of_action}")
            with apply.block("if x.bit_count() < v[WANTED]"):
                apply.add("v[CHOSEN] = x")
                apply.add("return 0")
        apply.add("v[CHOSEN] = 0")
        if free:
            self._add_done(step, index, apply, "if not x")
        self._add_logged(step, apply)
        apply.add(f"answer{index}(v, p, x)")


MOST_INDEXES: Final = 62
"""So many indexes fit into every set."""

SEVERAL: Final = 0b11
"""The set of indexes that stands for two numbers or more, which matters to nobody."""


def list_size(step: AskStep, known: int) -> int:
    """Return how many numbers a question lists, of so many with an action; 0 where a set has room."""
    if step.low is None or step.high is None or step.weighs or known <= MOST_INDEXES:
        return 0
    return known if step.low.constant and step.high.constant else step.most_numbers


def write_numbers(flow: Flow, step: AskStep, index: int) -> None:
    """Write the function ``list_numbers``, which lists what may be answered, and replace what counts it."""
    assert step.low is not None and step.high is not None  # noqa: PT018, S101 - a number is asked for
    body = Body()
    body.add(f"low = {flow.text(step.low)}")
    body.add(f"many = lesser({flow.sum(step.high)} - low + 1, {step.most_numbers})")
    with body.block("for i in range(many)"):
        body.add("v[OFFERS + i] = low + i")
    body.add("many = greater(many, 0)")
    for clause in step.rules:
        body.add(f"many = {clauses.sifting(flow.source, clause)}(v, p, many)")
    body.add("return many")
    flow.source.add(f"list_numbers{index}", ("p",), body)
    body = Body()
    body.add(f"many = list_numbers{index}(v, p)")
    body.add(f"return {SEVERAL} if many > 1 else many")
    flow.source.add(f"choices{index}", ("p",), body)
    if f"has_no_choice{index}" in flow.source.functions and not step.always:
        _write_has_no_choice(flow, step, index)


def _write_has_no_choice(flow: Flow, step: AskStep, index: int) -> None:
    """Replace the function ``has_no_choice``: a seat with one answer left keeps it."""
    body = Body()
    body.add(f"many = list_numbers{index}(v, p)")
    with body.block("if many == 1"):
        body.add(f"v[SLOTS + {step.slot} + p] = {step.as_cell('v[OFFERS]')}")
    body.add("return many < 2")
    flow.source.add(f"has_no_choice{index}", ("p",), body)
