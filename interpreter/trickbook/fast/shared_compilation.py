"""The compilation of the machine by one process at a time: the others wait, and load what it has kept."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager, suppress
from typing import TYPE_CHECKING, Any, Final

from numba import typeof

from trickbook.fast.machine.code_cache import FOLDER
from trickbook.fast.machine.loop import run

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator

LOCK: Final = "lock"

COMPILED: Final[set[Hashable]] = set()
"""The kinds of the machine that this process has."""


def compile_once(kind: Hashable, arguments: tuple[Any, ...]) -> None:
    """Compile the machine for these arguments, or load it, unless this process has one of this kind."""
    if kind not in COMPILED:
        with _alone():
            run.compile(tuple(map(typeof, arguments)))
        COMPILED.add(kind)


@contextmanager
def _alone() -> Iterator[None]:
    """Wait for other processes that compile; where files cannot be locked, compile beside them."""
    with ExitStack() as held:
        with suppress(ImportError, OSError):
            from fcntl import LOCK_EX, flock  # noqa: PLC0415 - of Unix alone

            flock(held.enter_context((FOLDER / LOCK).open("w")), LOCK_EX)
        yield
