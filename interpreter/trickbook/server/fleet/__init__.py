"""Several processes that share tables: who holds which, and how a request finds its holder.

Each table is held by one process at a time, by a lease. A lease ends with its holder: a process that is not
heard any more loses all of them, and can store nothing for these tables from then on.
"""

from __future__ import annotations

from hmac import compare_digest
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol

from trickbook.problems import TrickbookError

if TYPE_CHECKING:
    from starlette.types import Scope


PEER_HEADER: Final = b"trickbook-peer"
"""The header by which a process shows another its key, with the address of the client."""

WRONG_KEY: Final = HTTPStatus.UNAUTHORIZED
"""The status of a request to the peers' port without the key of the process there."""

FORWARDED: Final = "forwarded"
"""The key in the state of a request that says that another process has admitted it."""

Summaries = list[dict[str, Any]]
"""Open tables as the lobby lists them, each with its ``maker`` and when its room was ``opened``."""


class LeaseLostError(TrickbookError):
    """The leases of this process have ended: others may hold its tables by now."""


class Peer(NamedTuple):
    """Where a process answers the others, and the key that they show it."""

    host: str
    port: int
    key: str


def passport(peer: Peer, client: str) -> bytes:
    """What a process says to a peer about a client."""
    return f"{peer.key} {client}".encode("latin-1", "replace")


def checked(scope: Scope, own: Peer) -> bool:
    """Return whether a request to the peers' port comes from a peer; then it gets the client's address."""
    headers = dict(scope["headers"])
    key, _, client = headers.get(PEER_HEADER, b"").decode("latin-1").partition(" ")
    if not own.key or not compare_digest(key.encode(), own.key.encode()):
        return False
    scope["client"], scope["state"][FORWARDED] = (client, 0), True
    return True


class Fleet(Protocol):
    """The other processes. ``name`` is that of this one; it gets another one if it loses its leases."""

    name: str

    async def join(self, peer: Peer, /) -> None:
        """Join under a new name; the others reach this process as the peer."""

    async def claim(self, table: str, /) -> Peer | None:
        """Take the lease of a table if it is free; the holder if it is another process."""

    async def release(self, table: str, /) -> None:
        """Give back the lease of a table, if this process has it."""

    async def beat(self, open_tables: Summaries, /) -> Summaries:
        """Show that this process lives, and its open tables; those of the others. LeaseLostError if late."""

    async def leave(self) -> None:
        """Give back all leases."""


class SingleProcess:
    """A fleet of one process: it holds every table, and nobody asks it for one."""

    name = ""

    async def join(self, peer: Peer, /) -> None:
        """Do nothing."""

    async def claim(self, _: str, /) -> Peer | None:
        """Nobody else holds a table."""

    async def release(self, _: str, /) -> None:
        """Do nothing."""

    async def beat(self, _: Summaries, /) -> Summaries:
        """There are no other tables."""
        return []

    async def leave(self) -> None:
        """Do nothing."""
