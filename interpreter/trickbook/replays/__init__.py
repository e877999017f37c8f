"""Replaying: from a record back to the game, with every move, score and winner checked."""

from trickbook.records.parser import LONGEST
from trickbook.replays.verification import replay

__all__ = ["LONGEST", "replay"]
