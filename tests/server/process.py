"""A server in a process of its own: ``python -m tests.server.process FOLDER PORT`` tells its port."""

from __future__ import annotations

import sys
from pathlib import Path

import click
from tests.server.patience import patient
from tests.server.serving import FREELY

from trickbook.server.salvaging import Damage
from trickbook.server.serving import bound, serve

if __name__ == "__main__":
    folder, port = sys.argv[1:]
    listening = bound("127.0.0.1", int(port))

    def ready(_damage: Damage | None) -> None:
        click.echo(listening.getsockname()[1])

    with patient():
        serve(listening, Path(folder), FREELY, ready)
