"""``players``: how many may sit down, what the seats are called, which way play goes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from trickbook.expression.types import Kind, Type, alternatives
from trickbook.problems import shown
from trickbook.source import Mapping, Scalar
from trickbook.source.nodes import text, texts
from trickbook.state import MOST_SEATS
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trickbook.sections.context import Context

FEWEST: Final = 2
"""How many must play at least."""


class Players(NamedTuple):
    """The numbers of players that a ruleset allows, and the usual one."""

    counts: tuple[int, ...]
    usual: int


def counts(root: Mapping) -> Players | tuple[Message, str]:
    """The numbers of players allowed, from ``4``, ``3 to 6`` or ``2 or 4``; else an error and its key."""
    section = root.get("players")
    record = section if isinstance(section, Mapping) else Mapping({}, root.place)
    written = text(record, "count")
    if written is None:
        return Message("`players:` must say their `count:`, such as `count: 4` or `count: 3 to 6`"), ""
    found = _listed(written)
    if found is None:
        template = "`count:` is a number or a range such as `3 to 6`, not {value}"
        return Message(template, value=shown(written)), "count"
    if not found or not all(FEWEST <= number <= MOST_SEATS for number in found):
        template = "{number} to {number_high} can play, not {value}"
        return Message(template, number=FEWEST, number_high=MOST_SEATS, value=shown(written)), "count"
    if list(found) != (rising := sorted(set(found))):
        template = "numbers of players rise: write {value}, not {other}"
        return Message(template, value=shown(str(span(rising))), other=shown(written)), "count"
    usual = text(record, "usual")
    if usual is not None and not (usual.isdecimal() and int(usual) in found):
        known = span(found)
        if without_gaps(found) and len(found) > 1:
            template = "from {number_low} to {number_high}"
            known = Message(template, number_low=found[0], number_high=found[-1])
        template = "`usual:` must be a number of players that `count:` allows: {what}, not {value}"
        return Message(template, what=known, value=shown(usual)), "usual"
    return Players(tuple(found), int(usual) if usual else found[0])


def span(counts: Sequence[int]) -> Message:
    """Numbers of players as ``count:`` says them: ``4``, ``3 to 6`` or ``2 or 4``."""
    if without_gaps(counts) and len(counts) > 1:
        return Message("{number_low} to {number_high}", number_low=counts[0], number_high=counts[-1])
    return alternatives([Message("{number}", number=count) for count in counts])


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
        hint = Message("seats are numbered 0 to {number}", number=layout.seats - 1)
        message = Message("there is no seat {number}", number=layout.first)
        context.wrong("no-such-seat", message, first.place, hint)
        layout.first = 0
    layout.names = texts(record.node, "names")
    if layout.names and len(layout.names) != layout.seats:
        one = "{number} name for {number_seats} seats"
        template = one if len(layout.names) == 1 else "{number} names for {number_seats} seats"
        message = Message(template, number=len(layout.names), number_seats=layout.seats)
        context.wrong("names", message, record.node.entries["names"].node.place)
