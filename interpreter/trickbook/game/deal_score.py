"""Scoring a finished deal: what it counts for each seat, from the cards that each has taken."""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from typing import TYPE_CHECKING, Any

from trickbook.cards.deck import numbers
from trickbook.cards.pack import Pack
from trickbook.engine.ask import AskStep
from trickbook.engine.moves import MoveError, answer_text
from trickbook.game.position import check_tricks, fresh, trick_step
from trickbook.problems import TrickbookError, described, nearest, shown, within
from trickbook.problems.arguments import listed, mapped
from trickbook.sections.conversion import remember
from trickbook.state import Trick
from trickbook.texts.message import Message, listing

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from trickbook.cards.deck import Cards
    from trickbook.core.state import State
    from trickbook.sections.compiled import CompiledRules


def final_state(engine: CompiledRules, taken: Sequence[Cards], exposed: Cards, **moment: Any) -> State:
    """Set up the end of a deal: the cards each seat has taken, and what was exposed.

    ``moment`` may hold ``scores``, ``facts``, the number of the ``deal`` and its ``dealer``, and ``tricks``,
    how many each seat has taken; without them, one for each seat that has cards.
    """
    state, pack = _numbered_deal(engine, moment), Pack(engine.deck)
    piles, base = list(state.piles), engine.taken
    for seat, cards in enumerate(taken):
        piles[base + seat] = pack.take(cards)
    pack.mark(exposed)
    piles[engine.exposed] = pack.marked
    piles[engine.played] = sum(piles[base : base + len(taken)])
    state.piles = piles
    won = moment.get("tricks")
    if won is None:
        won = [int(piles[base + seat] > 0) for seat in range(len(taken))]
    if len(listed("tricks", won, Message("numbers, one for each seat"))) != engine.layout.seats:
        template = "{number_found} numbers of tricks for {number} seats"
        raise TrickbookError(Message(template, number_found=len(won), number=engine.layout.seats))
    for number in won:
        within(Message("the number of tricks"), number, 0, len(engine.deck.names))
    if moment.get("tricks") is not None:
        check_tricks(engine, sum(won), engine.deck.cards)
    state.tricks = tuple(won)
    state.done = (Trick((), None),) * sum(won)
    remember(engine, state, moment.get("facts") or {})
    engine.rest(state)
    return state


def _numbered_deal(engine: CompiledRules, moment: Mapping[str, Any]) -> State:
    """A fresh state of a deal by its number, dealt by whose turn it is unless something else is said."""
    layout, number, dealer = engine.layout, moment.get("deal"), moment.get("dealer")
    if number is not None:
        within("deal", number, 1, engine.ending.most)
    if dealer is not None:
        within("dealer", dealer, 0, layout.seats - 1)
    usual = 0 if number is None else (layout.first + (number - 1) * layout.turn) % layout.seats
    state = fresh(engine, moment.get("scores"), usual if dealer is None else dealer)
    state.match = state.match._replace(deal=number or 1)
    return state


def score(engine: CompiledRules, state: State, decide: Mapping[int, Any]) -> list[int]:
    """The points of a finished deal, for each seat; what players must decide is looked up in ``decide``."""
    for seat in mapped("decide", decide, int, Message("answers")):
        within(Message("a seat that decides"), seat, 0, engine.layout.seats - 1)
    asked: dict[str, list[int]] = {}
    for step, seats in questions(engine, state):
        for seat in seats:
            answer = _decision(engine, state, step, seat, decide.get(seat))
            state.program.remember(state.v, step.slot + seat, [answer])
            asked.setdefault(step.name, []).append(seat)
    _check_decisions(decide, asked)
    return list(engine.score(state))


def _check_decisions(decide: Mapping[int, Any], asked: Mapping[str, Sequence[int]]) -> None:
    """Check that each seat with a decision was asked for it; TrickbookError names who is asked for what."""
    rest = _question_list(asked)
    for seat, answer in decide.items():
        open_ = [step for step, seats in asked.items() if seat in seats]
        if not open_:
            template = "seat {number} has nothing to decide here: {what}"
            raise TrickbookError(Message(template, number=seat, what=rest))
        for step in answer if isinstance(answer, Mapping) else ():
            if step not in open_:
                raise TrickbookError(_not_asked(seat, step, open_, rest))


def _question_list(asked: Mapping[str, Sequence[int]]) -> Message:
    """Say who is asked for what."""
    each = [
        Message("{name} is asked of {list}", name=step, list=listing(seats)) for step, seats in asked.items()
    ]
    if not each:
        return Message("nothing is asked")
    return reduce(
        lambda one, other: Message("{what_one}; {what_other}", what_one=one, what_other=other), each
    )


def _not_asked(seat: int, step: object, asked: Sequence[str], rest: Message) -> Message:
    """Tell that a seat is not asked for what it decides."""
    named = shown(step) if isinstance(step, str) else described(step)
    if near := nearest(step, asked) if isinstance(step, str) else None:
        message = Message("seat {number} is not asked for {text} here", number=seat, text=named)
        return Message("{what}; did you mean {name}?", what=message, name=near)
    return Message("seat {number} is not asked for {text} here: {what}", number=seat, text=named, what=rest)


def questions(engine: CompiledRules, state: State) -> Iterator[tuple[AskStep, Sequence[int]]]:
    """The questions after the tricks for a number or a name, each with the seats that it asks."""
    for step in engine.steps[engine.steps.index(trick_step(engine)) + 1 :]:
        if isinstance(step, AskStep) and step.source is None and step.who and state.holds(step.when, 0):
            yield step, numbers(state.value(step.who) & ~state.resting)


def _decision(engine: CompiledRules, state: State, step: AskStep, seat: int, decision: Any) -> Any:
    """The answer of a seat: what it said, to this question or to any, or the only one there is."""
    allowed = {answer_text(value): value for value in step.answers(engine, state, seat)}
    word = decision.get(step.name) if isinstance(decision, Mapping) else decision
    if word is None and len(allowed) == 1:
        return next(iter(allowed.values()))
    if word is None:
        template = "seat {number} must decide {name}: one of {list}; say it with decide={text}"
        known, text = listing(allowed), f"{{{seat}: …}}"
        raise MoveError(Message(template, number=seat, name=step.name, list=known, text=text))
    return step.read(
        engine, state, seat, answer_text(word) if isinstance(word, str | bool) else described(word)
    )
