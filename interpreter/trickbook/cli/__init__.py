"""The command line. What it needs is imported when it is called: help is quick, and an interrupt quiet."""

from __future__ import annotations

import os
import signal
import sys
import threading
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

INTERRUPTED: Final = 130
"""The exit code of a command that somebody interrupts."""


@contextmanager
def leaving() -> Iterator[None]:
    """While modules are imported an interrupt ends the program at once: there is nothing to put in order."""
    before = signal.getsignal(signal.SIGINT)
    own = before is signal.default_int_handler  # else interrupts are ignored, or somebody else sees to them
    if not own or threading.current_thread() is not threading.main_thread():
        yield
        return
    signal.signal(signal.SIGINT, lambda _signal, _frame: os._exit(INTERRUPTED))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def command() -> None:
    """Run the command line, and end at once: what it has built need not be taken down piece by piece."""
    try:
        main()
    except SystemExit as end:
        with suppress(OSError, ValueError):  # what cannot be written is told on the usual way out
            sys.stdout.flush()
            sys.stderr.flush()
            if end.code is None or isinstance(end.code, int):
                os._exit(end.code or 0)
        raise


def main() -> None:
    """Run the command line."""
    with leaving():
        from trickbook.cli.program import run
    run()
