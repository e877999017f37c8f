"""A connection to a table. Frames wait for a slow reader up to a limit; then the connection is closed."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING, Any, NamedTuple

from trickbook.server.protocol import closing, encoded
from trickbook.texts.catalogue import in_language
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from trickbook.server.limits import ServerLimits


class Opened(NamedTuple):
    """Which client opened a connection, by the name it drew for itself, and for which time."""

    client: str
    attempt: int


class Connection:
    """A connection of a seat or a spectator."""

    __slots__ = (
        *("_awake", "_characters", "_waiting", "client", "closed", "key"),
        *("lang", "limits", "opened", "seat", "told"),
    )

    def __init__(
        self, seat: int | None, lang: str, limits: ServerLimits, key: str = "", opened: Opened | None = None
    ) -> None:
        """Start a connection; ``told`` is the private part of the view it received last.

        ``key`` is the hash of the seat's token: once the seat has another token, it belongs to somebody else.
        ``client`` is the address of the client, by which its questions take turns.
        """
        self.seat, self.lang, self.limits, self.key, self.opened = seat, lang, limits, key, opened
        self.client = ""
        self.told: Mapping[str, Any] | None = None
        self.closed = False
        self._waiting: deque[str] = deque()
        self._characters = 0
        self._awake: asyncio.Future[None] | None = None

    def came_late(self, newer: Connection) -> bool:
        """Return whether the same client opened another connection after this one."""
        mine, other = self.opened, newer.opened
        return mine is not None and other is not None and mine.client == other.client and mine < other

    def enqueue(self, text: str) -> None:
        """Queue a frame; too many unread frames close the connection."""
        if self.closed:
            return
        self._waiting.append(text)
        self._characters += len(text)
        if len(self._waiting) > self.limits.frames or self._characters > self.limits.characters:
            self._waiting.clear()
            self.close("too-slow", Message("you read too slowly"))
        self._wake()

    def tell(self, message: Mapping[str, Any]) -> None:
        """Queue a message, in the language of the client."""
        self.enqueue(encoded(localized(message, self.lang)))

    def close(self, code: str, message: Message) -> None:
        """Queue the last message."""
        if not self.closed:
            self._waiting.append(encoded(localized(closing(code, message), self.lang)))
            self.closed = True
            self._wake()

    def _wake(self) -> None:
        if self._awake is not None and not self._awake.done():
            self._awake.set_result(None)

    async def send(self, out: Callable[[str], Awaitable[None]]) -> None:
        """Send the queued frames, until the last message is sent."""
        while True:
            while self._waiting:
                text = self._waiting.popleft()
                self._characters -= len(text)
                await out(text)
            if self.closed:
                return
            self._awake = asyncio.get_running_loop().create_future()
            await self._awake


def with_connection(connections: set[Connection], new: Connection) -> set[Connection]:
    """Return the connections with a new one in place of an older one of its seat, which is closed.

    If the new one came late it is closed instead, and none are returned.
    """
    others = {one for one in connections if one.seat == new.seat is not None}
    late = any(new.came_late(other) for other in others)
    for one in [new] if late else others:
        one.close("elsewhere", Message("you have come to the table elsewhere"))
    return set() if late else connections - others | {new}


def localized(told: Mapping[str, Any], lang: str) -> Mapping[str, Any]:
    """A message with its sentence, if it has one, in a language."""
    return {**told, "message": in_language(told["message"], lang)} if "code" in told else told
