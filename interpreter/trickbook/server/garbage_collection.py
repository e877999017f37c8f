"""Tidying: garbage is collected when nobody is there to wait for it, or much could be garbage.

What is at a table is none: it refers to nothing that refers to it, and goes when nothing needs it. Rules that
were read leave some, and closed connections a little where there is no uvloop.
"""

from __future__ import annotations

import gc
from typing import Final

BUSY_THRESHOLD: Final = 2_000_000
IDLE_THRESHOLD: Final = 10_000
"""So many new things are looked through, with all others, while somebody is there; and while nobody is."""


def disable_automatic() -> None:
    """Let nothing be collected but by ``tidy``."""
    gc.disable()


def collect(*, alone: bool) -> None:
    """Collect garbage if enough is new; among a thousand tables that takes a second."""
    new, _, _ = gc.get_count()
    if new >= (IDLE_THRESHOLD if alone else BUSY_THRESHOLD):
        gc.collect()
