"""The time that a validation may take, and what it tells meanwhile."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf
from time import process_time
from typing import TYPE_CHECKING, Final

from trickbook.problems import Place, Problem
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Callable


def _silent(_done: int, _most: int) -> None:
    """Tell nothing."""


@dataclass(frozen=True)
class Budget:
    """So many seconds of the processor from its making, whatever else a machine is busy with.

    ``progress`` is called with how many deals are played, of how many.
    """

    seconds: float = inf
    progress: Callable[[int, int], None] = _silent
    begin: float = field(default_factory=process_time)

    @property
    def spent(self) -> bool:
        """True once the seconds have passed."""
        return self.seconds is not inf and process_time() - self.begin > self.seconds

    def note(self, file: str, message: Message) -> Problem:
        """Return a note of what was left out: the time was over, or else a deal takes too much work."""
        if self.spent:
            seconds = f"{self.seconds:g}"
            message = Message("{what}: the {number} seconds were over", what=message, number=seconds)
            hint = Message("give it more, as with `--seconds {number}`", number=f"{3 * self.seconds:g}")
        else:
            message = Message("{what}: a deal by this ruleset takes too long", what=message)
            hint = Message("let fewer rules be asked at each move, or shorten them")
        return Problem("checked-in-part", message, Place(file), hint, "note")


UNLIMITED: Final = Budget()
"""As much time as the work takes."""
