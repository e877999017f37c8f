"""Limits of a room: how often a seat may speak to its whole table, and how long a change may take."""

from __future__ import annotations

from time import monotonic, thread_time
from typing import TYPE_CHECKING, Final, TypeVar

from trickbook.server.limits import RateLimiter
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from trickbook.server.limits import ServerLimits

Result = TypeVar("Result")

TOO_OFTEN: Final[Mapping[str, Message]] = {
    "phrase": Message("too many phrases; wait a few seconds"),
    "take_back": Message("you ask to take back too often; wait a little"),
}
"""The sentence for a seat that says too much, by the type of its message."""

CHANGE_SECONDS: Final = 0.25
"""The most processor time of a change, or of the state for a new connection: five times what is admitted."""

MAX_SLOW_CHANGES: Final = 3
"""How many slow changes end a table; a single one may have another cause."""


class SeatLimits:
    """The rates of the seats of a table, by the types of their messages."""

    def __init__(self, limits: ServerLimits) -> None:
        """Apply these limits to every seat."""
        self.of = {"phrase": RateLimiter(limits.phrases), "take_back": RateLimiter(limits.taking_back)}

    def refusal(self, kind: str, seat: int) -> Message | None:
        """Why a seat may not send a message of this type now; None if it may."""
        limiter = self.of.get(kind)
        if limiter is None or limiter.take(str(seat), monotonic()):
            return None
        return TOO_OFTEN[kind]


class TimeLimit:
    """Counts the slow changes of a table."""

    def __init__(self, *, limited: bool) -> None:
        """Start without any; a table by shipped rules is not limited."""
        self.limited, self.slow_changes = limited, 0

    def run(self, work: Callable[..., Result], *given: object) -> Result:
        """Do work in the event loop, and count it as a change if it is slow."""
        if not self.limited:
            return work(*given)
        began = thread_time()
        try:
            return work(*given)
        finally:
            self.slow_changes += thread_time() - began > CHANGE_SECONDS

    @property
    def exceeded(self) -> bool:
        """The table has to end."""
        return self.slow_changes >= MAX_SLOW_CHANGES
