"""YAML text becomes a tree that remembers where every key and value was written."""

from trickbook.source.files import fetch
from trickbook.source.nodes import Listing, Mapping, Node, Pair, Scalar, at, key_place, plain
from trickbook.source.text import LIMITS, Limits
from trickbook.source.tree import read

__all__ = [
    "LIMITS",
    "Limits",
    "Listing",
    "Mapping",
    "Node",
    "Pair",
    "Scalar",
    "at",
    "fetch",
    "key_place",
    "plain",
    "read",
]
