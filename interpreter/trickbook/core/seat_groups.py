"""Questions about several seats: any, all, how many, the total, the highest, which; and seats further on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from trickbook.cards.deck import numbers
from trickbook.core.text import Code, Level, binary, call, choice, every, item, number, only
from trickbook.expression.operations import Operation
from trickbook.expression.types import Kind

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from trickbook.core.source import Asked, Source
    from trickbook.core.text import Body
    from trickbook.expression.types import Term

MOST_UNROLLED: Final = 4
"""So many seats are asked one by one in an expression, if what is asked is short."""

SHORT: Final = 3
"""So many parts are short."""


class Loop(NamedTuple):
    """An operation that goes through seats: the body of its function, and its expression for few seats."""

    write: Callable[[Source, Term, Body, Asked], None]
    unroll: Callable[[Source, Term, Asked], Code | None]


# Seats that are known


def single(source: Source, term: Term, asked: Asked) -> Code | None:
    """Return the number of the only seat of a set, if there is one for certain."""
    if term.constant:
        return number(term.value.bit_length() - 1) if term.value.bit_count() == 1 else None
    if term.operation == "player":
        return Code(asked.player)
    if term.operation == "dealer":
        return item("DEALER")
    if term.operation == Operation.ONWARD and term.parts[1].constant:
        first = single(source, term.parts[0], asked)
        return None if first is None else _further(source, first, term.detail * term.parts[1].value)
    return None


def _further(source: Source, seat: Code, places: int) -> Code:
    """The number of the seat so many places on."""
    by = places * source.layout.turn % source.seats
    if not by:
        return seat
    if seat.text.isdigit():
        return number((int(seat.text) + by) % source.seats)
    return binary("%", binary("+", seat, number(by)), number(source.seats))


def _known_seats(source: Source, group: Term, asked: Asked) -> Sequence[Code] | None:
    """The numbers of the seats of a set, if they are known and different."""
    if group.constant:
        return [number(seat) for seat in numbers(group.value)]
    if (one := single(source, group, asked)) is not None:
        return [one]
    if group.operation == Operation.OR and _are_different(source, *group.parts):
        both = [single(source, part, asked) for part in group.parts]
        return [one for one in both if one is not None] if None not in both else None
    return None


def _are_different(source: Source, one: Term, other: Term) -> bool:
    """Return whether one of two seats is so many places from the other that they differ."""
    for near, far in ((one, other), (other, one)):
        onward = far.operation == Operation.ONWARD and far.parts[1].constant
        if onward and source.key(far.parts[0]) == source.key(near):
            return bool(far.detail * far.parts[1].value % source.seats)
    return False


def onward(source: Source, term: Term, asked: Asked) -> Code:
    """The seats so many places on in playing order."""
    if (one := single(source, term, asked)) is not None:
        return only(one)
    group, places = (source.text(part, asked) for part in term.parts)
    if term.detail * source.layout.turn < 0:
        places = Code(f"-{places.at(Level.SIGN)}", Level.SIGN)
    return call("onward", group, places, number(source.seats))


# One by one


def _asked_of(source: Source, term: Term, seat: str, asked: Asked) -> Code:
    return source.text(term, asked._replace(player=seat))


def _group(source: Source, term: Term, body: Body, asked: Asked) -> Code | None:
    """Write the set of seats that are asked; None if all are."""
    group = term.parts[0]
    if group.constant and group.value == source.layout.everyone:
        return None
    body.add(f"group = {source.text(group, asked._replace(part=0))}")
    return Code("group")


def _any(source: Source, term: Term, body: Body, asked: Asked) -> None:
    _first_that(source, term, body, asked, all_of=False)


def _all(source: Source, term: Term, body: Body, asked: Asked) -> None:
    _first_that(source, term, body, asked, all_of=True)


def _first_that(source: Source, term: Term, body: Body, asked: Asked, *, all_of: bool) -> None:
    with body.members("q", source.seats, _group(source, term, body, asked)):
        test = _asked_of(source, term.parts[1], "q", asked)
        with body.block(f"if not {test.at(Level.NOT)}" if all_of else f"if {test}"):
            body.add(f"return {int(not all_of)}")
    body.add(f"return {int(all_of)}")


def _count(source: Source, term: Term, body: Body, asked: Asked) -> None:
    group = _group(source, term, body, asked)
    body.add("n = 0")
    with (
        body.members("q", source.seats, group),
        body.block(f"if {_asked_of(source, term.parts[1], 'q', asked)}"),
    ):
        body.add("n += 1")
    body.add("return n")


def _total(source: Source, term: Term, body: Body, asked: Asked) -> None:
    """Add numbers up, or join sets."""
    sign = "+" if term.type.kind in (Kind.NUMBER, Kind.COMPLEX) else "|"
    group = _group(source, term, body, asked)
    body.add("n = 0")
    with body.members("q", source.seats, group):
        body.add(f"n {sign}= {_asked_of(source, term.parts[1], 'q', asked)}")
    body.add(f"return {_limit(source, term, Code('n'))}")


def _limit(source: Source, term: Term, total: Code) -> Code:
    free = term.operation == Operation.WHOSE or source.assumptions.within_reach(term)
    return total if free else call("held", total)


def _most(sign: str) -> Callable[[Source, Term, Body, Asked], None]:
    def write(source: Source, term: Term, body: Body, asked: Asked) -> None:
        group = _group(source, term, body, asked)
        body.add("best = 0")
        body.add("some = 0")
        with body.members("q", source.seats, group):
            body.add(f"n = {_asked_of(source, term.parts[1], 'q', asked)}")
            with body.block(f"if not some or n {sign} best"):
                body.add("best = n")
                body.add("some = 1")
        body.add("return best")

    return write


def _median(source: Source, term: Term, body: Body, asked: Asked) -> None:
    """The number in the middle: fewer than half are below it, and it is the lower of two."""
    body.add(f"group = {source.text(term.parts[0], asked)}")
    group = Code("group")
    body.add("middle = (group.bit_count() - 1) // 2")
    with body.members("q", source.seats, group):
        body.add(f"n = {_asked_of(source, term.parts[1], 'q', asked)}")
        body.add("below = 0")
        body.add("level = 0")
        with body.members("o", source.seats, group):
            body.add(f"other = {_asked_of(source, term.parts[1], 'o', asked)}")
            body.add("below += other < n")
            body.add("level += other <= n")
        with body.block("if below <= middle and middle < level"):
            body.add("return n")
    body.add("return 0")


def _where(source: Source, term: Term, body: Body, asked: Asked) -> None:
    group = _group(source, term, body, asked)
    body.add("found = 0")
    with (
        body.members("q", source.seats, group),
        body.block(f"if {_asked_of(source, term.parts[1], 'q', asked)}"),
    ):
        body.add("found |= 1 << q")
    body.add("return found")


def _whose(source: Source, term: Term, body: Body, asked: Asked) -> None:
    """A word about other seats: sets joined, numbers added; a choice is that of the first seat."""
    if term.type.kind is not Kind.CHOICE:
        _total(source, term, body, asked)
        return
    with body.members("q", source.seats, _group(source, term, body, asked)):
        body.add(f"return {_asked_of(source, term.parts[1], 'q', asked)}")
    body.add("return 0")


# At once, of few seats


def _never(_source: Source, _term: Term, _asked: Asked) -> None:
    """Go through seats always."""


def _one_by_one(source: Source, term: Term, asked: Asked) -> Sequence[Code] | None:
    """The operations that are asked of each seat by itself if these are known and few."""
    seats = _known_seats(source, term.parts[0], asked._replace(part=0))
    if seats is None or not seats:
        return None
    short = source.size(term.parts[1]) <= SHORT
    if len(seats) > (MOST_UNROLLED if short else 1):
        return None
    return [_asked_of(source, term.parts[1], str(seat), asked) for seat in seats]


def _joined_at_once(sign: str) -> Callable[[Source, Term, Asked], Code | None]:
    def unroll(source: Source, term: Term, asked: Asked) -> Code | None:
        found = _one_by_one(source, term, asked)
        return None if found is None else every(sign, found)

    return unroll


def _total_at_once(source: Source, term: Term, asked: Asked) -> Code | None:
    found = _one_by_one(source, term, asked)
    if found is None or (term.type.kind is Kind.CHOICE and len(found) > 1):
        return None
    sign = "+" if term.type.kind in (Kind.NUMBER, Kind.COMPLEX) else "|"
    total = every(sign, found)
    return total if len(found) == 1 else _limit(source, term, total)


def _count_at_once(source: Source, term: Term, asked: Asked) -> Code | None:
    found = _one_by_one(source, term, asked)
    return None if found is None else every("+", (choice(one, number(1), number(0)) for one in found))


def _where_at_once(source: Source, term: Term, asked: Asked) -> Code | None:
    """The only seat if it is true of it, else none."""
    one = single(source, term.parts[0], asked)
    if one is None:
        return None
    return choice(_asked_of(source, term.parts[1], str(one), asked), only(one), number(0))


LOOPS: Final[Mapping[str, Loop]] = {
    Operation.ANY_OF_SEATS: Loop(_any, _joined_at_once("or")),
    Operation.ALL_OF_SEATS: Loop(_all, _joined_at_once("and")),
    Operation.COUNT_OF_SEATS: Loop(_count, _count_at_once),
    Operation.TOTAL_OF_SEATS: Loop(_total, _total_at_once),
    Operation.HIGHEST_OF_SEATS: Loop(_most(">"), _never),
    Operation.LOWEST_OF_SEATS: Loop(_most("<"), _never),
    Operation.MEDIAN_OF_SEATS: Loop(_median, _never),
    Operation.WHERE: Loop(_where, _where_at_once),
    Operation.WHOSE: Loop(_whose, _total_at_once),
}
"""The operations that go through seats."""
