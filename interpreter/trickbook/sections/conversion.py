"""Values inside and outside: what an expression is worth as plain data, and plain data as such a value."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

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
            return group_cards(engine, value) or Pack(engine.deck).take(value or ())
        case Kind.CHOICE if str(value) in kind.names:
            return str(value)
    raise TrickbookError(_misfit(kind, name, value))


def group_cards(engine: CompiledRules, name: object) -> int:
    """The cards of a suit, a rank or an extra card by its name; no cards for anything else."""
    members = engine.deck.groups.get(name, ()) if isinstance(name, str) else ()
    return sum(engine.deck.copies[card] for card in members)


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


class NamedValue(NamedTuple):
    """A fact, an answer or a word of a ruleset: its type, and whether each player has a value.

    ``slot`` is the first of a fact or an answer, ``term`` the meaning of a word. An ``answer`` may be open.
    """

    type: Type
    owned: bool
    slot: int = -1
    answer: bool = False
    term: Term | None = None

    def read(self, engine: CompiledRules, name: str, value: Any) -> Any:
        """Plain data as the value of the table or of one player; None where a seat has not answered."""
        return None if value is None and self.answer else inner(engine, self.type, name, value)

    def plain(self, engine: CompiledRules, name: str, value: Any) -> Any:
        """Plain data as ``values`` gives it."""
        read = self.read(engine, name, value)
        return None if read is None else plain(engine, self.type, read)

    def values(self, engine: CompiledRules, s: State) -> list[Any]:
        """The value of each player, or of the table, as plain data; None of an answer that is open."""
        seats = range(engine.layout.seats) if self.owned else (s.match.dealer,)
        if self.term is None:
            found = s.program.slot_values(s.v, self.slot, len(seats))
        else:
            found = tuple([s.value(self.term, seat) for seat in seats])
        return [None if value is None else plain(engine, self.type, value) for value in found]


def named_value(engine: CompiledRules, name: str) -> NamedValue:
    """The fact, answer or word of that name; TrickbookError if there is none, or if it has a parameter."""
    remembered, words = _remembered(engine), engine.context.names("words")
    if name in remembered:
        return remembered[name]
    if name not in words:
        message = Message("{name} is no fact, answer or word of this ruleset", name=shown(name))
        if near := nearest(name, [*remembered, *words]):
            message = Message("{what}; did you mean {name}?", what=message, name=near)
        raise TrickbookError(message)
    term = defined(engine, name)
    if OPEN in term.reads:
        template = "{name} has a parameter, and only words without one have a value here"
        raise TrickbookError(Message(template, name=shown(name)))
    return NamedValue(term.type, "player" in term.reads, term=term)


def remember(engine: CompiledRules, s: State, facts: Mapping[str, Any]) -> None:
    """Give values to facts, answers and defined words; TrickbookError for anything else, or a wrong type."""
    if not facts:
        s.match = s.match._replace(given={}) if s.match.given else s.match
        return
    given: dict[str, Any] = {}
    found: dict[int, list[Any]] = {}
    for name, value in facts.items():
        known = named_value(engine, name)
        each = for_each(engine, name, value) if known.owned else [value]
        values = [known.read(engine, name, one) for one in each]
        if known.term is None:
            found[known.slot] = values
        else:
            given[name] = values if known.owned else values[0]
    for slot, values in found.items():
        s.program.remember(s.v, slot, values)
    s.match = s.match._replace(given=given)


def _remembered(engine: CompiledRules) -> dict[str, NamedValue]:
    """Facts and the answers to questions."""
    facts = {fact.name: NamedValue(fact.type, fact.owned, fact.slot) for fact in engine.facts}
    asked = [step for step in engine.every_step if isinstance(step, AskStep)]
    return facts | {one.name: NamedValue(one.type, one.asks, one.slot, answer=True) for one in asked}


def for_each(engine: CompiledRules, name: str, value: object) -> Sequence[Any]:
    """One value for each seat; TrickbookError if there are not as many."""
    if isinstance(value, list | tuple) and len(value) == engine.layout.seats:
        return value
    template = "{name} is about each player: a list of {number} values, from seat 0"
    raise TrickbookError(Message(template, name=shown(name), number=engine.layout.seats))


def defined(engine: CompiledRules, name: str) -> Term:
    """The meaning of a word that the ruleset defines."""
    entry = next(entry for entry in engine.context.entries("words") if entry.name == name)
    return engine.context.symbols[name](engine.context.scope(entry.need("is")))
