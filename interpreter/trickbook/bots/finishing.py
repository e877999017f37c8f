"""Finishing: deals played to their end by chance, to see what may come of them."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from trickbook.bots.anything import COUNTED
from trickbook.chance import below, stream
from trickbook.concepts.tricks import Tricks
from trickbook.gaussian import Gaussian
from trickbook.problems import TrickbookError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trickbook.fast import Engine
    from trickbook.game import Game
    from trickbook.state import State
    from trickbook.table import Table

Points = tuple[Any, ...]


def finish(games: Sequence[Game], done: int, chances: Sequence[int]) -> list[Points]:
    """The points by seat of the deal after so many, if from here on everybody makes any legal move.

    Each game has a chance of its own. The fast engine plays the tricks if it is there, to the same points.
    """
    table, states = games[0].table, [game.state.copy() for game in games]
    for s, chance in zip(states, chances, strict=True):
        _play(table, s, done, stream(chance, 0), tricks=False)
    rest = [place for place, s in enumerate(states) if len(s.match.deals) == done]
    engine = machine(table) if rest else None
    seeds = [stream(chances[place], 1) for place in rest]
    found = _swiftly(engine, [states[place] for place in rest], seeds) if engine else {}
    for number, (place, seed) in enumerate(zip(rest, seeds, strict=True)):
        if number not in found:
            _play(table, states[place], done, stream(seed, 0), tricks=True)
    swift = {rest[number]: points for number, points in found.items()}
    return [swift[place] if place in swift else s.match.deals[done] for place, s in enumerate(states)]


def _play(table: Table, s: State, done: int, source: int, *, tricks: bool) -> None:
    """Make legal moves until the deal is over, or until somebody is to play to a trick."""
    number = 0
    while len(s.match.deals) == done:
        step = table.waiting[s.step]
        if isinstance(step, Tricks) and not tricks:
            return
        number += 1
        order = s.asked if s.waiting & (s.waiting - 1) else table.gangs[s.waiting]
        seat = next(seat for seat in order if s.waiting >> seat & 1)
        moves = step.legal(table, s, seat)
        place, _ = below(stream(source, number), min(len(moves), COUNTED))
        step.act(table, s, seat, moves[place])
        if not s.waiting:
            table.proceed(s)


def _swiftly(engine: Engine, states: Sequence[State], seeds: Sequence[int]) -> dict[int, Points]:
    """The points of deals that the fast engine has played to their end, by their place."""
    from trickbook import fast  # noqa: PLC0415 - only who plays out deals needs it

    points, endings = fast.finish(engine, states, seeds)
    told = points.tolist()
    if engine.table.layout.complex:
        told = [[Gaussian(*parts) for parts in own] for own in told]
    pairs = zip(told, endings.tolist(), strict=True)
    return {place: tuple(own) for place, (own, ending) in enumerate(pairs) if not ending}


@lru_cache(maxsize=16)
def machine(table: Table) -> Engine | None:
    """A table ready for the fast engine; None if there is none, or if it cannot play so."""
    try:
        from trickbook import fast  # noqa: PLC0415 - only who plays out deals needs it

        return fast.ready(table)
    except (ImportError, TrickbookError):
        return None
