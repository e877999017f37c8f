"""Golden games: short, seeded, each move drawn by the generator that shuffles, so the same everywhere."""

from __future__ import annotations

import trickbook
from trickbook.cards.chance import below, stream

DEALS = 2
SEED = 2026


def game_of(name: str, players: int) -> trickbook.Game:
    """Play two deals: who acts, of those who may, and the move are drawn from stream 0 of the seed."""
    game, state = trickbook.load(name).new_game(players, seed=SEED), stream(SEED, 0)
    while len(game.deals) < DEALS and game.phase != "over":
        actors = sorted(game.actors)
        place, state = below(state, len(actors))
        seat = actors[place]
        number, state = below(state, len(game.legal(seat)))
        game = game.apply(seat, game.legal(seat)[number])
    return game
