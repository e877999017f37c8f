"""YAML text becomes a tree that remembers where every key and value was written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickbook.source.files import LIMITS, Limits, fetch
from trickbook.source.nodes import Listing, Mapping, Node, Pair, Scalar, at, key_place, plain

if TYPE_CHECKING:
    from trickbook.problems import Problem

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


def read(text: str | bytes, file: str) -> tuple[Mapping | None, tuple[Problem, ...]]:
    """Read YAML into a tree, as ``tree.read`` does; PyYAML is imported when there is something to read."""
    from trickbook.source import tree

    return tree.read(text, file)
