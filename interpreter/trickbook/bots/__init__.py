"""The players, built-in and outside ones. They know the rules and what their seat sees, and nothing else."""

from __future__ import annotations

from trickbook.bots.costs_of_cards import costs
from trickbook.bots.duck import duck
from trickbook.bots.montecarlo import prepare_search, searched
from trickbook.bots.playouts import random, random_deal
from trickbook.bots.registry import BOTS, parse_players, seated_players
from trickbook.bots.turn import (
    Bot,
    Budget,
    Transition,
    Turn,
    announce_end,
    no_announcements,
    play_game,
    returned_cards,
    turn_of,
)

__all__ = [
    "BOTS",
    "Bot",
    "Budget",
    "Transition",
    "Turn",
    "announce_end",
    "costs",
    "duck",
    "no_announcements",
    "parse_players",
    "play_game",
    "prepare_search",
    "random",
    "random_deal",
    "returned_cards",
    "searched",
    "seated_players",
    "turn_of",
]
