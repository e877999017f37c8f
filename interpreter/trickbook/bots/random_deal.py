"""A deal that machine code has played, repeated by the interpreter for its record and its reasons."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickbook.bots.random_player import random
from trickbook.bots.turn import play_game

if TYPE_CHECKING:
    from trickbook.game.game import Game
    from trickbook.ruleset import Ruleset


def random_deal(rules: Ruleset, players: int, seed: int, deal: int) -> Game:
    """Return the game after a deal between random players, by its seed and number."""
    game = rules.new_game(players, seed=seed, deal=deal)
    for step in play_game(rules, game, [random] * players):
        if step.after.deals:
            return step.after
    return game
