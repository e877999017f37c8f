"""Worlds: what the unseen cards may be, drawn at random among all that a seat's view allows."""

from trickbook.bots.worlds.retracing import Played
from trickbook.bots.worlds.sampling import Sample, sample

__all__ = ["Played", "Sample", "sample"]
