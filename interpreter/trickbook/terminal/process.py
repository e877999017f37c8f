"""The process of a terminal: slow work in threads that end with it, and signals that end it."""

from __future__ import annotations

import asyncio
import signal
from concurrent.futures import Future, InvalidStateError
from contextlib import contextmanager, suppress
from threading import Thread
from typing import TYPE_CHECKING, Final, ParamSpec, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Given = ParamSpec("Given")
Found = TypeVar("Found")

EXIT_SIGNALS: Final = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))

UNSUPPORTED: Final = (NotImplementedError, RuntimeError, ValueError)
"""What is said where signals cannot be heeded: on some systems, and outside the main thread."""


async def in_thread(work: Callable[Given, Found], *given: Given.args, **named: Given.kwargs) -> Found:
    """Do some work in a thread that ends with the program, and give what comes of it."""
    doing: Future[Found] = Future()

    def run() -> None:
        try:
            doing.set_result(work(*given, **named))
        except BaseException as error:  # noqa: BLE001 - whoever asked is told
            with suppress(InvalidStateError):  # nobody asks any more
                doing.set_exception(error)

    Thread(target=run, daemon=True).start()
    return await asyncio.wrap_future(doing, loop=asyncio.get_running_loop())


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
