"""The players, built-in and from outside. They know the rules and what their seat sees, and nothing else."""

from __future__ import annotations

from trickbook.bots.again import again
from trickbook.bots.anything import random
from trickbook.bots.ducking import duck
from trickbook.bots.naming import BOTS, named, seated
from trickbook.bots.swift import ducks
from trickbook.bots.turn import Bot, Step, Turn, held_again, part, playing, silence, turn_of
from trickbook.bots.worths import costs

__all__ = [
    "BOTS",
    "Bot",
    "Step",
    "Turn",
    "again",
    "costs",
    "duck",
    "ducks",
    "held_again",
    "named",
    "part",
    "playing",
    "random",
    "seated",
    "silence",
    "turn_of",
]
