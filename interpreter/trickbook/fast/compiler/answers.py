"""Answers as programs: what may be answered, how a seat chooses, and what follows."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from trickbook.engine.answers import MOST_NUMBERS, MOST_WEIGHED
from trickbook.engine.ask import MOST_ANSWERS
from trickbook.fast.compiler import duck, outside
from trickbook.fast.compiler.events import destination_pile, event_happens, lay_cards, store_value
from trickbook.fast.compiler.narrowing import ANSWER, narrow_candidates, narrow_choice
from trickbook.fast.instructions import NumberRegister, Op

if TYPE_CHECKING:
    from collections.abc import Callable

    from trickbook.engine.ask import AskStep
    from trickbook.engine.engine import Engine
    from trickbook.fast.compiler.match_end import OutcomePreview
    from trickbook.fast.compiler.writer import Writer
    from trickbook.state import Pile


class QuestionProgram(NamedTuple):
    """A question being compiled: who is asked, from which seat on, whether anybody had a choice.

    ``actor`` is the seat that acts in the event that it waits for, else the dealer. ``kept`` are registers
    for each seat's answer, ``goals`` for the piles that cards go to; ``stuck`` and ``endless`` are where the
    program goes without an answer, or after too many.
    """

    step: AskStep
    engine: Engine
    actor: int
    asked: int
    first: int
    rounds: int
    kept: int
    goals: int
    outlook: OutcomePreview
    stuck: int
    endless: int

    @property
    def cards(self) -> bool:
        """Whether cards are chosen."""
        return self.step.source is not None


def offer_answers(w: Writer, q: QuestionProgram) -> None:
    """Make the answers that the rules leave to the seat the candidates."""
    step = q.step
    if step.names:
        w.do(Op.NAMES, w.answer_block(step), len(step.names))
    else:
        assert step.low is not None and step.high is not None  # noqa: PT018, S101 - numbers go from to
        most = MOST_WEIGHED if step.weighs else MOST_NUMBERS
        w.do(Op.NUMBERS, w.find(step.low), w.find(step.high), most)
    if step.weighs:
        _weigh(w, q)
    narrow_candidates(w, step.rules, ANSWER, w.named_answers(step))


def _weigh(w: Writer, q: QuestionProgram) -> None:
    """Compute the outcome of each answer."""
    place, kind = w.slots[q.step.slot], q.step.type.kind
    with w.scratch():
        seat, before = w.gives(Op.SEAT_NOW), w.gives(Op.OWN, place)
        w.do(Op.FIRST)
        end, again = w.label(), w.here()
        w.do(Op.NEXT, ANSWER, d=end)
        store_value(w, kind, NumberRegister.ANSWER, place, owned=True)
        w.do(Op.CALL, q.outlook.back, d=q.outlook.place)
        w.do(Op.SEAT, seat)
        w.do(Op.WEIGH, q.outlook.told, w.seats * w.parts + 2)
        w.do(Op.JUMP, d=again)
        w.here(end)
        store_value(w, kind, before, place, owned=True)


def choose_answer(w: Writer, q: QuestionProgram, silent: int | None = None) -> None:
    """Let the seat choose; its answer is kept until it is settled.

    Where nothing need be said, the program goes to ``silent`` if there is nothing that may be.
    """
    with w.scratch():
        if q.cards:
            _choose_cards(w, q)
            return
        offer_answers(w, q)
        if silent is None or not q.step.always:
            w.do(Op.UNLESS, w.gives(Op.OFFERED), d=q.stuck if silent is None else silent)
        if w.outside:
            outside.ask_answer(w, q.step, silent=silent is not None)
        else:
            w.do(Op.ANY_OF if silent is None else Op.ANY_OR_DONE, ANSWER, int(q.step.ladder))
            duck.duck_answer(w, q)
        w.do(Op.OWN_PUT, NumberRegister.ANSWER, d=q.kept)
        _count(w, q)


def _choose_cards(w: Writer, q: QuestionProgram) -> None:
    """Choose among the cards that the rules leave; freely, at least one, or to be done."""
    step = q.step
    assert step.source is not None and step.low is not None and step.high is not None  # noqa: PT018, S101
    pool, chosen = w.sets(), w.sets()
    w.do(Op.CARDS, w.find(step.source), d=pool)
    low = w.find(step.low)
    least = w.gives(Op.LEAST, low, w.gives(Op.COUNT, pool))
    narrow_choice(w, step.rules, pool, least)
    freely = step.how == "freely"
    least = w.gives(Op.MOST, low, w.number(1)) if freely else w.gives(Op.LEAST, low, w.gives(Op.COUNT, pool))
    if w.outside:
        outside.ask_cards(w, pool, (least, w.find(step.high)), chosen, freely=freely)
    elif freely:
        w.do(Op.CHOOSE_OR_PASS, pool, least, w.find(step.high), chosen)
        duck.duck_shows_nothing(w, chosen)
    else:
        w.do(Op.CHOOSE_SOME, pool, least, w.find(step.high), chosen)
        w.do(Op.WHEN, NumberRegister.PASSED, d=q.stuck)
        duck.duck_gift(w, pool, least, chosen)
    w.do(Op.CARDS_PUT, chosen, d=q.kept)
    _count(w, q)


def _count(w: Writer, q: QuestionProgram) -> None:
    """Count the answer; a repeated question has a limit of answers in a deal."""
    w.log()
    if q.step.how == "freely" or q.step.again:
        w.do(Op.BELOW, w.number(MOST_ANSWERS), w.logged, d=q.endless)


def settle_answers(w: Writer, q: QuestionProgram, seats: int) -> None:
    """Settle the answers of some seats; chosen cards are moved all at once."""
    to = q.step.to
    if to:
        w.each(seats, lambda: w.do(Op.OWN_PUT, destination_pile(w, to), d=q.goals))
    w.each(seats, lambda: _keep(w, q))
    if to:
        w.each(seats, lambda: _lay(w, q, to.pile))
    announce_answers(w, q, seats)


def _keep(w: Writer, q: QuestionProgram) -> None:
    """Store the seat's answer, and remove cards that go elsewhere."""
    kind, place = q.step.type.kind, w.slots[q.step.slot]
    with w.scratch():
        if not q.cards:
            store_value(w, kind, w.gives(Op.OWN, q.kept), place, owned=True)
            return
        cards = joined = w.gives_cards(Op.CARDS_OWN, q.kept)
        if q.step.how == "freely":
            joined = w.gives_cards(Op.JOIN, cards, w.gives_cards(Op.CARDS_OWN, place))
        store_value(w, kind, joined, place, owned=True)
        if q.step.to:
            _take(w, q, cards)


def _lay(w: Writer, q: QuestionProgram, pile: Pile) -> None:
    """Lay the seat's cards on their pile."""
    with w.scratch():
        lay_cards(w, pile, w.gives(Op.OWN, q.goals), w.gives_cards(Op.CARDS_OWN, q.kept), taken=True)


def _take(w: Writer, q: QuestionProgram, cards: int) -> None:
    """Remove the cards that go elsewhere."""
    nobody, source = w.label(), q.step.source
    w.do(Op.BELOW, w.gives(Op.OWN, q.goals), w.number(0), d=nobody)
    if source is not None and source.does == "own pile":
        pile = w.piles + source.detail
        w.do(Op.CARDS_PUT, w.gives_cards(Op.WITHOUT, w.gives_cards(Op.CARDS_OWN, pile), cards), d=pile)
    else:
        w.do(Op.TAKE, cards)
    w.here(nobody)


def announce_answers(w: Writer, q: QuestionProgram, seats: int) -> None:
    """Announce the answers of some seats, if any step or fact depends on them."""
    if q.engine.changed.get(q.step.name) or q.engine.upon.get(q.step.name):
        each_asked(w, q, seats, lambda: event_happens(w, q.engine, q.step.name))


def each_asked(w: Writer, q: QuestionProgram, seats: int, body: Callable[[], None]) -> None:
    """Do something for each of some seats, in the order in which they are asked."""
    with w.scratch():
        left = w.gives(Op.COPY, seats)
        again, end = w.here(), w.label()
        w.do(Op.ROUND, left, q.first, d=end)
        body()
        w.do(Op.JUMP, d=again)
        w.here(end)
