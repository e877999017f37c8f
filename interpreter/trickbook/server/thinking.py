"""Thinking: bots decide in threads of their own, by what their seat sees, and nobody waits for them."""

from __future__ import annotations

import secrets
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from trickbook.bots.naming import BOTS
from trickbook.bots.turn import Turn, ahead, outcome
from trickbook.chance import SEEDS

if TYPE_CHECKING:
    from trickbook.game import Game
    from trickbook.ruleset import Ruleset


class Thought(NamedTuple):
    """What a bot is to think about: the moment, its seat, and which bot it is."""

    rules: Ruleset
    game: Game
    seat: int
    bot: str


def decided(thought: Thought) -> str:
    """The move that a bot decides on."""
    rules, game, seat, bot = thought
    now = game.table, game.state, seat
    look, chance = partial(game.view, seat), secrets.randbelow(SEEDS)
    best, end = partial(ahead, *now), partial(outcome, *now)
    return BOTS[bot](Turn(rules, len(game.scores), seat, look, game.legal(seat), chance, best, end))
