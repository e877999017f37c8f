"""Worlds: what the unseen cards may be, drawn at random among all that a seat's view allows."""

from trickbook.bots.worlds.past_plays import PastPlay
from trickbook.bots.worlds.sampler import Sample, sample_worlds

__all__ = ["PastPlay", "Sample", "sample_worlds"]
