"""A server in its own process: ``python -m tests.server.server_process PLACE PORT [WORKERS]`` tells its port.

The place is a folder, or the address of a store in PostgreSQL.
"""

from __future__ import annotations

import sys
from pathlib import Path

import click
from tests.server.local_server import FREELY
from tests.server.timeouts import patient

from trickbook.server.fleet.supervisor import serve
from trickbook.server.listener import listening_socket
from trickbook.server.store.table_recovery import Damage

if __name__ == "__main__":
    place, port, *more = sys.argv[1:]
    workers = int(more[0]) if more else 1
    listening = listening_socket("127.0.0.1", int(port), shared=workers > 1)

    def ready(_damage: Damage | None) -> None:
        click.echo(listening.getsockname()[1])

    with patient():
        serve(listening, place if "://" in place else Path(place), FREELY._replace(workers=workers), ready)
