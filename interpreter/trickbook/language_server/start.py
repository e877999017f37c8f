"""The language server with all that it answers."""

import gc

from trickbook.language_server import diagnostics, edits, queries  # noqa: F401 - each adds its answers
from trickbook.language_server.server import server


def run() -> None:
    """Serve an editor by standard input and output."""
    gc.disable()  # garbage is collected between keystrokes
    gc.freeze()
    server.start_io()
