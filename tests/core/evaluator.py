"""What terms and clauses mean, found by walking them: the language in its plainest form.

The core is held against it. It shares only terms, states and the pack with core and interpreter. Sets of
cards and of seats are whole numbers with a bit for each member.
"""

import operator
from collections.abc import Callable, Sequence
from statistics import median_low
from typing import Any, Final, TypeAlias

from tests.core.moment import KEPT, WORDS, Moment
from tests.core.standing import PRINTED, STANDING, Order, Standing, agreed, members, printed, suit, together

from trickbook.cards.gaussian import Gaussian
from trickbook.expression.operations import CYCLES, IN_ORDER, Operation
from trickbook.expression.types import Clause, Kind, Term

LARGEST: Final = 10**18
"""Numbers hold at this size, on either side of zero."""

ENOUGH: Final = 62
"""Beyond this exponent every power is 0, 1 or -1, or is held; only its sign still changes."""

Meaning: TypeAlias = Callable[[Term, Moment], Any]


def value(term: Term, at: Moment) -> Any:
    """Return the value of a term."""
    if term.constant:
        return term.value
    if term.operation not in OPERATIONS:
        raise LookupError(f"there is no operation {term.operation!r}")
    return OPERATIONS[term.operation](term, at)


# Clauses


def applies(clause: Clause, at: Moment) -> bool:
    """Return whether a clause applies to a player."""
    return clause.when is None or bool(value(clause.when, at._replace(x=0)))


def weighed(clause: Clause, at: Moment) -> Any:
    """Return whether a choice passes a clause, or its number; among cards it passes if all of it is."""
    found = value(clause.what, at)
    return at.x & ~found == 0 if clause.what.type.kind is Kind.CARDS else found


def left(clauses: Sequence[Clause], at: Moment, choices: Sequence[Any]) -> Sequence[Any]:
    """The choices that clauses leave, each clause of those that the one before it left."""
    for clause in clauses:
        if applies(clause, at):
            choices = _left_by(clause, [(x, weighed(clause, at._replace(x=x))) for x in choices])
    return choices


def _left_by(clause: Clause, found: Sequence[tuple[Any, Any]]) -> Sequence[Any]:
    """The choices that a clause leaves; ``keep`` leaves all rather than none."""
    numbers = [number for _, number in found]
    match clause.verb:
        case "only":
            return [x for x, passes in found if passes]
        case "keep":
            return [x for x, passes in found if passes or not any(numbers)]
        case "most":
            return [x for x, number in found if number == max(numbers)]
        case "fewest":
            return [x for x, number in found if number == min(numbers)]
    raise LookupError(f"there is no verb {clause.verb!r}")


def winner(clauses: Sequence[Clause], at: Moment) -> int | None:
    """Return which play of the trick wins, from 0: the first that is left; None if none is."""
    plays = [cards for _, cards in at.s.plays]
    best = left(clauses, at._replace(p=at.s.leader), plays)
    return plays.index(best[0]) if best else None


def _leading_play(term: Term, at: Moment) -> tuple[int, int]:
    """The seat that would win the trick as it lies, and with what; nobody and nothing if none would."""
    place = winner(term.detail.clauses, at) if term.detail and at.s.plays else None
    if place is None:
        return 0, 0
    seat, cards = at.s.plays[place]
    return 1 << seat, cards


def _cycle(term: Term, at: Moment) -> Any:
    """The value whose turn it is: with each deal, each round of deals, or each dealer the next."""
    match, layout = at.s.match, at.layout
    turns: dict[str, int] = {
        Operation.CYCLE_BY_DEAL: match.deal - 1,
        Operation.CYCLE_BY_ROUND: (match.deal - 1) // layout.seats,
        Operation.CYCLE_BY_DEALER: (match.dealer - layout.first) * layout.turn % layout.seats,
    }
    return term.detail[turns[term.operation] % len(term.detail)]


# What is made of parts


def held(number: Any) -> Any:
    """A number, or the largest on its side of zero; of a complex one each part."""
    if isinstance(number, Gaussian):
        return Gaussian(held(number.real), held(number.imag))
    return max(-LARGEST, min(number, LARGEST))


def _power(base: int, exponent: int) -> int:
    """A power; beyond enough it only matters whether the exponent is even."""
    return 0 if exponent < 0 else held(base ** min(exponent, ENOUGH + exponent % 2))


OF_VALUES: Final[dict[str, Callable[..., Any]]] = {
    Operation.AND: operator.and_,
    Operation.OR: operator.or_,
    Operation.IS: operator.eq,
    Operation.LESS_THAN: operator.lt,
    Operation.AT_MOST: operator.le,
    Operation.MORE_THAN: operator.gt,
    Operation.AT_LEAST: operator.ge,
    Operation.HAS: lambda some, wanted: some & wanted != 0,
    Operation.HAS_NO: lambda some, wanted: some & wanted == 0,
    Operation.HAS_ALL: lambda some, wanted: some & wanted == wanted,
    Operation.HAS_ONLY: lambda some, wanted: some != 0 and some & wanted == some,
    Operation.ADD: lambda a, b: held(a + b),
    Operation.SUBTRACT: lambda a, b: held(a - b),
    Operation.MULTIPLY: lambda a, b: held(a * b),
    Operation.DIVIDE: lambda a, b: a // b if b else 0,
    Operation.REMAINDER: lambda a, b: a % b if b else 0,
    Operation.POWER: _power,
    Operation.LESSER: min,
    Operation.GREATER: max,
    Operation.SIZE: abs,
    Operation.NORM: lambda n: held(n.real * n.real + n.imag * n.imag),
    Operation.COUNT: int.bit_count,
}
"""What depends on the values of the parts alone. ``and`` and ``or`` join conditions and sets alike."""


def _not(term: Term, at: Moment) -> Any:
    found = value(term.parts[0], at)
    if term.type.kind is Kind.CONDITION:
        return not found
    return (at.layout.deck.cards if term.type.kind is Kind.CARDS else at.layout.everyone) & ~found


def _if(term: Term, at: Moment) -> Any:
    test, yes, no = term.parts
    return value(yes if value(test, at) else no, at)


def _onward(term: Term, at: Moment) -> int:
    """Seats so many places on in playing order; ``detail`` is -1 for places back."""
    group, places = (value(part, at) for part in term.parts)
    by = term.detail * places * at.layout.turn
    return sum(1 << (seat + by) % at.layout.seats for seat in members(group))


def _number_of_choice(term: Term, at: Moment) -> int:
    """The number that belongs to a choice; 0 if nothing was chosen."""
    numbers: dict[str | None, int] = dict(term.detail)
    return numbers.get(value(term.parts[0], at), 0)


def _choice_of_number(term: Term, at: Moment) -> str | None:
    """The choice at a place of a list, from 1; none at place 0."""
    number = value(term.parts[0], at)
    return term.detail[number - 1] if number else None


# What is asked of several seats


def _each(term: Term, at: Moment) -> list[tuple[int, Any]]:
    """Each seat of a group with what is found of it, seat 0 first."""
    group, question = term.parts
    return [(seat, value(question, at._replace(p=seat))) for seat in members(value(group, at))]


def _where(term: Term, at: Moment) -> int:
    return sum(1 << seat for seat, holds in _each(term, at) if holds)


def _whose(term: Term, at: Moment) -> Any:
    """A word about other seats: numbers are added, sets joined; of choices it is the first."""
    found = [one for _, one in _each(term, at)]
    match term.type.kind:
        case Kind.CHOICE:
            return found[0] if found else None
        case Kind.NUMBER | Kind.COMPLEX:
            return sum(found)
    return together(found)


ANSWERS_OF_SEATS: Final[dict[str, Callable[[list[Any]], Any]]] = {
    Operation.ANY_OF_SEATS: any,
    Operation.ALL_OF_SEATS: all,
    Operation.COUNT_OF_SEATS: sum,
    Operation.TOTAL_OF_SEATS: lambda found: held(sum(found)),
    Operation.HIGHEST_OF_SEATS: lambda found: max(found, default=0),
    Operation.LOWEST_OF_SEATS: lambda found: min(found, default=0),
    Operation.MEDIAN_OF_SEATS: lambda found: median_low(found) if found else 0,
}
"""What is made of the answers of several seats."""


# Cards


def _standing(term: Term, at: Moment) -> Standing:
    """How the cards stand by the orders that a term holds, which are about no player and no play."""
    nobody = at._replace(p=0, x=0)
    orders = [
        Order(
            value(order.cards, nobody),
            None if order.suit is None else value(order.suit, nobody),
            [value(place, nobody) for place in order.grades],
        )
        for order in term.detail.all
    ]
    return agreed(at.layout.deck, orders)


def _led(term: Term, at: Moment) -> int:
    """The cards of the suit that was led, as orders have it, else as it is printed."""
    standing = _standing(term, at)
    return (suit(standing, at.s.plays[0][1]) if at.s.plays else 0) or at.s.led & ~standing.apart


def _compared(term: Term, at: Moment) -> int:
    """The cards whose number in a column is more than another, less, or the same."""
    column, limit = (value(part, at) for part in term.parts)
    return sum(1 << bit for bit, number in enumerate(column) if OF_VALUES[term.detail](number, limit))


# All


def _word(find: Callable[[Moment], Any]) -> Meaning:
    return lambda _term, at: find(at)


def _kept(find: Callable[[int, Moment], Any]) -> Meaning:
    return lambda term, at: find(term.detail, at)


def _of_values(find: Callable[..., Any]) -> Meaning:
    return lambda term, at: find(*(value(part, at) for part in term.parts))


def _of_seats(find: Callable[[list[Any]], Any]) -> Meaning:
    return lambda term, at: find([one for _, one in _each(term, at)])


def _printed(find: Callable[..., Any]) -> Meaning:
    return lambda term, at: find(at.layout.deck, term.detail, value(term.parts[0], at))


def _as_printed(find: Callable[[Standing, int], int]) -> Meaning:
    return lambda term, at: find(printed(at.layout.deck), value(term.parts[0], at))


def _as_agreed(find: Callable[[Standing, int], int]) -> Meaning:
    return lambda term, at: find(_standing(term, at), value(term.parts[0], at))


OPERATIONS: Final[dict[str, Meaning]] = {
    **{name: _word(find) for name, find in WORDS.items()},
    **{name: _kept(find) for name, find in KEPT.items()},
    **{name: _of_values(find) for name, find in OF_VALUES.items()},
    **{name: _of_seats(find) for name, find in ANSWERS_OF_SEATS.items()},
    **{name: _printed(find) for name, find in PRINTED.items()},
    **{name: _as_printed(find) for name, find in STANDING.items()},
    **{IN_ORDER[name]: _as_agreed(find) for name, find in STANDING.items()},
    **dict.fromkeys(CYCLES.values(), _cycle),
    "best": lambda term, at: _leading_play(term, at)[1],
    "holder": lambda term, at: _leading_play(term, at)[0],
    Operation.NOT: _not,
    Operation.IF: _if,
    Operation.ONWARD: _onward,
    Operation.NUMBER_OF_CHOICE: _number_of_choice,
    Operation.CHOICE_OF_NUMBER: _choice_of_number,
    Operation.WHERE: _where,
    Operation.WHOSE: _whose,
    Operation.ORDERS: lambda term, at: _standing(term, at).heights,
    Operation.LED_SUIT_IN_ORDER: _led,
    Operation.COLUMN_COMPARISON: _compared,
}
"""All operations of the language, by name."""
