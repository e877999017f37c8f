"""Facts: what the table remembers, and the events that change them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

from trickbook.expression.types import Term, Type

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trickbook.source.nodes import Entry


TURN: Final = "turn"
"""The event before a seat plays. A step may have this name, for it is younger than the first edition."""

ANNOUNCEMENT: Final = "announcement"
"""The event of facts that somebody outside announces; they are heard when the deal in progress ends."""


class Fact(NamedTuple):
    """A remembered word: where it is kept, how it starts, and how events change it.

    ``lasting`` facts start with the match and ``per_trick`` ones with each trick, all others with each deal.
    ``due`` tells after how many minutes of play it is to be announced, if a clock announces it, and
    ``seen_by`` who sees it.
    """

    name: str
    type: Type
    slot: int
    upon: tuple[str, ...]
    starts: Term
    entry: Entry
    owned: bool = False
    lasting: bool = False
    per_trick: bool = False
    when: Term | None = None
    becomes: Term | None = None
    due: Term | None = None
    seen_by: Literal["everyone", "owner", "nobody"] = "everyone"

    @property
    def events(self) -> tuple[str, ...]:
        """The events that change it; each announcement is one of its own."""
        return tuple(f"{event} of {self.name}" if event == ANNOUNCEMENT else event for event in self.upon)

    def hidden(self, values: Sequence[Any], seat: int | None) -> Sequence[Any]:
        """The values that a seat or a spectator sees; None for each that it does not see."""
        if self.seen_by == "everyone":
            return values
        own = self.seen_by == "owner"
        return [value if own and index == seat else None for index, value in enumerate(values)]

    @property
    def live(self) -> bool:
        """True if it can change at all."""
        return not self.when or not self.when.constant or bool(self.when.value)


def by_event(facts: Sequence[Fact]) -> dict[str, tuple[Fact, ...]]:
    """The facts that each event changes."""
    events = dict.fromkeys(event for fact in facts for event in fact.events)
    return {event: tuple(fact for fact in facts if event in fact.events) for event in events}
