"""Finishing: deals played to their end by chance, to see what may come of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from trickbook.bots.anything import COUNTED
from trickbook.chance import below

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trickbook.game import Game


def finish(games: Sequence[Game], done: int, chances: Sequence[int]) -> list[tuple[Any, ...]]:
    """The points by seat of the deal after so many, if from here on everybody makes any legal move.

    Each game has a chance of its own.
    """
    return [_finished(game, done, chance) for game, chance in zip(games, chances, strict=True)]


def _finished(game: Game, done: int, chance: int) -> tuple[Any, ...]:
    table, s = game.table, game.state.copy()
    while len(s.match.deals) == done:
        seat = (s.waiting & -s.waiting).bit_length() - 1
        step = table.waiting[s.step]
        moves = step.legal(table, s, seat)
        place, chance = below(chance, min(len(moves), COUNTED))
        step.act(table, s, seat, moves[place])
        if not s.waiting:
            table.proceed(s)
    return s.match.deals[done]
