"""The open connections, by address."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from asyncio import Transport


class Connections:
    """The open connections of each address, oldest first.

    When there is room for no more, the address with the most gives one up to an address with fewer.
    """

    def __init__(self, most: int, most_of_one: int) -> None:
        """Start with none; ``most`` of all addresses, ``most_of_one`` of one."""
        self.most, self.most_of_one = most, most_of_one
        self.of: dict[str, dict[Transport, None]] = {}
        self.who: dict[Transport, str] = {}

    def enter(self, who: str, transport: Transport) -> bool:
        """Admit a connection, if there is room or room can be made."""
        count = len(self.of.get(who, ()))
        if count >= self.most_of_one or (len(self.who) >= self.most and not self._give_up_one(count)):
            return False
        self.of.setdefault(who, {})[transport] = None
        self.who[transport] = who
        return True

    def _give_up_one(self, count: int) -> bool:
        """Close the newest connection of the address with the most, if that leaves it as many."""
        fullest = max(self.of.values(), key=len)
        if len(fullest) <= count + 1:
            return False
        newest = next(reversed(fullest))
        self.leave(newest)
        newest.abort()
        return True

    def leave(self, transport: Transport) -> None:
        """Remove a connection that has ended, if it was admitted."""
        who = self.who.pop(transport, None)
        if who is None:
            return
        del self.of[who][transport]
        if not self.of[who]:
            del self.of[who]
