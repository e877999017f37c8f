"""The command line. Imports are deferred, so that help is quick and an interrupt leaves no traceback."""

from __future__ import annotations

import os
import sys
from contextlib import suppress

from trickbook.console import leaving
from trickbook.current_folder import distrust_current_folder


def command() -> None:
    """Run the command line and exit at once, without the interpreter's slow teardown."""
    try:
        main()
    except SystemExit as end:
        with suppress(OSError, ValueError):  # the usual exit reports what cannot be written
            sys.stdout.flush()
            sys.stderr.flush()
            if end.code is None or isinstance(end.code, int):
                os._exit(end.code or 0)
        raise


def main() -> None:
    """Run the command line."""
    distrust_current_folder()
    with leaving():
        from trickbook.cli.program import run
    run()
