"""Limits of what a seat shows to its whole table: phrases, and requests to take back a move."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, Final

from trickbook.server.limits import RateLimiter

if TYPE_CHECKING:
    from collections.abc import Mapping

    from trickbook.server.limits import ServerLimits

TOO_OFTEN: Final[Mapping[str, str]] = {
    "phrase": "too many phrases; wait a few seconds",
    "take_back": "you ask to take back too often; wait a little",
}
"""The sentence for a seat that says too much, by the type of its message."""


class SeatLimits:
    """The rates of the seats of a table, by the types of their messages."""

    def __init__(self, limits: ServerLimits) -> None:
        """Apply these limits to every seat."""
        self.of = {"phrase": RateLimiter(limits.phrases), "take_back": RateLimiter(limits.taking_back)}

    def refusal(self, kind: str, seat: int) -> str | None:
        """Why a seat may not send a message of this type now; None if it may."""
        limiter = self.of.get(kind)
        if limiter is None or limiter.take(str(seat), monotonic()):
            return None
        return TOO_OFTEN[kind]
