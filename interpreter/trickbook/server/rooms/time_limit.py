"""The time limit of a table: rules that were sent may not keep all other tables waiting."""

from __future__ import annotations

from time import thread_time
from typing import TYPE_CHECKING, Final, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

Result = TypeVar("Result")

CHANGE_SECONDS: Final = 0.25
"""The most processor time of a change, or of the state for a new connection: five times what is admitted."""

MAX_SLOW_CHANGES: Final = 3
"""How many slow changes end a table; a single one may have another cause."""


class TimeLimit:
    """Counts the slow changes of a table."""

    def __init__(self, *, limited: bool) -> None:
        """Start without any; a table by shipped rules is not limited."""
        self.limited, self.slow_changes = limited, 0

    def run(self, work: Callable[..., Result], *given: object) -> Result:
        """Do work in the event loop, and count it as a change if it is slow."""
        if not self.limited:
            return work(*given)
        began = thread_time()
        try:
            return work(*given)
        finally:
            self.slow_changes += thread_time() - began > CHANGE_SECONDS

    @property
    def exceeded(self) -> bool:
        """The table has to end."""
        return self.slow_changes >= MAX_SLOW_CHANGES
