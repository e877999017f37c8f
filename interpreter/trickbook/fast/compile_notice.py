"""A notice that the machine is being compiled, which takes a while, once; no garbage is collected then."""

from __future__ import annotations

import gc
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from numba.core.event import Listener, install_listener, register

from trickbook.fast.machine.loop import run

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

COMPILE_EVENT: Final = "numba:compile"
"""Numba's event for a compilation; what is cached on disk has none."""


@contextmanager
def announce_compilation(tell: Callable[[], object]) -> Iterator[None]:
    """Call ``tell`` before the machine is compiled, while this lasts."""
    with install_listener(COMPILE_EVENT, _Listener(tell)):
        yield


class _Listener(Listener):
    """Listens to Numba's events. The machine has many parts, but is announced once."""

    def __init__(self, tell: Callable[[], object]) -> None:
        self.tell = tell

    def on_start(self, event: Any) -> None:
        """A compilation begins."""
        if event.data["dispatcher"] is run:
            self.tell()

    def on_end(self, event: Any) -> None:
        """A compilation has ended."""


class _Pause(Listener):
    """Collects no garbage during a compilation, which makes very many objects and keeps most of them."""

    def __init__(self) -> None:
        self.collects = False

    def on_start(self, event: Any) -> None:
        """A compilation begins."""
        if event.data["dispatcher"] is run:
            self.collects = gc.isenabled()
            gc.disable()

    def on_end(self, event: Any) -> None:
        """A compilation has ended."""
        if event.data["dispatcher"] is run and self.collects:
            gc.enable()


register(COMPILE_EVENT, _Pause())  # type: ignore[no-untyped-call]
