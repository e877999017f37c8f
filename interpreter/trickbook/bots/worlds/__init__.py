"""Worlds: possible places of the unseen cards, sampled uniformly from all that a seat's view allows."""

from trickbook.bots.worlds.past_plays import PastPlay
from trickbook.bots.worlds.sampler import Sample, sample_worlds

__all__ = ["PastPlay", "Sample", "sample_worlds"]
