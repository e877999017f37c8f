"""What commands share: parameters, the language of what they print, files, tables of text."""

from __future__ import annotations

import os
import signal
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

INTERRUPTED: Final = 130
"""The exit code of an interrupted command."""


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
