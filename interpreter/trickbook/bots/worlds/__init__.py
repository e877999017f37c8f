"""Worlds: possible places of the unseen cards, sampled uniformly from all that a seat's view allows."""

from trickbook.batch.cells import PastPlay
from trickbook.bots.worlds.sampler import Sample, sample_worlds

__all__ = ["PastPlay", "Sample", "sample_worlds"]
