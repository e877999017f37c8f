"""``points``: what a deal counts for each player: the worth of the cards taken, then the adjustments."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from trickbook.expression.scope import OPEN
from trickbook.expression.types import CARDS, CONDITION, Term, holds
from trickbook.expression.types import held as most
from trickbook.source.entries import Entry

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trickbook.sections.context import Context
    from trickbook.source import Scalar
    from trickbook.state import State

GREATEST = 10**15
"""Points hold at this size, so that no rule can make a score without end."""


KEYS: Final = ("when", "cards", "times", "player", "others")
"""What an adjustment may say, in the order in which it is read."""


class Adjustment(NamedTuple):
    """A term of the points: it multiplies what cards count, or sets totals for the player and the others."""

    entry: Entry
    when: Term | None
    cards: Term | None
    times: Term | None
    player: Term | None
    others: Term | None


def read(reading: Context) -> tuple[Adjustment, ...]:
    """Read the adjustments; those that multiply cards come before those that set totals."""
    found: list[Adjustment] = []
    for entry in reading.entries("points"):
        multiplies = any(entry[key] is not None for key in ("cards", "times"))
        about = OPEN if multiplies else OPEN | {"points"}  # there are none before all cards are counted
        terms = {
            key: _term(reading, key, node, about)
            for key in KEYS
            if (node := entry[key]) is not None and node.value is not None
        }
        adjustment = Adjustment(entry, **{key: terms.get(key) for key in KEYS})
        _check(reading, adjustment, found)
        found.append(adjustment)
    return tuple(found)


def _term(reading: Context, key: str, node: Scalar, about: frozenset[str]) -> Term:
    """The meaning of a key of an adjustment."""
    kind = {"when": CONDITION, "cards": CARDS}.get(key)
    return reading.term(node, kind, about) if kind else reading.points(node, about)


def _check(reading: Context, adjustment: Adjustment, before: Sequence[Adjustment]) -> None:
    name, place = adjustment.entry.name, adjustment.entry.place
    multiplies, totals = adjustment.cards or adjustment.times, adjustment.player or adjustment.others
    if bool(multiplies) == bool(totals):
        reading.wrong(
            "points-entry", f"`{name}` needs either `cards:` and `times:`, or `player:` or `others:`", place
        )
    elif multiplies and not (adjustment.cards and adjustment.times):
        reading.wrong("points-entry", f"`{name}` needs both `cards:` and `times:`", place)
    elif multiplies and any(earlier.player or earlier.others for earlier in before):
        reading.wrong(
            "points-order",
            f"`{name}` multiplies cards after a total was set",
            place,
            "move it up with `before:`",
        )


def counted(
    adjustments: Sequence[Adjustment], worth: Sequence[tuple[int, int]], s: State, seat: int
) -> list[tuple[int, int]]:
    """What cards count for a seat: pairs of a value and its cards, after all that multiplies them."""
    values = list(worth)
    for adjustment in adjustments:
        if found := multiplied(adjustment, s, seat):
            cards, times = found
            values = [
                pair
                for value, group in values
                for pair in ((held(value * times), group & cards), (value, group & ~cards))
                if pair[1]
            ]
    return values


def multiplied(adjustment: Adjustment, s: State, seat: int) -> tuple[int, Any] | None:
    """The cards that an adjustment multiplies for a seat, and by what; None if it multiplies none."""
    if adjustment.cards is None or adjustment.times is None or not holds(adjustment.when, s, seat):
        return None
    return adjustment.cards.run(s, seat, 0), adjustment.times.run(s, seat, 0)


def totals(adjustment: Adjustment, s: State, seats: range) -> Sequence[int]:
    """The totals after an adjustment; all read those before it, and what hits one seat adds up."""
    found = changes(adjustment, s, seats)
    if not found:
        return s.points
    new = list(s.points)
    for _, seat, by in found:
        new[seat] += by
    return [held(points) for points in new]


def changes(adjustment: Adjustment, s: State, seats: range) -> list[tuple[int, int, Any]]:
    """What an adjustment changes: the player that it is about, the seat whose points change, by how much."""
    found = []
    for seat in seats:
        if not holds(adjustment.when, s, seat):
            continue
        if adjustment.player:
            found.append((seat, seat, adjustment.player.run(s, seat, 0) - s.points[seat]))
        if adjustment.others:
            found += [
                (seat, other, adjustment.others.run(s, other, 0) - s.points[other])
                for other in seats
                if other != seat
            ]
    return found


def held(points: Any) -> Any:
    """Points, or the most there can be on their side of zero."""
    return most(points, GREATEST)


def added(scores: Sequence[Any], points: Sequence[Any]) -> tuple[Any, ...]:
    """The scores with the points of a deal added."""
    return tuple(map(held, map(sum, zip(scores, points, strict=True))))


def score(
    adjustments: Sequence[Adjustment], worth: Sequence[tuple[int, int]], taken: int, s: State
) -> tuple[int, ...]:
    """The points of a finished deal, by seat; ``taken`` is the first index of the piles of cards taken."""
    seats = range(len(s.tricks))
    s = s.copy()
    s.points = [
        sum(
            v * (s.piles[taken + seat] & cards).bit_count()
            for v, cards in counted(adjustments, worth, s, seat)
        )
        for seat in seats
    ]
    for adjustment in adjustments:
        if adjustment.player or adjustment.others:
            s.points = totals(adjustment, s, seats)
    return tuple(s.points)
