"""A line: one connection to a table. What is to be told waits, but not for long: a slow reader is cut off."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING, Any

from trickbook.server.messages import closing, encoded, localized

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from trickbook.server.limits import ServerLimits


class Connection:
    """A connection of a seat, or of somebody who looks on."""

    __slots__ = ("_awake", "_characters", "_waiting", "closed", "key", "lang", "limits", "seat", "told")

    def __init__(self, seat: int | None, lang: str, limits: ServerLimits, key: str = "") -> None:
        """Take up a connection; ``told`` is its own part of what it was told last.

        ``key`` is the hash of the token that the seat was proved by: with another one it is another's.
        """
        self.seat, self.lang, self.limits, self.key = seat, lang, limits, key
        self.told: Mapping[str, Any] | None = None
        self.closed = False
        self._waiting: deque[str] = deque()
        self._characters = 0
        self._awake: asyncio.Future[None] | None = None

    def tell(self, text: str) -> None:
        """Let a frame wait for the reader; one who has let too much wait is cut off."""
        if self.closed:
            return
        self._waiting.append(text)
        self._characters += len(text)
        if len(self._waiting) > self.limits.frames or self._characters > self.limits.characters:
            self._waiting.clear()
            self.close("too-slow", "you read too slowly")
        self._wake()

    def close(self, code: str, message: str) -> None:
        """Say a last thing."""
        if not self.closed:
            self._waiting.append(encoded(localized(closing(code, message), self.lang)))
            self.closed = True
            self._wake()

    def _wake(self) -> None:
        if self._awake is not None and not self._awake.done():
            self._awake.set_result(None)

    async def send(self, out: Callable[[str], Awaitable[None]]) -> None:
        """Send what waits, until the last thing is said."""
        while True:
            while self._waiting:
                text = self._waiting.popleft()
                self._characters -= len(text)
                await out(text)
            if self.closed:
                return
            self._awake = asyncio.get_running_loop().create_future()
            await self._awake
