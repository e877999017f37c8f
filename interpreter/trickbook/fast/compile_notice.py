"""Announcing that the machine is compiled, which takes a while, once."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from numba.core.event import Listener, install_listener

from trickbook.fast.machine.loop import run

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

COMPILE_EVENT: Final = "numba:compile"
"""How Numba calls it when something is compiled; what lies on disk is not."""


@contextmanager
def announce_compilation(tell: Callable[[], object]) -> Iterator[None]:
    """Whenever the machine is compiled now, it is told before."""
    with install_listener(COMPILE_EVENT, _Listener(tell)):
        yield


class _Listener(Listener):
    """Hears what Numba does; the machine has many parts, and is told of as a whole."""

    def __init__(self, tell: Callable[[], object]) -> None:
        self.tell = tell

    def on_start(self, event: Any) -> None:
        """Something begins to be compiled."""
        if event.data["dispatcher"] is run:
            self.tell()

    def on_end(self, event: Any) -> None:
        """Something was compiled."""
