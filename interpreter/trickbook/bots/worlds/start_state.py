"""The start: the state when play began, or now if play has not begun.

Facts and answers are restored; the caller places the cards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from trickbook.cards import gaussian
from trickbook.cards.chance import stream
from trickbook.cards.deck import CardError
from trickbook.core.state import State
from trickbook.engine.ask import AskStep
from trickbook.engine.deal import DealStep, MoveStep
from trickbook.engine.facts import ANNOUNCEMENT, TURN
from trickbook.engine.moves import MoveError
from trickbook.engine.tricks import TrickStep
from trickbook.expression.types import Kind
from trickbook.problems import EndlessError, TrickbookError
from trickbook.sections.conversion import inner
from trickbook.state import Match

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from trickbook.engine.engine import Step
    from trickbook.engine.facts import Fact
    from trickbook.sections.compiled import CompiledRules

PLAY_EVENTS: Final = ("play", "trick", "end")
"""Events that happen only after play has begun."""


class WorldError(TrickbookError):
    """A view that does not come about in a world, or that cannot be played again."""


WORLD_ERRORS: Final[tuple[type[TrickbookError], ...]] = (CardError, EndlessError, MoveError, WorldError)
"""Errors after which another world or way is tried. All others are mistakes of ours, and are raised."""


def start_step(engine: CompiledRules, seen: Mapping[str, Any]) -> int:
    """Return the number of the start's step: the tricks, or the current step if it comes before them.

    WorldError for a question upon an event before the tricks.
    """
    phase = engine.phases.index(seen["phase"])
    tricks = next((n for n, step in enumerate(engine.steps) if isinstance(step, TrickStep)), phase)
    if phase > len(engine.steps) and seen["leader"] is None and not seen["tricks"]:
        raise WorldError(f"{seen['phase']} is asked in the middle of another step")
    return min(phase, tricks)


def before_tricks(engine: CompiledRules, seen: Mapping[str, Any]) -> bool:
    """Return whether the start is the moment of the view itself, with no plays to make again."""
    return not isinstance(engine.steps[start_step(engine, seen)], TrickStep)


def asked_in_tricks(engine: CompiledRules) -> frozenset[str]:
    """Return the questions that are asked upon events of the tricks, or upon answers to such questions."""
    events = {*PLAY_EVENTS, *_turns(engine), *engine.trick_steps}
    for _ in engine.upon:
        events |= {step.name for event in events for step in engine.upon.get(event, ()) if step.asks}
    return frozenset(events.difference(PLAY_EVENTS, _turns(engine), engine.trick_steps))


def lays_open_in_tricks(engine: CompiledRules) -> bool:
    """Return whether cards are laid open while tricks are played, and none before that."""
    upon = {step.name for event in PLAY_EVENTS for step in engine.upon.get(event, ())}
    table = {step.name for step in engine.every_step if _lays_open(step)}
    return bool(table) and table <= upon


def _lays_open(step: Step) -> bool:
    match step:
        case DealStep():
            return step.to.name == "table"
        case MoveStep() | AskStep():
            return step.to is not None and step.to.pile.name == "table"
    return False


def _turns(engine: CompiledRules) -> Sequence[str]:
    """The event before a seat plays, if anything waits for it."""
    return (TURN,) if engine.handles_turn else ()


def empty_start(engine: CompiledRules, seen: Mapping[str, Any]) -> State:
    """Return the start without cards, with facts and answers as far as the view shows them."""
    s = State(engine.program)
    engine.start(s, match_seen(engine, seen))
    s.piles = [0] * engine.layout.pile_cells
    at = start_step(engine, seen)
    late = {
        *PLAY_EVENTS,
        *_turns(engine),
        *(step.name for step in engine.steps[at:] if at < engine.phases.index(seen["phase"])),
    }
    late |= asked_in_tricks(engine)
    late |= {step.name for step in engine.steps[at:] if isinstance(step, TrickStep)}
    for fact in engine.facts:
        if fact.lasting or not (late.intersection(fact.upon) or fact.per_trick or ANNOUNCEMENT in fact.upon):
            set_fact(engine, s, fact, seen)
    later = [step for step in engine.every_step[len(engine.steps) :] if step.name not in late]
    for step in (*engine.steps[: at + 1], *later):
        if isinstance(step, AskStep):
            _restore_answers(engine, s, step, seen)
    return s


def started_deal(
    engine: CompiledRules,
    seen: Mapping[str, Any],
    hands: Mapping[int, Sequence[int]],
    orders: Sequence[Sequence[int]],
) -> State:
    """Start the deal of a view, with what lasts as it is remembered now; go on to the first decision."""
    s, given = State(engine.program), {seen["deal"]: orders} if orders else {}
    engine.start(s, match_seen(engine, seen)._replace(hands=hands, orders=given))
    set_lasting_facts(engine, s, seen)
    engine.proceed(s)
    return s


def match_seen(engine: CompiledRules, seen: Mapping[str, Any]) -> Match:
    """Return the constants of the deal of a view."""
    number = gaussian.of if engine.layout.complex else int
    scores, deals = (_numbers(seen[key], number) for key in ("scores", "deals"))
    return Match(0, seen["deal"], seen["dealer"], scores, deals, announced=tuple(seen["announced"]))


def set_lasting_facts(engine: CompiledRules, s: State, seen: Mapping[str, Any]) -> None:
    """Set the facts of the whole match to the values that everyone knows."""
    for fact in engine.facts:
        if fact.lasting:
            set_fact(engine, s, fact, seen)


def _numbers(values: Any, number: Any) -> Any:
    return tuple(
        _numbers(value, number) if isinstance(value, list | tuple) else number(value) for value in values
    )


def set_fact(engine: CompiledRules, s: State, fact: Fact, seen: Mapping[str, Any]) -> None:
    """Set a fact to the value that everyone knows; what only some know is worked out in each world."""
    if fact.seen_by != "everyone":
        return
    value = seen["facts"][fact.name]
    values = value if fact.owned else [value]
    known = [
        one if one is None and fact.type.kind is Kind.CHOICE else inner(engine, fact.type, fact.name, one)
        for one in values
    ]
    s.program.remember(s.v, fact.slot, known)


def _restore_answers(engine: CompiledRules, s: State, step: AskStep, seen: Mapping[str, Any]) -> None:
    """Restore answered numbers and names; chosen cards are restored with the cards."""
    if step.who is None or step.type.kind is Kind.CARDS:
        return
    for seat, text in enumerate(seen["answers"][step.name]):
        if text is not None:
            s.program.remember(s.v, step.slot + seat, [stored_answer(step, text)])


def stored_answer(step: AskStep, text: str) -> Any:
    """Return the stored form of an answer given as text."""
    if step.type.kind is Kind.CONDITION:
        return text == "yes"
    return text if step.names or text == "None" else int(text)


def start_with(
    engine: CompiledRules, base: State, piles: Sequence[int], seed: int, seen: Mapping[str, Any]
) -> State:
    """Return the start with its cards, at its first decision; future chance comes from a seed.

    Before the tricks, the seats rest that rest in the view: the answers given since may say otherwise.
    """
    s = base.copy()
    s.match = s.match._replace(seed=seed)
    s.chance = (stream(seed, s.match.deal), 0)
    s.piles = piles
    _set_secrets(engine, s, seen)
    slots = s.slots
    s.step = start_step(engine, seen)
    step: Step = engine.steps[s.step]
    engine.rest(s)
    if engine.resting and before_tricks(engine, seen):
        s.resting = sum(1 << seat for seat in seen["resting"])
    engine.begin_step(s)
    if isinstance(step, AskStep):
        s.slots = slots
        _ask_others(s, step, seen["actors"])
    return s


def _set_secrets(engine: CompiledRules, s: State, seen: Mapping[str, Any]) -> None:
    """Set the secret facts of a start as its cards make them; the seat's own are as it sees them."""
    me, before = seen["seat"], s.copy()
    for fact in engine.secret_facts:
        if not {*PLAY_EVENTS, *_turns(engine)}.intersection(fact.upon):
            _happen(engine, fact, before, s)
            if fact.seen_by == "owner":
                own = seen["facts"][fact.name][me]
                known = None if own is None else inner(engine, fact.type, fact.name, own)
                s.program.remember(s.v, fact.slot + me, [known])


def _happen(engine: CompiledRules, fact: Fact, before: State, s: State) -> None:
    """Let a fact become what its event makes of it, as things were before."""
    program, cells, seats = engine.program, engine.cells, range(engine.layout.seats)
    parts = [(cells.slots, program.function), (cells.imaginary, program.imaginary)]
    for seat in seats if fact.owned else (s.match.dealer,):
        if before.holds(fact.when, seat):
            for first, find in parts[: 1 + (fact.type.kind is Kind.COMPLEX)]:
                number = find(fact.becomes)(before.v, seat, 0) if fact.becomes else first == cells.slots
                s.v[first + fact.slot + seat * fact.owned] = int(number)


def _ask_others(s: State, step: AskStep, actors: Sequence[int]) -> None:
    """Ask those who have yet to answer; seats that answered face down are asked again."""
    order = s.asked
    before: Sequence[int] = ()
    if step.how == "freely":
        before = tuple(seat for seat in order if seat not in actors)
    elif step.how == "in_turn" and actors[0] in order:
        before = order[: order.index(actors[0])]
    s.answered = sum(1 << seat for seat in before)
    s.waiting = sum(1 << seat for seat in order if seat not in before)
    if step.how == "in_turn":
        s.waiting = 1 << actors[0]
