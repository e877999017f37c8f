"""The cells of a state, as the core has them; a play or an answer as a number."""

from collections.abc import Iterator, Sequence
from typing import Any

from trickbook.cards.gaussian import parts
from trickbook.core.program import Program
from trickbook.expression.types import Kind, Term
from trickbook.state import State


def number(program: Program, value: Any, part: int = 0) -> int:
    """A value of the interpreter as a number of the core."""
    if value is None or isinstance(value, str):
        return 0 if part else program.source.choice(value)
    return int(parts(value)[part])


def cells_of(program: Program, s: State, x: Any = None) -> list[int]:
    """The cells of a state, while an answer is weighed if there is one."""
    cells = program.cells
    v = [0] * cells.size
    for name, held in (*_of_deal(s), *_of_trick(s), *_of_outcome(s, x)):
        for part, region in enumerate((name, f"{name}_I")):
            at = cells.start.get(region)
            if at is not None and not (part and not program.engine.layout.complex):
                v[at : at + len(held)] = [number(program, value, part) for value in held]
    for base, name in cells.pile_at.items():
        (size,) = (region.size for region in cells.regions if region.name == name)
        v[cells.start[name] : cells.start[name] + size] = s.piles[base : base + size]
    return v


def _of_deal(s: State) -> Iterator[tuple[str, Sequence[Any]]]:
    yield "DEAL", [s.match.deal]
    yield "DEALER", [s.match.dealer]
    yield "TRICKS", [len(s.done)]
    yield "RESTING", [s.resting]
    yield "WON", s.tricks
    yield "SCORES", s.match.scores
    yield "POINTS", s.points
    yield "SLOTS", s.slots


def _of_trick(s: State) -> Iterator[tuple[str, Sequence[Any]]]:
    yield "LEADER", [s.leader]
    yield "LAST", [s.last]
    yield "LED", [s.led]
    yield "TAKER", [s.taker]
    yield "PLAYS", [len(s.plays)]
    yield "SEATS_OF_PLAYS", [seat for seat, _ in s.plays]
    yield "CARDS_OF_PLAYS", [cards for _, cards in s.plays]


def _of_outcome(s: State, x: Any) -> Iterator[tuple[str, Sequence[Any]]]:
    if x is not None:
        yield "OUTCOMES", s.outcome[x].scores
        yield "CLOSING", [s.outcome[x].over]
        yield "AHEAD", [s.outcome[x].ahead]


def values(program: Program, term: Term, value: Any) -> Iterator[int]:
    """The parts of a value."""
    for part in range(1 + (term.type.kind is Kind.COMPLEX)):
        yield number(program, value, part)
