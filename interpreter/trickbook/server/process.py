"""The process of a server: how many descriptors it may have, and when it collects garbage.

Tables have no reference cycles and are freed at once. Reading rulesets leaves some cycles, and closed
connections leave a few without uvloop. So garbage is collected while nobody is connected, or when there may
be much of it.
"""

from __future__ import annotations

import gc
from contextlib import suppress
from typing import Final

try:
    import resource
except ImportError:  # there is no such limit on Windows
    resource = None  # type: ignore[assignment]

WANTED: Final = (65_536, 10_240, 4_096)
"""The limits of descriptors that a server asks for, until it may have one."""

RESERVE: Final = 64
"""The descriptors for the store, the helper processes and the logs."""

MAX_BACKLOG: Final = 2048
"""The most connections that wait to be accepted."""

BUSY_THRESHOLD: Final = 2_000_000
IDLE_THRESHOLD: Final = 10_000
"""New objects that trigger a collection, while somebody is connected and while nobody is."""


def raise_descriptor_limit() -> None:
    """Raise the limit of descriptors as far as it may."""
    if resource is None:
        return
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    for wanted in WANTED:
        most = min(wanted, _bounded(hard))
        if descriptor_limit() < most:
            with suppress(ValueError, OSError):  # the system may have a lower limit of its own
                resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def descriptor_limit() -> int:
    """The most descriptors that this process may have."""
    if resource is None:
        return WANTED[0]
    return _bounded(resource.getrlimit(resource.RLIMIT_NOFILE)[0])


def _bounded(found: int) -> int:
    """A limit of the system, at most the one that is wanted; infinity is a number of its own there."""
    return WANTED[0] if found == resource.RLIM_INFINITY else min(found, WANTED[0])


def backlog() -> int:
    """The connections that may wait to be accepted: all of them may be accepted at one time."""
    return min(MAX_BACKLOG, descriptor_limit() // 8)


def max_connections() -> int:
    """The most connections that the limit of descriptors has room for."""
    return max(1, descriptor_limit() - RESERVE - backlog())


def disable_collection() -> None:
    """Turn off automatic collection, so that only ``collect`` collects."""
    gc.disable()


def collect(*, alone: bool) -> None:
    """Collect garbage if there are enough new objects; with a thousand tables this takes a second."""
    new, _, _ = gc.get_count()
    if new >= (IDLE_THRESHOLD if alone else BUSY_THRESHOLD):
        gc.collect()
