"""Signals that end the process; the game is saved first."""

from __future__ import annotations

import asyncio
import signal
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

EXIT_SIGNALS: Final = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))


UNSUPPORTED: Final = (NotImplementedError, RuntimeError, ValueError)
"""What is said where signals cannot be heeded: on some systems, and outside the main thread."""


@contextmanager
def on_exit_signal(leave: Callable[[], object]) -> Iterator[None]:
    """While this lasts, ``leave`` is called when the process is told to end."""
    loop = asyncio.get_running_loop()
    with suppress(*UNSUPPORTED):
        for one in EXIT_SIGNALS:
            loop.add_signal_handler(one, leave)
    try:
        yield
    finally:
        with suppress(*UNSUPPORTED):
            for one in EXIT_SIGNALS:
                loop.remove_signal_handler(one)
