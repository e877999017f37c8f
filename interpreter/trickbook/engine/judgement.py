"""Moves as text: what is meant, and the clause that forbids it, if one does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from trickbook.cards.combinations import parse
from trickbook.cards.deck import CardError
from trickbook.engine.moves import DONE, MoveError, answer_text
from trickbook.engine.plays import rounds
from trickbook.problems import nearest, shown
from trickbook.problems.remedies import meant
from trickbook.texts.message import Message, either, listing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trickbook.cards.combinations import Selections
    from trickbook.core.state import State
    from trickbook.engine.ask import AskStep
    from trickbook.engine.engine import Engine
    from trickbook.engine.plays import Playable
    from trickbook.engine.tricks import TrickStep
    from trickbook.expression.types import Clause
    from trickbook.texts.message import Listing

MOST_LISTED: Final = 20
"""So many numbers are listed one by one."""


def judge_answer(
    step: AskStep, engine: Engine, s: State, seat: int, written: str
) -> tuple[Any, Clause | None]:
    """An answer, and the rule that forbids it, if one does; MoveError for what is no answer at all."""
    if step.how == "freely" and written == DONE:
        return DONE, None
    if step.source is not None:
        return _chosen(step, engine, s, seat, written)
    values = {answer_text(value): value for value in step.values(s, seat)}
    allowed = {answer_text(value): value for value in step.answers(engine, s, seat)}
    if written in allowed:
        return allowed[written], None
    if written in values and (clause := step.forbids(engine, s, seat, values[written])):
        return values[written], clause
    answers = [*([DONE] if step.how == "freely" else []), *allowed]
    near = None if written.strip("-").isdigit() else nearest(written, answers)
    hint = Message("it is one of {list}", list=answer_list(answers))
    if near:
        hint = meant(near)
    template = "{move} is not an answer to {name}; {what}"
    raise MoveError(Message(template, move=shown(written), name=step.name, what=hint))


def answer_list(answers: Sequence[str]) -> Listing:
    """List answers; of many numbers, the first and the last."""
    numbers = [word for word in answers if word.isdigit()]
    if len(numbers) <= MOST_LISTED:
        return listing(answers)
    words = [word for word in answers if not word.isdigit()]
    whole = int(numbers[-1]) - int(numbers[0]) == len(numbers) - 1
    ends = {"number_low": numbers[0], "number_high": numbers[-1]}
    span = Message("the numbers from {number_low} to {number_high}", **ends)
    if not whole:
        template = "{number} of the numbers from {number_low} to {number_high}"
        span = Message(template, number=str(len(numbers)), **ends)
    return listing([*words, span])


def _chosen(step: AskStep, engine: Engine, s: State, seat: int, written: str) -> tuple[Any, Clause | None]:
    """Understand a choice of cards."""
    assert step.source is not None  # noqa: S101 - seen by the caller
    selections = step.selections(engine, s, seat)
    try:
        cards = parse(selections.deck, written, s.value(step.source, seat), selections.marked)
    except CardError as error:
        both = {"what_one": error.message, "what_other": _choices(step, selections)}
        what, template = (
            Message("{what_one}; {what_other}", **both),
            "seat {number} cannot choose {move}: {what}",
        )
        raise MoveError(Message(template, number=seat, move=shown(written), what=what)) from None
    if clause := step.forbids(engine, s, seat, cards):
        return cards, clause
    low, high = selections.low, selections.high
    if not low <= cards.bit_count() <= high:
        template = "seat {number} chooses {what} cards for {name}, not {number_found}"
        many, found = _span(low, high), cards.bit_count()
        raise MoveError(Message(template, number=seat, what=many, name=step.name, number_found=found))
    return cards, None


def _choices(step: AskStep, selections: Selections) -> Message:
    """Say how many cards a choice takes."""
    low, high = selections.low, selections.high
    words = ["`none`"] * (low == 0) + [f"`{DONE}`"] * (step.how == "freely")
    template = "{name} takes {what} card" if high == 1 else "{name} takes {what} cards"
    message = Message(template, name=step.name, what=_span(low, high))
    return Message("{what} or {list}", what=message, list=either(words)) if words else message


def _span(low: int, high: int) -> Message:
    if low == high:
        return Message("{number}", number=low)
    return Message("{number_low} to {number_high}", number_low=low, number_high=high)


def judge_play(
    step: TrickStep, engine: Engine, s: State, seat: int, written: str, playable: Playable
) -> tuple[int, Clause | None]:
    """A play, and the clause that forbids it, if one does; MoveError for what is no play at all."""
    try:
        play = parse(engine.layout.deck, written, s.value(step.source, seat), engine.marked(s))
    except CardError as error:
        template = "seat {number} cannot play {move}: {what}"
        message = Message(template, number=seat, move=shown(written), what=error.message)
        raise MoveError(message) from None
    found = stand_in(engine, s, step.plays(engine, s, seat, playable), play)
    if found is not None:
        return found, None
    candidates = step.candidates(engine, s, seat)
    found = stand_in(engine, s, candidates, play)
    if found is None:
        template = "seat {number} cannot play {number_cards} cards at once"
        raise MoveError(Message(template, number=seat, number_cards=play.bit_count()))
    narrowing = rounds(step.clauses(s), s, seat, candidates)
    return found, next((clause for clause, _, left in narrowing if found not in left), None)


def stand_in(engine: Engine, s: State, candidates: Sequence[int], play: int) -> int | None:
    """The candidate that looks like a play."""
    if play in candidates:
        return play
    marked = engine.marked(s)
    wanted = engine.layout.deck.written(play, marked)
    return next((c for c in candidates if engine.layout.deck.written(c, marked) == wanted), None)
