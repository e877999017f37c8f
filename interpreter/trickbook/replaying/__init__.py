"""Replaying: from a record back to the game, with every move, score and winner checked."""

from trickbook.replaying.checking import replay
from trickbook.replaying.written import LONGEST

__all__ = ["LONGEST", "replay"]
