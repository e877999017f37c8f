"""A server with several workers: ``python -m tests.server.worker_server FOLDER WORKERS`` prints its port."""

from __future__ import annotations

import sys
from pathlib import Path

import click
import pytest
from tests.server.local_server import FREELY
from tests.server.timeouts import patient

from trickbook.server.fleet.supervisor import serve
from trickbook.server.limits import Rate
from trickbook.server.listener import listening_socket
from trickbook.server.store.table_recovery import Damage

ASKING = Rate(1e-6, 200)
"""What one address may ask of all workers together."""

SILENCE = 4.0

if __name__ == "__main__":
    folder, workers = sys.argv[1:]
    listening = listening_socket("127.0.0.1", 0, shared=True)
    settings = FREELY._replace(workers=int(workers), limits=FREELY.limits._replace(asking=ASKING))

    def ready(_damage: Damage | None) -> None:
        click.echo(listening.getsockname()[1])

    with patient(), pytest.MonkeyPatch.context() as patch:
        patch.setattr("trickbook.server.fleet.hub.MAX_SILENCE", SILENCE)
        serve(listening, Path(folder), settings, ready)
