"""Several servers of one store in PostgreSQL, each started again after every kill.

``python -m tests.server.fleet_servers STORE COUNT`` tells the ports; then, each time a server is ready, its
place among them and the number of its process. They are forked from a process that has loaded everything.
"""

from __future__ import annotations

import gc
import os
import socket
import sys

import click
import pytest
from tests.server.local_server import FREELY
from tests.server.timeouts import patient

import trickbook
from trickbook.server.fleet import shared_store
from trickbook.server.fleet.supervisor import serve
from trickbook.server.listener import listening_socket

LEASE_SECONDS, BEAT_INTERVAL = 1.0, 0.1
"""Shorter than usual, so that many kills take little time."""


def started(place: int, listening: socket.socket, store: str) -> int:
    """Fork a server; the number of its process."""
    child = os.fork()
    if not child:
        serve(listening, store, FREELY, lambda _: click.echo(f"{place} {os.getpid()}"))
        os._exit(0)
    return child


def forever(store: str, count: int) -> None:
    """Let all servers serve; each that ends is started again."""
    trickbook.load("chinese-hearts").engine()
    shared_store.open_shared(store).close()
    sockets = [listening_socket("127.0.0.1", 0) for _ in range(count)]
    click.echo(" ".join(str(one.getsockname()[1]) for one in sockets))
    gc.freeze()
    running = {started(place, one, store): place for place, one in enumerate(sockets)}
    while True:
        place = running.pop(os.wait()[0])
        running[started(place, sockets[place], store)] = place


if __name__ == "__main__":
    with patient(), pytest.MonkeyPatch.context() as patch:
        patch.setattr("trickbook.server.fleet.shared_store.LEASE_SECONDS", LEASE_SECONDS)
        patch.setattr("trickbook.server.app.BEAT_INTERVAL", BEAT_INTERVAL)
        forever(sys.argv[1], int(sys.argv[2]))
