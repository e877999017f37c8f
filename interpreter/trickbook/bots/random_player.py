"""The random player."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickbook.bots.turn import play_game
from trickbook.cards.chance import MAX_MOVES, below, rung

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trickbook.bots.turn import Turn
    from trickbook.game.game import Game
    from trickbook.ruleset import Ruleset


def random(turn: Turn) -> str:
    """Return a legal move, each as likely; of a ladder of bids, each half as likely as the one below."""
    return random_move(turn.moves, turn.chance, ladder=turn.ladder)


def random_move(moves: Sequence[str], chance: int, *, ladder: bool) -> str:
    """Return a random move; of a ladder, the first with one chance in two, and so on upwards."""
    if ladder:
        return moves[rung(chance, len(moves))]
    place, _ = below(chance, min(len(moves), MAX_MOVES))
    return moves[place]


def random_deal(rules: Ruleset, players: int, seed: int, deal: int) -> Game:
    """Return the game after a deal between random players, by its seed and number."""
    game = rules.new_game(players, seed=seed, deal=deal)
    for step in play_game(rules, game, [random] * players):
        if step.after.deals:
            return step.after
    return game
