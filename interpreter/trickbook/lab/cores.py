"""The cores of this machine."""

from __future__ import annotations

import os
from typing import Final

MAX_THREADS: Final = 8
"""More threads would wait for Python's lock."""


def thread_count() -> int:
    """Return the number of threads to play or write in: one for each core that this process may use."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(cores, MAX_THREADS)
