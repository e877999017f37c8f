"""The built-in players. They know the rules and what their seat sees; of other hands they know nothing."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from trickbook.bots.anything import random
from trickbook.bots.ducking import duck
from trickbook.bots.turn import Bot, Step, Turn, held_again, playing, silence
from trickbook.bots.worths import costs

if TYPE_CHECKING:
    from collections.abc import Mapping

BOTS: Final[Mapping[str, Bot]] = MappingProxyType({"duck": duck, "random": random})
"""The built-in players by name."""

__all__ = ["BOTS", "Bot", "Step", "Turn", "costs", "duck", "held_again", "playing", "random", "silence"]
