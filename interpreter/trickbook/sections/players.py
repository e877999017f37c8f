"""``players``: how many may sit down, what the seats are called, which way play goes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from trickbook.expression.types import Kind, Type
from trickbook.problems import shown
from trickbook.source import Mapping, Scalar
from trickbook.source.nodes import text, texts
from trickbook.state import MOST_SEATS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trickbook.sections.context import Context

FEWEST: Final = 2
"""How many must play at least."""


class Players(NamedTuple):
    """The numbers of players that a ruleset allows, and the usual one."""

    counts: tuple[int, ...]
    usual: int


def counts(root: Mapping) -> Players | tuple[str, str]:
    """The numbers of players allowed, from ``4``, ``3 to 6`` or ``2 or 4``; else an error and its key."""
    section = root.entries.get("players")
    record = section.node if section and isinstance(section.node, Mapping) else Mapping({}, root.place)
    written = text(record, "count")
    if written is None:
        return "`players:` must say their `count:`, such as `count: 4` or `count: 3 to 6`", ""
    found = _listed(written)
    if found is None:
        return f"`count:` is a number or a range such as `3 to 6`, not {shown(written)}", "count"
    if not found or not all(FEWEST <= number <= MOST_SEATS for number in found):
        return f"{FEWEST} to {MOST_SEATS} can play, not {shown(written)}", "count"
    if list(found) != (rising := sorted(set(found))):
        return f"numbers of players rise: write {shown(span(rising))}, not {shown(written)}", "count"
    usual = text(record, "usual")
    if usual is not None and not (usual.isdecimal() and int(usual) in found):
        known = f"from {span(found)}" if " to " in span(found) else span(found)
        return (
            f"`usual:` must be a number of players that `count:` allows: {known}, not {shown(usual)}",
            "usual",
        )
    return Players(tuple(found), int(usual) if usual else found[0])


def span(counts: Sequence[int]) -> str:
    """Numbers of players as ``count:`` says them: ``4``, ``3 to 6`` or ``2 or 4``."""
    if without_gaps(counts):
        return f"{counts[0]} to {counts[-1]}" if len(counts) > 1 else str(counts[0])
    return " or ".join(map(str, counts))


def without_gaps(counts: Sequence[int]) -> bool:
    """Return whether numbers of players are all from the fewest to the most."""
    return len(counts) == counts[-1] - counts[0] + 1


def _listed(written: str) -> Sequence[int] | None:
    """The numbers of ``3 to 6`` or ``2 or 4``, few or many; None if that is not what is written."""
    between = " or " if " or " in written else " to "
    parts = [part.strip() for part in written.split(between)]
    if not all(part.isdecimal() for part in parts) or (between == " to " and len(parts) > 2):  # noqa: PLR2004 - a range
        return None
    numbers = tuple(map(int, parts))
    return numbers if between == " or " else range(numbers[0], numbers[-1] + 1)


def read(context: Context) -> None:
    """Settle which way play goes, who deals first and what the seats are called."""
    record = context.record("players")
    layout = context.layout
    if turn := record["turn"]:
        wanted = Type(Kind.CHOICE, ("clockwise", "anticlockwise"))
        layout.turn = -1 if context.fixed(turn, wanted) == "anticlockwise" else 1
    first = record["first_dealer"]
    layout.first = int(first.text) if isinstance(first, Scalar) and isinstance(first.value, int) else 0
    if layout.first >= layout.seats and first:
        hint = f"seats are numbered 0 to {layout.seats - 1}"
        context.wrong("no-such-seat", f"there is no seat {layout.first}", first.place, hint)
        layout.first = 0
    layout.names = texts(record.node, "names")
    if layout.names and len(layout.names) != layout.seats:
        found = f"{len(layout.names)} {'name' if len(layout.names) == 1 else 'names'}"
        place = record.node.entries["names"].node.place
        context.wrong("names", f"{found} for {layout.seats} seats", place)
