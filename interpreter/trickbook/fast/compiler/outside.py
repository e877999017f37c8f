"""Choices from outside as programs: a seat is asked for one action after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from trickbook.fast.compiler.assembler import BeyondError
from trickbook.fast.compiler.narrowing import ANSWER
from trickbook.fast.instructions import ASK_CARDS, ASK_PLACES, ASK_PLAYS, ASK_VALUES, NumberRegister, Op

if TYPE_CHECKING:
    from collections.abc import Mapping

    from trickbook.engine.ask import AskStep
    from trickbook.engine.tricks import TrickStep
    from trickbook.fast.compiler.writer import Writer


UNNUMBERED_CODE: Final = 100
"""The machine gave up: an answer has no action. The place of the question in the numbering is added."""


class AnswerNumbers(NamedTuple):
    """The actions of a question: its first, the least number that may be answered, and how many there are."""

    first: int
    low: int
    many: int


class Numbering(NamedTuple):
    """The numbers of actions: those of each question that asks for no cards."""

    answers: Mapping[str, AnswerNumbers]


def ask_play(w: Writer, step: TrickStep, pool: int, chosen: int, *, listed: bool) -> None:
    """Ask for a play of one card, of a pool or of the candidates."""
    if step.low is not None:
        raise BeyondError("plays of several cards")
    with w.scratch():
        w.do(Op.COPY, w.number(0), d=NumberRegister.PASSED)
        said, owner = w.numbers(), None
        if step.played_by is not None:
            owner = w.gives(Op.SEAT_NOW)
            w.do(Op.SEAT, w.gives(Op.OR_ELSE, w.gives(Op.FOREMOST, w.find(step.played_by)), owner))
        w.do(Op.ASK, ASK_PLAYS if listed else ASK_CARDS, pool, d=said)
        if owner is not None:
            w.do(Op.SEAT, owner)
        w.do(Op.HEARD, said, pool, d=chosen)


def ask_answer(w: Writer, step: AskStep, *, silent: bool) -> None:
    """Ask for one of the candidates, or to be done."""
    assert w.outside is not None  # noqa: S101 - seen by the caller
    first, low, _ = w.outside.answers[step.name]
    _answers_have_numbers(w, w.outside, step)
    done = w.label()
    with w.scratch():
        w.do(Op.COPY, w.number(int(silent)), d=NumberRegister.PASSED)
        said = w.numbers()
        base = w.number(first if step.names else first - low)
        w.do(Op.ASK, ASK_PLACES if step.names else ASK_VALUES, e=base, d=said)
        w.do(Op.WHEN, NumberRegister.PASSED, d=done)
        place = w.gives(Op.SUBTRACT, said, w.number(first))
        if step.names:
            w.do(Op.PICK, w.answer_block(step), place, d=NumberRegister.ANSWER)
        else:
            w.do(Op.ADD, place, w.number(low), d=NumberRegister.ANSWER)
    w.here(done)


def _answers_have_numbers(w: Writer, numbering: Numbering, step: AskStep) -> None:
    """Give up where a number may be answered that has no action, as it can where limits are computed."""
    if step.low is None or step.high is None or (step.low.constant and step.high.constant):
        return
    _, low, many = numbering.answers[step.name]
    beyond, fine = w.label(), w.label()
    with w.scratch():
        least, most = w.number(low), w.number(low + many - 1)
        w.do(Op.FIRST)
        again = w.here()
        w.do(Op.NEXT, ANSWER, d=fine)
        w.do(Op.BELOW, NumberRegister.ANSWER, least, d=beyond)
        w.do(Op.BELOW, most, NumberRegister.ANSWER, d=beyond)
        w.do(Op.JUMP, d=again)
        w.here(beyond)
        w.do(Op.FAIL, UNNUMBERED_CODE + list(numbering.answers).index(step.name))
        w.here(fine)


def ask_cards(w: Writer, pool: int, limits: tuple[int, int], chosen: int, *, freely: bool) -> None:
    """Ask for the cards of a selection one by one, until there are enough, or for none."""
    least, most = limits
    again, end = w.label(), w.label()
    with w.scratch():
        left, one, said = w.gives_cards(Op.CARDS, pool), w.sets(), w.numbers()
        some, many = w.gives(Op.MOST, least, w.number(1)), w.gives(Op.LEAST, most, w.gives(Op.COUNT, pool))
        w.do(Op.CLEAR, b=1, d=chosen)
        w.do(Op.REACH, many, some, d=again)
        w.do(Op.CLEAR, b=1, d=left)
        w.here(again)
        _may_be_done(w, chosen, least, some, freely=freely)
        w.do(Op.ASK, ASK_CARDS, left, d=said)
        w.do(Op.WHEN, NumberRegister.PASSED, d=end)
        w.do(Op.HEARD, said, left, d=one)
        w.do(Op.JOIN, chosen, one, d=chosen)
        w.do(Op.WITHOUT, left, one, d=left)
        with w.scratch():
            w.do(Op.BELOW, w.gives(Op.COUNT, chosen), many, d=again)
        w.here(end)
        with w.scratch():
            w.do(Op.IS, w.gives(Op.COUNT, chosen), w.number(0), d=NumberRegister.PASSED)


def _may_be_done(w: Writer, chosen: int, least: int, some: int, *, freely: bool) -> None:
    """Find whether the cards chosen so far are enough, or none and none will do."""
    with w.scratch():
        taken = w.gives(Op.COUNT, chosen)
        nothing = w.gives(Op.IS, taken, w.number(0))
        instead = w.number(1) if freely else w.gives(Op.UP_TO, least, w.number(0))
        enough = w.gives(Op.UP_TO, some, taken)
        w.do(Op.EITHER, enough, w.gives(Op.BOTH, nothing, instead), d=NumberRegister.PASSED)
