"""Playouts: deals played to their end; some seats duck, others play at random.

Machine code plays them if what it needs is installed, to the same points.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickbook.batch import MISSING
from trickbook.bots.duck import NoMoveError, duck_of
from trickbook.bots.random_player import random_move
from trickbook.bots.turn import climbs
from trickbook.bots.world_moves import apply_move, apply_play
from trickbook.cards.chance import stream
from trickbook.core.translation import BeyondError
from trickbook.engine.tricks import TrickStep
from trickbook.problems import MissingError, needs

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from trickbook.batch.cells import Playout, SeatPoints
    from trickbook.batch.playouts import Playouts
    from trickbook.bots.duck import Duck
    from trickbook.core.state import State
    from trickbook.game.game import Game
    from trickbook.ruleset import Ruleset
    from trickbook.sections.compiled import CompiledRules


def play_out(
    rules: Ruleset, games: Sequence[Game], done: int, playouts: Sequence[Playout]
) -> list[SeatPoints]:
    """Return the points by seat of the deal in progress, for each playout; ``done`` deals came before."""
    duck, engine = duck_of(rules, len(games[0].scores)), games[0].engine
    found = {
        number: games[playout.place].deals[done]
        for number, playout in enumerate(playouts)
        if len(games[playout.place].deals) > done
    }
    found |= _swiftly(rules, games, {n: playout for n, playout in enumerate(playouts) if n not in found})
    return [
        found[n] if n in found else _slowly(duck, engine, games[playout.place].state.copy(), done, playout)
        for n, playout in enumerate(playouts)
    ]


def _slowly(duck: Duck, engine: CompiledRules, s: State, done: int, playout: Playout) -> SeatPoints:
    """Play a deal to its end with the interpreter; return its points.

    A sampled world may leave a seat no legal move: the deal is then scored as it lies.
    """
    source, number = stream(playout.seed, 0), 0
    if playout.play:
        apply_play(engine, s, s.waiting.bit_length() - 1, playout.play)
    while len(s.match.deals) == done:
        number += 1
        seat = s.turns[0]
        acting = 1 << seat if s.waiting & (s.waiting - 1) else engine.actors(s)
        try:
            _move(duck, engine, s, seat, None if playout.ducks & acting else stream(source, number))
        except NoMoveError:
            return engine.score(s)
    points: SeatPoints = s.match.deals[done]
    return points


def _move(duck: Duck, engine: CompiledRules, s: State, seat: int, chance: int | None) -> None:
    """Make a seat's move: random with a ``chance``, otherwise the duck's."""
    step = engine.waiting[s.step]
    if chance is not None:
        moves = step.legal(engine, s, seat)
        if not len(moves):
            raise NoMoveError("no move is legal")
        apply_move(engine, s, seat, random_move(moves, chance, ladder=climbs(engine, s)))
        return
    if isinstance(step, TrickStep):
        apply_play(engine, s, seat, duck.play(s, seat))
    else:
        apply_move(engine, s, seat, duck.answer(s, seat))


def _swiftly(rules: Ruleset, games: Sequence[Game], playouts: Mapping[int, Playout]) -> dict[int, SeatPoints]:
    """Return the points of the deals that machine code can play to their end."""
    batch = ready_playouts(rules, games[0].engine) if playouts else None
    if batch is None:
        return {}
    places = {place: number for number, place in enumerate({one.place: None for one in playouts.values()})}
    wanted = [one._replace(place=places[one.place]) for one in playouts.values()]
    points = batch.play_out([games[place].state for place in places], wanted)
    return {n: one for n, one in zip(playouts, points, strict=True) if one is not None}


def ready_playouts(rules: Ruleset, engine: CompiledRules) -> Playouts | None:
    """Return the playouts of an engine's rules; None if what they need is missing, or they cannot play."""
    try:
        with needs(MISSING):
            from trickbook.bots.search_code import search_code  # noqa: PLC0415 - only who plays out needs it
    except MissingError:
        return None
    try:
        return search_code(rules, engine.layout.seats).playouts()
    except BeyondError:
        return None
