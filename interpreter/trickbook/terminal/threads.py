"""Slow work in threads that end with the program."""

from __future__ import annotations

import asyncio
from concurrent.futures import Future, InvalidStateError
from contextlib import suppress
from threading import Thread
from typing import TYPE_CHECKING, ParamSpec, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

Given = ParamSpec("Given")
Found = TypeVar("Found")


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
