"""The course of a match as a program: deal after deal, step after step, to the points."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from trickbook.cards.gaussian import parts
from trickbook.engine.ask import AskStep
from trickbook.engine.course.automatic import MOST_REPEATS
from trickbook.engine.repeat import EndStep, RepeatStep
from trickbook.engine.tricks import TrickStep
from trickbook.expression.orders import declared
from trickbook.expression.types import Kind
from trickbook.fast.compiler import deal_report, duck, match_end, orders, points
from trickbook.fast.compiler.assembler import ENDLESS_CODE, BeyondError
from trickbook.fast.compiler.choices import CHOICE_TERMS
from trickbook.fast.compiler.complex_numbers import COMPLEX_TERMS
from trickbook.fast.compiler.events import event_happens, move_fact, run_step, stored_copies
from trickbook.fast.compiler.fact_starts import start_fact
from trickbook.fast.compiler.narrowing import only_when
from trickbook.fast.compiler.questions import ask_question
from trickbook.fast.compiler.resting import find_resting, pass_deal_on
from trickbook.fast.compiler.runs import RUN_TERMS
from trickbook.fast.compiler.standing import standing
from trickbook.fast.compiler.terms import CARD_TERMS, NUMBER_TERMS
from trickbook.fast.compiler.trick_winner import AHEAD_TERMS
from trickbook.fast.compiler.tricks import play_tricks
from trickbook.fast.compiler.words import word_makers
from trickbook.fast.compiler.writer import Writer
from trickbook.fast.instructions import CardRegister, NumberRegister, Op

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trickbook.batch.duck_data import DuckData
    from trickbook.engine.engine import Step
    from trickbook.expression.types import Term
    from trickbook.fast.compiler.assembler import Program
    from trickbook.fast.compiler.outside import Numbering
    from trickbook.sections.compiled import CompiledRules


def program(
    engine: CompiledRules,
    ducks: DuckData | None = None,
    outside: Numbering | None = None,
    *,
    stepwise: bool = False,
) -> Program:
    """Return the program of an engine, in which players may duck; BeyondError for what is impossible.

    A ``stepwise`` program makes each choice by an instruction of its own. With the numbers of actions, it
    stops at each choice, which comes from ``outside``.
    """
    whole = partial(_whole, engine, ducks, outside, stepwise=stepwise)
    writer, made = whole(sees_last=False)
    if writer.sees_last:
        _, made = whole(sees_last=True)
    return made


def _whole(
    engine: CompiledRules,
    ducks: DuckData | None,
    outside: Numbering | None,
    *,
    stepwise: bool,
    sees_last: bool,
) -> tuple[Writer, Program]:
    """Return a whole program; ``sees_last`` says whether anything in it depends on the last trick."""
    words = word_makers()
    makers = {
        Kind.NUMBER: {**NUMBER_TERMS, **CHOICE_TERMS, **orders.ORDER_TERMS, **AHEAD_TERMS, **words},
        Kind.COMPLEX: {**COMPLEX_TERMS, **words},
        Kind.CARDS: {**CARD_TERMS, **orders.ORDER_TERMS, **AHEAD_TERMS, **RUN_TERMS, **words},
    }
    w = Writer(engine.program, _slots(engine), makers, ducks, rests=bool(engine.resting))
    w.orders, w.outside = declared(engine.scope), outside
    w.stepwise = stepwise or ducks is not None or outside is not None
    try:
        w.standing = standing(w)
        told = _write(w, engine, sees_last=sees_last)
        orders.tell_standing(w)
    except BeyondError as beyond:
        where = f"{w.about.place}: `{w.about.name}` asks for " if w.about else "the ruleset asks for "
        raise BeyondError(f"{where}{beyond}, which the fast engine cannot do") from None
    return w, w.finish(tuple(told.columns), w.places())


def _write(w: Writer, engine: CompiledRules, *, sees_last: bool) -> deal_report.DealReport:
    if w.ducks:
        duck.check_duck(w, engine)
    outlook = match_end.OutcomePreview(w.label(), w.numbers(), w.numbers(w.seats * w.parts + 2))
    _begin_match(w, engine)
    told, deal = deal_report.deal_report(w, engine), w.here()
    _begin_deal(w, engine)
    deal_report.restore_facts(w, engine, told)
    if w.rests:
        pass_deal_on(w, engine, told.passing, deal)
    w.ask = lambda step: ask_question(w, engine, step, outlook)
    places = [w.label() for _ in range(len(engine.steps) + 1)]
    for step, place in zip(engine.steps, places, strict=False):
        w.here(place)
        w.about = step.entry
        find_resting(w, engine)
        w.do(Op.SEAT, NumberRegister.DEALER)
        with only_when(w, step.when), w.scratch():
            if isinstance(step, TrickStep):
                play_tricks(w, engine, step, sees_last=sees_last)
            else:
                _take(w, engine, step, places)
    w.here(places[-1])
    points.score_deal(w, engine)
    deal_report.emit_report(w, engine, told, deal)
    match_end.preview_outcome(w, engine, outlook)
    return told


def _take(w: Writer, engine: CompiledRules, step: Step, places: Sequence[int]) -> None:
    """Take a step that plays no tricks; one that asks nobody is an event by itself."""
    match step:
        case AskStep() if step.asks:
            w.ask(step)
        case RepeatStep():
            _go_back(w, engine, step, places)
        case EndStep():
            _end(w, engine, step, places)
        case _:
            run_step(w, step)
            event_happens(w, engine, step.name)


def _go_back(w: Writer, engine: CompiledRules, step: RepeatStep, places: Sequence[int]) -> None:
    """Go on at an earlier step, unless that was often enough."""
    event_happens(w, engine, step.name)
    _repeat(w, places[step.first])


def _repeat(w: Writer, place: int) -> None:
    w.do(Op.ADD, NumberRegister.REPEATS, w.number(1), d=NumberRegister.REPEATS)
    w.do(Op.BELOW, NumberRegister.REPEATS, w.number(MOST_REPEATS + 1), d=place)
    w.do(Op.FAIL, ENDLESS_CODE)


def _end(w: Writer, engine: CompiledRules, step: EndStep, places: Sequence[int]) -> None:
    """Go on behind the last step, or reset everything but lasting facts and go on at the first."""
    if step.word is not None:
        event_happens(w, engine, step.name)
        w.do(Op.JUMP, d=places[-1])
        return
    with w.scratch():
        lasting = [fact for fact in engine.facts if fact.lasting]
        kept = [stored_copies(w, fact) for fact in lasting]
        _reset(w, engine)
        for fact, place in zip(lasting, kept, strict=True):
            move_fact(w, fact, place, w.slots[fact.slot])
    w.do(Op.SEAT, NumberRegister.DEALER)
    event_happens(w, engine, step.name)
    _repeat(w, places[0])


def _slots(engine: CompiledRules) -> dict[int, tuple[Kind, int]]:
    """Return what is stored from each slot on, and in how many: one for each seat, or one."""
    words = {slot: _word(engine, name) for name, slot in engine.layout.slots.items()}
    seats = engine.layout.seats
    return {slot: (word.type.kind, seats if word.does == "own slot" else 1) for slot, word in words.items()}


def _word(engine: CompiledRules, name: str) -> Term:
    """Return a stored word: a fact, or the answer to a question."""
    return engine.context.symbols[name](engine.scope)


def _begin_match(w: Writer, engine: CompiledRules) -> None:
    """Set the starting scores; the dealer follows from the number of the deal."""
    layout = engine.layout
    for part, start in enumerate(parts(engine.ending.starts)[: w.parts]):
        w.do(Op.FILL, w.number(start), w.seats, d=w.scores + part * w.seats)
    with w.scratch():
        before = w.gives(Op.SUBTRACT, NumberRegister.DEAL, w.number(1))
        away = w.gives(Op.MULTIPLY, before, w.number(layout.turn))
        place = w.gives(Op.ADD, away, w.number(layout.first))
        w.do(Op.MODULO, place, w.number(layout.seats), d=NumberRegister.DEALER)


def _begin_deal(w: Writer, engine: CompiledRules) -> None:
    """Begin a deal with all that is counted in it at zero."""
    for register in (NumberRegister.REPEATS, w.logged):
        w.do(Op.COPY, w.number(0), d=register)
    w.do(Op.FILL, w.number(0), w.seats, d=w.exposed)
    w.do(Op.BEGIN)
    _reset(w, engine)


def _reset(w: Writer, engine: CompiledRules) -> None:
    """Put a fresh pack aside, and reset everything."""
    layout = engine.layout
    w.do(Op.CLEAR, b=layout.places, d=w.piles)
    w.do(Op.CARDS, w.cards(engine.deck.cards), d=w.piles + layout.piles["aside"].base)
    w.do(Op.CLEAR, b=2, d=CardRegister.LED)
    for register in (
        NumberRegister.TRICKS,
        NumberRegister.PLAYS,
        NumberRegister.LAST,
        NumberRegister.TAKER,
    ):
        w.do(Op.COPY, w.number(0), d=register)
    w.do(Op.COPY, w.number(-1), d=NumberRegister.LEADER)
    if w.rests:
        w.do(Op.COPY, w.number(0), d=NumberRegister.RESTING)
    w.do(Op.FILL, w.number(0), w.seats, d=NumberRegister.WON)
    for name, slot in layout.slots.items():
        _blank(w, _word(engine, name), slot)
    w.do(Op.SEAT, NumberRegister.DEALER)
    for lasting in (True, False):
        for fact in engine.facts:
            if fact.lasting == lasting:
                start_fact(w, fact)


def _blank(w: Writer, word: Term, slot: int) -> None:
    """Reset a stored value: no fact, no answer."""
    many = w.seats if word.does == "own slot" else 1
    if word.type.kind is Kind.CARDS:
        w.do(Op.CLEAR, b=many, d=w.slots[slot])
    else:
        none = w.number(-1 if word.type.kind is Kind.CHOICE else 0)
        w.do(Op.FILL, none, 2 * many if word.type.kind is Kind.COMPLEX else many, d=w.slots[slot])
