"""Refused calls, remembered for a while: the same call is refused again without work."""

from __future__ import annotations

from collections import OrderedDict
from copy import copy
from hashlib import blake2b
from typing import Final

from trickbook.problems import TrickbookError

REMEMBERED_SECONDS: Final = 300.0
REMEMBERED_CALLS: Final = 256
"""How long a refused call is remembered, and how many at most."""


class Refusals:
    """The latest refused calls, by their hash."""

    def __init__(self) -> None:
        """Start without any."""
        self.known: OrderedDict[bytes, tuple[float, TrickbookError]] = OrderedDict()

    def find(self, call: bytes, now: float) -> TrickbookError | None:
        """Return why a call was refused, if that is remembered."""
        until, error = self.known.get(_digest(call), (now, None))
        return copy(error) if now < until else None

    def add(self, call: bytes, error: TrickbookError, now: float) -> None:
        """Remember a refused call; the oldest one is forgotten.

        Copies of its error are raised: one that was raised keeps all that its callers knew.
        """
        self.known[_digest(call)] = now + REMEMBERED_SECONDS, copy(error)
        if len(self.known) > REMEMBERED_CALLS:
            self.known.popitem(last=False)


def _digest(call: bytes) -> bytes:
    return blake2b(call, digest_size=16).digest()
