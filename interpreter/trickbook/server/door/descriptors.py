"""Descriptors: how many connections the limit of the operating system has room for."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

try:
    import resource
except ImportError:  # there is no such limit on Windows
    resource = None  # type: ignore[assignment]

WANTED: Final = (65_536, 10_240, 4_096)
"""The limits that a server asks for, until it may have one."""

RESERVE: Final = 64
"""The descriptors for the store, the helper processes and the logs."""

MAX_BACKLOG: Final = 2048
"""The most connections that wait to be accepted."""


def raise_limit() -> None:
    """Raise the limit of this process as far as it may."""
    if resource is None:
        return
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    for wanted in WANTED:
        most = min(wanted, _bounded(hard))
        if limit() < most:
            with suppress(ValueError, OSError):  # the system may have a lower limit of its own
                resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def limit() -> int:
    """The most descriptors that this process may have."""
    if resource is None:
        return WANTED[0]
    return _bounded(resource.getrlimit(resource.RLIMIT_NOFILE)[0])


def _bounded(found: int) -> int:
    """A limit of the system, at most the one that is wanted; infinity is a number of its own there."""
    return WANTED[0] if found == resource.RLIM_INFINITY else min(found, WANTED[0])


def backlog() -> int:
    """The connections that may wait to be accepted: all of them may be accepted at one time."""
    return min(MAX_BACKLOG, limit() // 8)


def connections() -> int:
    """The connections for which there is room."""
    return max(1, limit() - RESERVE - backlog())
