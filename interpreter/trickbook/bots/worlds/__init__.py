"""Worlds: possible places of the unseen cards, sampled uniformly from all that a seat's view allows."""

from typing import TYPE_CHECKING

from trickbook.bots.worlds.past_plays import PastPlay
from trickbook.bots.worlds.sampler import Sample, sample_worlds
from trickbook.problems.deprecation import renamed

__all__ = ["PastPlay", "Sample", "sample_worlds"]

if not TYPE_CHECKING:
    __getattr__ = renamed(__name__, {"sample": "sample_worlds"})
