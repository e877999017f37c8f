"""A reason: the entry of the ruleset behind it, with what it says, where it stands and whose rule it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from trickbook.source.nodes import Entry

MOST_TOLD: Final = 20
"""The most plays that a text tells one by one."""


class Reason(NamedTuple):
    """The entry of a ruleset behind something: its name, what it says, where it stands, its source rules."""

    name: str
    says: str | None
    place: str
    source: tuple[str, ...]

    def __str__(self) -> str:
        """The reason as one line."""
        where = ", ".join((self.place, *self.source))
        return f"{self.name}: {self.says} ({where})" if self.says else f"{self.name} ({where})"


def reason(entry: Entry) -> Reason:
    """An entry of a ruleset as a reason."""
    return Reason(entry.name, entry.says, f"{entry.place.file}:{entry.place.line}", entry.source)


def refusals(reasons: Mapping[str, Reason | None]) -> Iterator[str]:
    """A line for each reason, with all that it forbids."""
    forbidden: dict[Reason, list[str]] = {}
    for what, why in reasons.items():
        if why is not None:
            forbidden.setdefault(why, []).append(what)
    for why, cards in forbidden.items():
        yield f"not {' '.join(cards)}: {why}"


def rests(reasons: Mapping[int, Reason | None]) -> Iterator[str]:
    """A line for each seat that rests, with the reason."""
    for seat, why in reasons.items():
        yield f"seat {seat} rests: {why}" if why else f"seat {seat} rests"


def side_by_side(plays: Sequence[str]) -> str:
    """Some plays, with commas if one has several cards; where they are many, the first of them."""
    few, more = list(plays[:MOST_TOLD]), len(plays) - MOST_TOLD
    joint = ", " if any(" " in play for play in few) else " "
    return joint.join(few) + (f" and {more} more" if more > 0 else "")
