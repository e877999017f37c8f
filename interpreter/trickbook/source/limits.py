"""How big a document may be; house rules come from strangers."""

from __future__ import annotations

from typing import Final, NamedTuple


class Limits(NamedTuple):
    """The most that one document may hold."""

    bytes: int = 256 * 1024
    """Size of the file, in bytes of UTF-8."""
    depth: int = 24
    """Maps and lists inside one another."""
    nodes: int = 5_000
    """Keys, values, maps and lists together."""
    text: int = 4_000
    """Characters of one value."""
    key: int = 100
    """Characters of one key."""


LIMITS: Final = Limits()
