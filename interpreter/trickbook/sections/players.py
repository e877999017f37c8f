"""``players``: how many may sit down, what the seats are called, which way play goes."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from trickbook.expression.types import Kind, Type
from trickbook.problems import shown
from trickbook.source import Mapping, Scalar
from trickbook.source.nodes import text, texts

if TYPE_CHECKING:
    from trickbook.sections.context import Context

FEWEST, MOST = 2, 10


class Players(NamedTuple):
    """The numbers of players that a ruleset allows, and the usual one."""

    counts: tuple[int, ...]
    usual: int


def counts(root: Mapping) -> Players | tuple[str, str]:
    """The numbers of players allowed, from ``4`` or ``3 to 6``; else what is wrong, and with which key."""
    section = root.entries.get("players")
    record = section.node if section and isinstance(section.node, Mapping) else Mapping({}, root.place)
    written = text(record, "count")
    if written is None:
        return "`players:` must say their `count:`, such as `count: 4` or `count: 3 to 6`", ""
    parts = written.split(" to ")
    if not 1 <= len(parts) <= 2 or not all(part.strip().isdecimal() for part in parts):  # noqa: PLR2004 - a range
        return f"`count:` is a number or a range such as `3 to 6`, not {shown(written)}", "count"
    low, high = int(parts[0]), int(parts[-1])
    if not FEWEST <= low <= high <= MOST:
        return f"{FEWEST} to {MOST} can play, not {shown(written)}", "count"
    usual = text(record, "usual")
    if usual is not None and not (usual.isdecimal() and low <= int(usual) <= high):
        known = f"from {low} to {high}" if low < high else str(low)
        return (
            f"`usual:` must be a number of players that `count:` allows: {known}, not {shown(usual)}",
            "usual",
        )
    return Players(tuple(range(low, high + 1)), int(usual) if usual else low)


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
        context.wrong(
            "no-such-seat", f"there is no seat {layout.first} with {layout.seats} players", first.place
        )
        layout.first = 0
    layout.names = texts(record.node, "names")
    if layout.names and len(layout.names) != layout.seats:
        found = f"{len(layout.names)} {'name' if len(layout.names) == 1 else 'names'}"
        place = record.node.entries["names"].node.place
        context.wrong("names", f"{found} for {layout.seats} seats", place)
