"""The built-in players. They know the rules and what their seat sees; of other hands they know nothing."""

from __future__ import annotations

from trickbook.bots.anything import random
from trickbook.bots.ducking import duck
from trickbook.bots.naming import BOTS, named, seated
from trickbook.bots.turn import Bot, Step, Turn, held_again, part, playing, silence
from trickbook.bots.worths import costs

__all__ = [
    "BOTS",
    "Bot",
    "Step",
    "Turn",
    "costs",
    "duck",
    "held_again",
    "named",
    "part",
    "playing",
    "random",
    "seated",
    "silence",
]
