"""Facts: what the table remembers, and the events that change them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

from trickbook.expression.types import Kind, Term, Type

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from trickbook.core.state import State
    from trickbook.source.nodes import Entry


TURN: Final = "turn"
"""The event before a seat plays. A step may have this name, for it is younger than the first edition."""

ANNOUNCEMENT: Final = "announcement"
"""The event of facts that somebody outside announces; they are heard when the deal in progress ends."""


class Fact(NamedTuple):
    """A remembered word: where it is kept, how it starts, and how events change it.

    ``lasting`` facts start with the match and ``anew`` ones with each trick, all others with each deal.
    ``due`` tells after how many minutes of play it is to be announced, if a clock announces it, and
    ``seen_by`` who sees it.
    """

    name: str
    type: Type
    slot: int
    upon: tuple[str, ...]
    starts: Term
    entry: Entry
    owned: bool = False
    lasting: bool = False
    anew: bool = False
    when: Term | None = None
    becomes: Term | None = None
    due: Term | None = None
    seen_by: Literal["everyone", "owner", "nobody"] = "everyone"

    @property
    def events(self) -> tuple[str, ...]:
        """The events that change it; each announcement is one of its own."""
        return tuple(f"{event} of {self.name}" if event == ANNOUNCEMENT else event for event in self.upon)

    def hidden(self, values: Sequence[Any], seat: int | None) -> Sequence[Any]:
        """What a seat sees of its values, or somebody who only looks on; None for what it does not see."""
        if self.seen_by == "everyone":
            return values
        own = self.seen_by == "owner"
        return [value if own and place == seat else None for place, value in enumerate(values)]

    @property
    def live(self) -> bool:
        """Whether it can change at all."""
        return not self.when or not self.when.constant or bool(self.when.value)


def by_event(facts: Sequence[Fact]) -> dict[str, tuple[Fact, ...]]:
    """The facts that each event changes."""
    events = {event for fact in facts for event in fact.events}
    return {event: tuple(fact for fact in facts if event in fact.events) for event in events}


def start(facts: tuple[Fact, ...], s: State, seats: int, *, match: bool) -> None:
    """Start the facts that last a match, or those that last a deal."""
    for fact in facts:
        if fact.lasting == match:
            _write(s, [*_started(fact, s, seats)])


def _started(fact: Fact, s: State, seats: int) -> Iterator[tuple[int, int]]:
    """Yield the cells of a fact with what they start with, for each seat if each has one."""
    for seat in range(seats if fact.owned else 1):
        for at, number in _numbers(fact, fact.starts, s, seat, 0):
            yield at + seat, number


def _write(s: State, changes: Iterable[tuple[int, int]]) -> None:
    for at, number in changes:
        s.v[at] = number


def happen(facts: Sequence[Fact], s: State, actor: int, seats: int, x: int = 0) -> None:
    """Let an event change every fact that it changes, each read from the state before it."""
    changes = []
    for fact in facts:
        when = None if fact.when is None else s.program.function(fact.when)
        for seat in range(seats) if fact.owned else (actor,):
            if when is None or when(s.v, seat, x):
                place = seat if fact.owned else 0
                changes += [(at + place, number) for at, number in _numbers(fact, fact.becomes, s, seat, x)]
    _write(s, changes)


def _numbers(fact: Fact, term: Term | None, s: State, seat: int, x: int) -> Iterator[tuple[int, int]]:
    """Yield the first cell of a fact with what a term makes of it, and of a complex one the other part."""
    program = s.program
    yield program.cells.slots + fact.slot, program.function(term)(s.v, seat, x) if term else 1
    if fact.type.kind is Kind.COMPLEX and term:
        yield program.cells.imaginary + fact.slot, program.imaginary(term)(s.v, seat, x)
