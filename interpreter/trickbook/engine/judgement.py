"""Moves as text: what is meant, and the clause that forbids it, if one does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from trickbook.cards.combinations import parse
from trickbook.cards.deck import CardError
from trickbook.engine.answers import DONE
from trickbook.engine.clauses import culprit
from trickbook.engine.moves import MoveError, answer_text
from trickbook.problems import nearest, shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trickbook.cards.combinations import Selections
    from trickbook.core.state import State
    from trickbook.engine.ask import AskStep
    from trickbook.engine.engine import Engine
    from trickbook.engine.plays import Playable
    from trickbook.engine.tricks import TrickStep
    from trickbook.expression.clause import Clause

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
    hint = f"did you mean {near}?" if near else f"it is one of {answer_list(answers)}"
    raise MoveError(f"{shown(written)} is not an answer to {step.name}; {hint}")


def answer_list(answers: Sequence[str]) -> str:
    """List answers; of many numbers, the first and the last."""
    numbers = [word for word in answers if word.isdigit()]
    if len(numbers) <= MOST_LISTED:
        return ", ".join(answers)
    words = [word for word in answers if not word.isdigit()]
    whole = int(numbers[-1]) - int(numbers[0]) == len(numbers) - 1
    span = f"the numbers from {numbers[0]} to {numbers[-1]}"
    return ", ".join([*words, span if whole else f"{len(numbers)} of {span}"])


def _chosen(step: AskStep, engine: Engine, s: State, seat: int, written: str) -> tuple[Any, Clause | None]:
    """Understand a choice of cards."""
    assert step.source is not None  # noqa: S101 - seen by the caller
    selections = step.selections(engine, s, seat)
    try:
        cards = parse(selections.deck, written, s.value(step.source, seat), selections.marked)
    except CardError as error:
        raise MoveError(
            f"seat {seat} cannot choose {shown(written)}: {error}; {_choices(step, selections)}"
        ) from None
    if clause := step.forbids(engine, s, seat, cards):
        return cards, clause
    low, high = selections.low, selections.high
    if not low <= cards.bit_count() <= high:
        raise MoveError(
            f"seat {seat} chooses {_span(low, high)} cards for {step.name}, not {cards.bit_count()}"
        )
    return cards, None


def _choices(step: AskStep, selections: Selections) -> str:
    """What a choice of cards may be."""
    low, high = selections.low, selections.high
    words = ["`none`"] * (low == 0) + [f"`{DONE}`"] * (step.how == "freely")
    cards = f"{_span(low, high)} card{'s' * (high != 1)}"
    return f"{step.name} takes {' or '.join([cards, *words])}"


def _span(low: int, high: int) -> str:
    return f"{low}" if low == high else f"{low} to {high}"


def judge_play(
    step: TrickStep, engine: Engine, s: State, seat: int, written: str, playable: Playable
) -> tuple[int, Clause | None]:
    """A play, and the clause that forbids it, if one does; MoveError for what is no play at all."""
    try:
        play = parse(engine.layout.deck, written, s.value(step.source, seat), engine.marked(s))
    except CardError as error:
        raise MoveError(f"seat {seat} cannot play {shown(written)}: {error}") from None
    found = stand_in(engine, s, step.plays(engine, s, seat, playable), play)
    if found is not None:
        return found, None
    candidates = step.candidates(engine, s, seat)
    found = stand_in(engine, s, candidates, play)
    if found is None:
        raise MoveError(f"seat {seat} cannot play {play.bit_count()} cards at once")
    return found, culprit(step.clauses(s), s, seat, candidates, found)


def stand_in(engine: Engine, s: State, candidates: Sequence[int], play: int) -> int | None:
    """The candidate that looks like a play."""
    if play in candidates:
        return play
    marked = engine.marked(s)
    wanted = engine.layout.deck.written(play, marked)
    return next((c for c in candidates if engine.layout.deck.written(c, marked) == wanted), None)
