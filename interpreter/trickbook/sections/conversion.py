"""Values inside and outside: what an expression is worth as plain data, and plain data as such a value."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from trickbook.cards import gaussian
from trickbook.cards.deck import numbers
from trickbook.cards.pack import Pack
from trickbook.engine.ask import AskStep
from trickbook.expression.leaves import OPEN
from trickbook.expression.types import LARGEST, Kind
from trickbook.problems import TrickbookError, described, nearest, shown, within
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from trickbook.core.state import State
    from trickbook.expression.types import Term, Type
    from trickbook.sections.compiled import CompiledRules


def plain(engine: CompiledRules, kind: Type, value: Any) -> Any:
    """A value as plain data: cards as names; one seat as its number, several as a list, none as None."""
    if kind.kind is Kind.SEATS:
        seats = numbers(value)
        return seats[0] if len(seats) == 1 else (list(seats) or None)
    if kind.kind is Kind.CARDS:
        return engine.deck.written(value)
    return bool(value) if kind.kind is Kind.CONDITION else value


def inner(engine: CompiledRules, kind: Type, name: str, value: Any) -> Any:
    """Plain data as a value; TrickbookError if it is of another type than the word of that name."""
    match kind.kind:
        case Kind.CONDITION if isinstance(value, bool) or value in ("yes", "no"):
            return value in (True, "yes")
        case Kind.NUMBER if type(value) is int:
            return within(shown(name), value, -LARGEST, LARGEST)
        case Kind.COMPLEX if (number := gaussian.of(value)) is not None:
            for part in gaussian.parts(number):
                within(shown(name), part, -LARGEST, LARGEST)
            return number
        case Kind.SEATS if (seats := _seats(engine, value)) is not None:
            return seats
        case Kind.CARDS if value is None or isinstance(value, str | list | tuple):
            return Pack(engine.deck).take(value or ())
        case Kind.CHOICE if str(value) in kind.names:
            return str(value)
    raise TrickbookError(_misfit(kind, name, value))


def _misfit(kind: Type, name: str, value: Any) -> Message:
    """Tell that a value is of another type."""
    template = "{word} is {what}, and {text} is not"
    if kind.kind is Kind.SEATS:
        template = "{word} is {what}, and {text} is not; a seat is written as its number: 1"
    return Message(template, word=shown(name), what=kind.phrase, text=described(value))


def _seats(engine: CompiledRules, value: Any) -> int | None:
    """Seats as a set, from one number, a list, or nobody; None if they are no seats."""
    nobody = value is None or value == "nobody"
    seats: Sequence[Any] = value if isinstance(value, list | tuple) else () if nobody else (value,)
    if all(type(seat) is int and 0 <= seat < engine.layout.seats for seat in seats):
        return sum(1 << seat for seat in set(map(int, seats)))
    return None


def known(engine: CompiledRules, s: State) -> dict[str, Any]:
    """Remembered facts, and the defined words that tell of the state alone, as plain data."""
    found: dict[str, Any] = {}
    for fact in engine.facts:
        values = [plain(engine, fact.type, value) for value in engine.fact_values(fact, s)]
        found[fact.name] = values if fact.owned else values[0]
    for name, term in engine.spoken.items():
        found[name] = plain(engine, term.type, s.value(term))
    return found


def remember(engine: CompiledRules, s: State, facts: Mapping[str, Any]) -> None:
    """Give values to facts, answers and defined words; TrickbookError for anything else, or a wrong type."""
    if not facts:
        s.match = s.match._replace(given={}) if s.match.given else s.match
        return
    given: dict[str, Any] = {}
    found: dict[int, list[Any]] = {}
    remembered = _remembered(engine)
    words = engine.context.names("words")
    for name, value in facts.items():
        if name in remembered:
            kind, slot, owned = remembered[name]
            values = _for_each(engine, name, value) if owned else [value]
            found[slot] = [inner(engine, kind, name, value) for value in values]
        elif name in words and OPEN not in (term := defined(engine, name)).reads:
            given[name] = (
                [inner(engine, term.type, name, v) for v in _for_each(engine, name, value)]
                if "player" in term.reads
                else inner(engine, term.type, name, value)
            )
        else:
            if name in words:
                raise TrickbookError(
                    Message("{name} has a parameter, and only words without one are given", name=shown(name))
                )
            message = Message("{name} is no fact, answer or word of this ruleset", name=shown(name))
            if near := nearest(name, [*remembered, *words]):
                message = Message("{what}; did you mean {name}?", what=message, name=near)
            raise TrickbookError(message)
    for slot, values in found.items():
        s.program.remember(s.v, slot, values)
    s.match = s.match._replace(given=given)


def _remembered(engine: CompiledRules) -> dict[str, tuple[Type, int, bool]]:
    """Facts and the answers to questions: the type, the first slot, and whether each player has one."""
    asked = [step for step in engine.steps if isinstance(step, AskStep)]
    facts = {fact.name: (fact.type, fact.slot, fact.owned) for fact in engine.facts}
    return facts | {step.name: (step.type, step.slot, step.who is not None) for step in asked}


def _for_each(engine: CompiledRules, name: str, value: object) -> Sequence[Any]:
    """One value for each seat; TrickbookError if there are not as many."""
    if isinstance(value, list | tuple) and len(value) == engine.layout.seats:
        return value
    template = "{name} is about each player: a list of {number} values, from seat 0"
    raise TrickbookError(Message(template, name=shown(name), number=engine.layout.seats))


def defined(engine: CompiledRules, name: str) -> Term:
    """The meaning of a word that the ruleset defines."""
    entry = next(entry for entry in engine.context.entries("words") if entry.name == name)
    return engine.context.symbols[name](engine.context.scope(entry.need("is")))
