"""A server in its own process: ``python -m tests.server.server_process FOLDER PORT`` prints its port."""

from __future__ import annotations

import sys
from pathlib import Path

import click
from tests.server.local_server import FREELY
from tests.server.timeouts import patient

from trickbook.server.listener import listening_socket, serve
from trickbook.server.store.table_recovery import Damage

if __name__ == "__main__":
    folder, port = sys.argv[1:]
    listening = listening_socket("127.0.0.1", int(port))

    def ready(_damage: Damage | None) -> None:
        click.echo(listening.getsockname()[1])

    with patient():
        serve(listening, Path(folder), FREELY, ready)
