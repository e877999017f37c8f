"""Seats that rest: they are dealt no cards, are asked nothing and play to no trick."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from trickbook.core.state import State
    from trickbook.engine.engine import Engine
    from trickbook.expression.types import Term
    from trickbook.source.nodes import Entry
    from trickbook.state import Match

FEWEST = 2
"""So many seats are needed for a trick."""


class Rest(NamedTuple):
    """A reason to rest: the players of whom its condition is true do."""

    entry: Entry
    when: Term


def reasons(engine: Engine, s: State) -> dict[int, Entry | None]:
    """For each seat that rests the first entry by which it does; None if none says so any more."""
    return {
        seat: next((rest.entry for rest in engine.resting if s.holds(rest.when, seat)), None)
        for seat in engine.seat_sets[s.resting]
    }


def active_seats(engine: Engine, s: State) -> tuple[int, ...]:
    """The seats that do not rest, in order of their numbers."""
    return engine.seat_sets[engine.layout.everyone & ~s.resting]


def first_active(engine: Engine, s: State, seat: int) -> int:
    """The seat, or the first after it that does not rest; the seat itself if all rest."""
    order = engine.layout.round(seat)
    return next((other for other in order if not s.resting >> other & 1), seat)


def with_next_dealer(engine: Engine, s: State, match: Match) -> Match:
    """The match with the dealer of the deal that it comes to: the next seat that does not rest.

    ``match`` has still the dealer before. The seats that rest are found with the facts as
    the deal starts them.
    """
    following = engine.layout.next(match.dealer)
    if engine.resting:
        started = s.copy()
        engine.begin(started, match)
        engine.rest(started)
        following = first_active(engine, started, following)
    return match._replace(dealer=following)
