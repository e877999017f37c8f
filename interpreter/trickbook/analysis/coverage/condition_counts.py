"""How often the `when:` of an entry was asked in random deals, and in how many of them it held."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

    from trickbook.core.state import State
    from trickbook.expression.types import Term
    from trickbook.problems import Place
    from trickbook.source.nodes import Entry


MANY: Final = 100
"""The number of deals from which on a condition of points that always held is told."""


@dataclass
class ConditionCounts:
    """The numbers of the deals in which each condition was asked and held, and those that ever failed."""

    wanted: frozenset[Place]
    asked: dict[Place, set[int]] = field(default_factory=dict)
    held: dict[Place, set[int]] = field(default_factory=dict)
    failed: set[Place] = field(default_factory=set)

    def count(
        self, entry: Entry, when: Term | None, s: State, seats: Iterable[int], deal: int, x: object = 0
    ) -> None:
        """Ask the condition of an entry for some seats, in a deal."""
        place = entry.place
        if place not in self.wanted or entry["when"] is None:
            return
        answers = [when is None or bool(s.value(when, seat, x)) for seat in seats]
        self.asked.setdefault(place, set()).add(deal)
        if any(answers):
            self.held.setdefault(place, set()).add(deal)
        if not all(answers):
            self.failed.add(place)

    def told(self, place: Place, deals: int) -> str:
        """Return in how many deals the condition of an entry held, in words; nothing if it was not asked."""
        if place not in self.asked:
            return ""
        held = len(self.held.get(place, ()))
        if not held:
            return "; its `when:` held in none of them"
        return f", although its `when:` held in {'each' if held >= deals else held} of them"

    def suspects(self) -> list[Place]:
        """The conditions that have held for every player in very many deals."""
        return [
            place for place, deals in self.asked.items() if len(deals) >= MANY and place not in self.failed
        ]
