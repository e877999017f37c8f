"""Deadlines of a connection: it is aborted when the client misses one."""

from __future__ import annotations

from asyncio import get_running_loop
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from asyncio import TimerHandle, Transport

READING_TIMEOUT: Final = 15.0
"""Seconds in which a client reads a part of what is sent."""

READING_PART: Final = 64 * 1024
"""The bytes of this part; less if less is left."""


class Deadline:
    """A time by which the client must have done something."""

    def __init__(self, transport: Transport) -> None:
        """Watch a connection; no time runs yet."""
        self.transport = transport
        self.timer: TimerHandle | None = None

    def start(self, seconds: float) -> None:
        """Let the time run, from the beginning."""
        self.stop()
        self.timer = get_running_loop().call_later(seconds, self.transport.abort)

    def stop(self) -> None:
        """Let no time run: it is done."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None


class ReadingDeadline(Deadline):
    """A deadline for reading what is sent, part by part.

    It needs to know of every unread byte, so the protocol is paused while there is one.
    """

    def __init__(self, transport: Transport) -> None:
        """Watch a connection; part of what an earlier protocol sent may be unread."""
        super().__init__(transport)
        transport.set_write_buffer_limits(high=0)
        if transport.get_write_buffer_size():
            self.begin()

    def begin(self) -> None:
        """Let the time for a part run."""
        self.unread = self.transport.get_write_buffer_size()
        self.stop()
        self.timer = get_running_loop().call_later(READING_TIMEOUT, self._over)

    def _over(self) -> None:
        """Abort, unless the part was read."""
        if self.unread - self.transport.get_write_buffer_size() < READING_PART:
            self.transport.abort()
        else:
            self.begin()
