"""The command line. Imports are deferred, so that help is quick and an interrupt leaves no traceback."""

from __future__ import annotations

import os
import signal
import sys
import threading
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from trickbook.console import INTERRUPTED
from trickbook.current_folder import distrust_current_folder

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def leaving() -> Iterator[None]:
    """Exit at once on an interrupt while modules are imported, as nothing needs cleaning up."""
    before = signal.getsignal(signal.SIGINT)
    own = before is signal.default_int_handler  # else interrupts are ignored, or handled elsewhere
    if not own or threading.current_thread() is not threading.main_thread():
        yield
        return
    signal.signal(signal.SIGINT, lambda _signal, _frame: os._exit(INTERRUPTED))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


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
