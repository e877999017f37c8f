"""A server that restarts after every kill: it is forked from a process that has loaded everything.

``python -m tests.server.forked_server FOLDER`` tells its port, then the number of each server's
process once it is ready. Who comes while none is there waits at the port.
"""

from __future__ import annotations

import gc
import os
import sys
from pathlib import Path

import click
from tests.server.local_server import FREELY
from tests.server.timeouts import patient

import trickbook
from trickbook.server.fleet.supervisor import serve
from trickbook.server.listener import listening_socket


def forever(folder: Path) -> None:
    """Let one server after the other serve; each is waited for."""
    trickbook.load("chinese-hearts").engine()
    listening = listening_socket("127.0.0.1", 0)
    listening.listen(64)
    click.echo(listening.getsockname()[1])
    gc.freeze()
    while True:
        child = os.fork()
        if not child:
            serve(listening, folder, FREELY, lambda _: click.echo(os.getpid()))
            os._exit(0)
        os.waitpid(child, 0)


if __name__ == "__main__":
    with patient():
        forever(Path(sys.argv[1]))
