"""The time to collect garbage: while nobody is connected, or when there may be much of it.

Tables have no reference cycles and are freed at once. Reading rulesets leaves some cycles, and closed
connections leave a few without uvloop.
"""

from __future__ import annotations

import gc
from typing import Final

BUSY_THRESHOLD: Final = 2_000_000
IDLE_THRESHOLD: Final = 10_000
"""New objects that trigger a collection, while somebody is connected and while nobody is."""


def disable_automatic() -> None:
    """Turn off automatic collection, so that only ``collect`` collects."""
    gc.disable()


def collect(*, alone: bool) -> None:
    """Collect garbage if there are enough new objects; with a thousand tables this takes a second."""
    new, _, _ = gc.get_count()
    if new >= (IDLE_THRESHOLD if alone else BUSY_THRESHOLD):
        gc.collect()
