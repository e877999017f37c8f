"""Unknown tables: ids of which there is no table are remembered for a while; asking again is cheap."""

from __future__ import annotations

from collections import OrderedDict
from time import monotonic
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

REMEMBERED_SECONDS: Final = 10.0
"""Seconds for which an id is remembered."""

REMEMBERED_NAMES: Final = 4096
"""The most ids that are remembered."""

LONGEST_NAME: Final = 40
"""No id is longer."""


class UnknownTables:
    """The ids that were looked for in vain. New ids are random, so none of these becomes a table's."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        """Start with none."""
        self.clock = clock
        self.since: OrderedDict[str, float] = OrderedDict()

    def __contains__(self, name: str) -> bool:
        """Return whether there is no such table, as far as is remembered."""
        if len(name) > LONGEST_NAME:
            return True
        since = self.since.get(name)
        return since is not None and self.clock() - since < REMEMBERED_SECONDS

    def add(self, name: str) -> None:
        """Remember an id; the oldest one is forgotten."""
        self.since[name] = self.clock()
        self.since.move_to_end(name)
        if len(self.since) > REMEMBERED_NAMES:
            self.since.popitem(last=False)
