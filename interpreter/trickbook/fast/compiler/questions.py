"""Questions as programs: asked together, in turn or freely, for cards, numbers or names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickbook.engine.course.questions import MOST_ROUNDS
from trickbook.fast.compiler.answers import (
    QuestionProgram,
    announce_answers,
    choose_answer,
    offer_answers,
    settle_answers,
)
from trickbook.fast.compiler.assembler import ENDLESS_CODE, STUCK_CODE, QuestionRegisters
from trickbook.fast.compiler.events import event_happens, store_value
from trickbook.fast.compiler.narrowing import ANSWER
from trickbook.fast.instructions import NumberRegister, Op

if TYPE_CHECKING:
    from trickbook.engine.ask import AskStep
    from trickbook.engine.engine import Engine
    from trickbook.fast.compiler.match_end import OutcomePreview
    from trickbook.fast.compiler.writer import Writer


def ask_question(w: Writer, engine: Engine, step: AskStep, outlook: OutcomePreview) -> None:
    """Ask a question, round after round if it is repeated."""
    q = _question(w, engine, step, outlook)
    w.do(Op.COPY, w.number(0), d=q.rounds)
    again, done = w.here(), w.label()
    w.do(Op.SEAT, q.actor)
    _gather(w, q)
    if not (step.until or step.again):
        w.do(Op.UNLESS, q.asked, d=done)
    {"together": _together, "in_turn": _in_turn, "freely": _freely}[step.how](w, q, done)
    w.do(Op.SEAT, q.actor)
    if step.until:
        w.when(step.until, done)
    if step.again:
        w.unless(step.again, done)
        w.do(Op.ADD, q.rounds, w.number(1), d=q.rounds)
        with w.scratch():
            w.do(Op.BELOW, q.rounds, w.number(MOST_ROUNDS), d=again)
        w.do(Op.JUMP, d=q.endless)
    else:
        w.do(Op.JUMP, d=done)
    for label, reason in ((q.stuck, STUCK_CODE), (q.endless, ENDLESS_CODE)):
        w.here(label)
        w.do(Op.FAIL, reason)
    w.here(done)
    w.do(Op.SEAT, q.actor)


def _question(w: Writer, engine: Engine, step: AskStep, outlook: OutcomePreview) -> QuestionProgram:
    """Return a question with its registers."""
    kept = w.sets(w.seats) if step.source else w.numbers(w.seats)
    asked, first, rounds, goals = w.numbers(), w.numbers(), w.numbers(), w.numbers(w.seats)
    actor = w.gives(Op.SEAT_NOW)
    return QuestionProgram(
        step, engine, actor, asked, first, rounds, kept, goals, outlook, w.label(), w.label()
    )


def _gather(w: Writer, q: QuestionProgram) -> None:
    """Find the seats to ask, and the first of them."""
    assert q.step.who is not None  # noqa: S101 - chance is asked elsewhere
    with w.scratch():
        w.do(Op.COPY, w.find(q.step.who), d=q.asked)
        if w.rests:
            w.do(Op.EXCEPT, q.asked, NumberRegister.RESTING, d=q.asked)
        first = w.gives(Op.COPY, w.find(q.step.first) if q.step.first else w.number(0))
        some = w.label()
        w.do(Op.WHEN, first, d=some)
        w.do(Op.COPY, w.everyone, d=first)
        w.here(some)
        w.do(Op.OR_ELSE, w.gives(Op.FOREMOST, first), w.number(0), d=q.first)


def _together(w: Writer, q: QuestionProgram, _done: int) -> None:
    """Let everybody choose, then settle all answers at once."""
    _spare(w, q)
    left = w.gives(Op.COPY, q.asked)
    again, settled = w.here(), w.label()
    _goes_on(w, q, again, left)
    end = w.label()
    w.do(Op.ROUND, left, q.first, d=end)
    choose_answer(w, q)
    w.do(Op.JUMP, d=again)
    w.here(end)
    w.do(Op.UNLESS, q.asked, d=settled)
    w.do(Op.COPY, w.number(0), d=q.rounds)
    settle_answers(w, q, q.asked)
    w.here(settled)


def _in_turn(w: Writer, q: QuestionProgram, done: int) -> None:
    """Ask one seat after the other; each knows the answers before. A seat without a choice is skipped."""
    again, end = w.here(), w.label()
    _goes_on(w, q, again, q.asked)
    if q.step.until:
        with w.scratch():
            seat = w.gives(Op.SEAT_NOW)
            w.do(Op.SEAT, q.actor)
            w.when(q.step.until, done)
            w.do(Op.SEAT, seat)
    w.do(Op.ROUND, q.asked, q.first, d=end)
    chosen, spared = w.label(), w.label()
    _unless_spared(w, q, spared)
    w.do(Op.JUMP, d=chosen)
    w.here(spared)
    event_happens(w, q.engine, q.step.name)
    w.do(Op.JUMP, d=again)
    w.here(chosen)
    choose_answer(w, q)
    w.do(Op.COPY, w.number(0), d=q.rounds)
    with w.scratch():
        settle_answers(w, q, w.gives(Op.SEAT_BIT))
    w.do(Op.JUMP, d=again)
    w.here(end)


def _freely(w: Writer, q: QuestionProgram, done: int) -> None:
    """Let anybody answer; after each answer all may answer again, until all are done."""
    if q.cards:
        _spare(w, q)
    with w.scratch():
        waiting, left = w.gives(Op.COPY, q.asked), w.numbers()
        again, end, passes = w.here(), w.label(), w.label()
        _goes_on(w, q, again, waiting)
        w.do(Op.UNLESS, waiting, d=end)
        if q.step.until:
            w.do(Op.SEAT, q.actor)
            w.when(q.step.until, done)
        w.do(Op.COPY, waiting, d=left)
        w.do(Op.ROUND, left, q.first, d=end)
        choose_answer(w, q, passes)
        w.do(Op.WHEN, NumberRegister.PASSED, d=passes)
        settle_answers(w, q, w.gives(Op.SEAT_BIT))
        w.do(Op.COPY, q.asked, d=waiting)
        w.do(Op.JUMP, d=again)
        w.here(passes)
        w.do(Op.EXCEPT, waiting, w.gives(Op.SEAT_BIT), d=waiting)
        w.do(Op.JUMP, d=again)
        w.here(end)


def _goes_on(w: Writer, q: QuestionProgram, place: int, left: int) -> None:
    """Note where the question goes on, as long as some seats are left."""
    w.questions[q.step.name] = QuestionRegisters(
        place, q.actor, q.asked, left, q.first, q.rounds, q.kept, q.cards
    )


# Who is spared


def _spare(w: Writer, q: QuestionProgram) -> None:
    """Skip every seat without a choice before anybody is asked."""
    if q.cards and (q.step.high is None or (q.step.high.constant and q.step.high.value > 0)):
        return
    with w.scratch():
        left, spared = w.gives(Op.COPY, q.asked), w.gives(Op.COPY, w.number(0))
        again, end, free = w.here(), w.label(), w.label()
        w.do(Op.ROUND, left, q.first, d=end)
        _unless_spared(w, q, free)
        w.do(Op.JUMP, d=again)
        w.here(free)
        w.do(Op.EITHER, spared, w.gives(Op.SEAT_BIT), d=spared)
        w.do(Op.JUMP, d=again)
        w.here(end)
        w.do(Op.EXCEPT, q.asked, spared, d=q.asked)
        announce_answers(w, q, spared)


def _unless_spared(w: Writer, q: QuestionProgram, spared: int) -> None:
    """Go to ``spared`` if the seat has no choice; a single answer is stored."""
    with w.scratch():
        if q.cards:
            if q.step.high is not None:
                w.do(Op.REACH, w.number(0), w.find(q.step.high), d=spared)
            return
        offer_answers(w, q)
        many, choice = w.gives(Op.OFFERED), w.label()
        if q.step.always:
            w.do(Op.UNLESS, many, d=spared)
            return
        w.do(Op.BELOW, w.number(1), many, d=choice)
        w.do(Op.UNLESS, many, d=spared)
        w.do(Op.ONE_OF, ANSWER)
        store_value(w, q.step.type.kind, NumberRegister.ANSWER, w.slots[q.step.slot], owned=True)
        w.do(Op.JUMP, d=spared)
        w.here(choice)
