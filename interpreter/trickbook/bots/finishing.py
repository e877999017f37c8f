"""Finishing: deals played to their end by chance, to see what may come of them."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from trickbook.bots.anything import COUNTED
from trickbook.bots.worlds.exchanging import pattern
from trickbook.chance import below, stream
from trickbook.concepts.asking import Asking
from trickbook.concepts.tricks import Tricks
from trickbook.game import Game
from trickbook.gaussian import Gaussian
from trickbook.problems import TrickbookError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trickbook.bots.worlds import Sample
    from trickbook.bots.worlds.exchanging import Pattern
    from trickbook.fast import Engine
    from trickbook.fast.resuming import Lies
    from trickbook.state import State
    from trickbook.table import Table

Points = tuple[Any, ...]


class Tries(NamedTuple):
    """Worlds in which moves are tried: of each try the place of its world, and a chance of its own."""

    drawn: Sample
    places: Sequence[int]
    chances: Sequence[int]


def tried(tries: Tries, seat: int, moves: Sequence[str]) -> list[list[Points]]:
    """The points of the deal after each move of a seat, try by try; then everybody makes any legal move."""
    worlds, many = tries.drawn.worlds, len(tries.places)
    done, found = len(worlds[0].deals), _at_once(tries, seat, moves)
    if rest := [move for move in moves if move not in found]:
        pairs = zip(tries.places, tries.chances, strict=True)
        met = [_meanwhile(worlds[place], seat, chance) for place, chance in pairs]
        games = [game.apply(seat, move) for move in rest for game, _ in met]
        made = [number for _, number in met]
        points = finish(games, done, [*tries.chances] * len(rest), made * len(rest))
        found |= {move: points[nth * many : (nth + 1) * many] for nth, move in enumerate(rest)}
    return [found[move] for move in moves]


def _meanwhile(game: Game, seat: int, chance: int) -> tuple[Game, int]:
    """A game in which the others have answered, if they do so together with a seat; and how many have.

    Nobody sees an answer before all are in, so theirs are the same whatever the seat says.
    """
    table, step = game.table, game.table.waiting[game.state.step]
    if not isinstance(step, Asking) or step.how != "together":
        return game, 0
    s, others = game.state.copy(), [other for other in game.state.asked if game.state.waiting >> other & 1]
    others.remove(seat)
    for number, other in enumerate(others, 1):
        _act(table, s, other, stream(stream(chance, 0), number))
    return Game(table, s, game.origin), len(others)


def _at_once(tries: Tries, seat: int, moves: Sequence[str]) -> dict[str, list[Points]]:
    """The points after those moves that the fast engine can play on at once in all worlds."""
    first, found = tries.drawn.worlds[0], dict[str, list[Points]]()
    engine = machine(first.table) if tries.drawn.lies else None
    if engine is None:
        return found
    same: dict[str, Pattern] = {}
    for move in moves:
        game = first.apply(seat, move)
        in_tricks = len(game.deals) == len(first.deals) and game.phase == first.phase
        if in_tricks and (common := pattern(game, tries.drawn.lies[0])):
            same[move] = common
    many, points = len(tries.places), _spread(engine, tries, list(same.values())) if same else {}
    for nth, move in enumerate(same):
        own = [points[place] for place in range(nth * many, (nth + 1) * many) if place in points]
        if len(own) == many:
            found[move] = own
    return found


def _spread(engine: Engine, tries: Tries, same: Sequence[Pattern]) -> dict[int, Points]:
    """The points of deals in all worlds, by their place: each deal in all worlds, one after the other."""
    from trickbook.fast.resuming import Lies  # noqa: PLC0415 - only who plays out deals needs it

    drawn, places = tries.drawn, {at: number for number, at in enumerate(tries.drawn.lies[0])}
    lies = Lies(
        [drawn.worlds[place].state.chance[0] for place in tries.places],
        [list(drawn.lies[place].values()) for place in tries.places],
        [[(index, places[at]) for index, at in common.spots] for common in same],
    )
    states = [common.game.state.copy() for common in same]
    for s, common in zip(states, same, strict=True):
        s.piles = list(common.piles)
    seeds = [stream(chance, 1) for chance in tries.chances]
    return _swiftly(engine, states, seeds * len(same), lies)


def finish(
    games: Sequence[Game], done: int, chances: Sequence[int], made: Sequence[int] = ()
) -> list[Points]:
    """The points by seat of the deal after so many, if from here on everybody makes any legal move.

    Each game has a chance of its own, by which so many moves were ``made`` already. The fast engine plays the
    tricks if it is there, to the same points.
    """
    table, states = games[0].table, [game.state.copy() for game in games]
    for s, chance, number in zip(states, chances, made or [0] * len(states), strict=True):
        _play(table, s, done, stream(chance, 0), number, tricks=False)
    rest = [place for place, s in enumerate(states) if len(s.match.deals) == done]
    engine = machine(table) if rest else None
    seeds = [stream(chances[place], 1) for place in rest]
    found = _swiftly(engine, [states[place] for place in rest], seeds) if engine else {}
    for number, (place, seed) in enumerate(zip(rest, seeds, strict=True)):
        if number not in found:
            _play(table, states[place], done, stream(seed, 0), 0, tricks=True)
    swift = {rest[number]: points for number, points in found.items()}
    return [swift[place] if place in swift else s.match.deals[done] for place, s in enumerate(states)]


def _play(table: Table, s: State, done: int, source: int, number: int, *, tricks: bool) -> None:
    """Make legal moves until the deal is over, or until somebody is to play to a trick."""
    while len(s.match.deals) == done:
        if not tricks and isinstance(table.waiting[s.step], Tricks):
            return
        number += 1
        order = s.asked if s.waiting & (s.waiting - 1) else table.gangs[s.waiting]
        seat = next(seat for seat in order if s.waiting >> seat & 1)
        _act(table, s, seat, stream(source, number))
        if not s.waiting:
            table.proceed(s)


def _act(table: Table, s: State, seat: int, chance: int) -> None:
    """Make any legal move."""
    step = table.waiting[s.step]
    moves = step.legal(table, s, seat)
    place, _ = below(chance, min(len(moves), COUNTED))
    step.act(table, s, seat, moves[place])


def _swiftly(
    engine: Engine, states: Sequence[State], seeds: Sequence[int], lies: Lies | None = None
) -> dict[int, Points]:
    """The points of deals that the fast engine has played to their end, by their place."""
    from trickbook import fast  # noqa: PLC0415 - only who plays out deals needs it

    points, endings = fast.finish(engine, states, seeds, lies)
    pairs = enumerate(zip(points.tolist(), endings.tolist(), strict=True))
    if engine.table.layout.complex:
        return {place: tuple(Gaussian(*one) for one in own) for place, (own, ending) in pairs if not ending}
    return {place: tuple(own) for place, (own, ending) in pairs if not ending}


@lru_cache(maxsize=16)
def machine(table: Table) -> Engine | None:
    """A table ready for the fast engine; None if there is none, or if it cannot play so."""
    try:
        from trickbook import fast  # noqa: PLC0415 - only who plays out deals needs it

        return fast.ready(table)
    except (ImportError, TrickbookError):
        return None
