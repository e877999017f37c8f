"""``points``: what a deal counts for each player: the worth of the cards taken, then the adjustments."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from trickbook.concepts.reading import Entry
from trickbook.expression.scope import OPEN
from trickbook.expression.types import CARDS, CONDITION, NUMBER, Term, holds

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trickbook.concepts.reading import Reading
    from trickbook.state import State

GREATEST = 10**15
"""Points hold at this size, so that no rule can make a score without end."""


class Adjustment(NamedTuple):
    """A term of the points: it multiplies what cards count, or sets totals for the player and the others."""

    entry: Entry
    when: Term | None
    cards: Term | None
    times: Term | None
    player: Term | None
    others: Term | None


def read(reading: Reading) -> tuple[Adjustment, ...]:
    """Read the adjustments; those that multiply cards come before those that set totals."""
    found: list[Adjustment] = []
    about = OPEN | {"points"}
    for entry in reading.entries("points"):
        wanted = {"when": CONDITION, "cards": CARDS, "times": NUMBER, "player": NUMBER, "others": NUMBER}
        terms = {
            key: reading.term(node, kind, about - {"points"} if key in ("cards", "times") else about)
            for key, kind in wanted.items()
            if (node := entry[key]) is not None and node.value is not None
        }
        adjustment = Adjustment(entry, **{key: terms.get(key) for key in wanted})
        _check(reading, adjustment, found)
        found.append(adjustment)
    return tuple(found)


def _check(reading: Reading, adjustment: Adjustment, before: Sequence[Adjustment]) -> None:
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
        if adjustment.cards is None or adjustment.times is None or not holds(adjustment.when, s, seat):
            continue
        cards, times = adjustment.cards.run(s, seat, 0), adjustment.times.run(s, seat, 0)
        values = [
            pair
            for value, group in values
            for pair in ((held(value * times), group & cards), (value, group & ~cards))
            if pair[1]
        ]
    return values


def totals(adjustment: Adjustment, s: State, seats: range) -> Sequence[int]:
    """The totals after an adjustment; all read those before it, and what hits one seat adds up."""
    hit = [seat for seat in seats if holds(adjustment.when, s, seat)]
    if not hit:
        return s.points
    changes = [0] * len(seats)
    for seat in hit:
        if adjustment.player:
            changes[seat] += adjustment.player.run(s, seat, 0) - s.points[seat]
        if adjustment.others:
            for other in seats:
                if other != seat:
                    changes[other] += adjustment.others.run(s, other, 0) - s.points[other]
    return [held(s.points[seat] + changes[seat]) for seat in seats]


def held(points: int) -> int:
    """Points, or the most there can be on their side of zero."""
    return max(-GREATEST, min(GREATEST, points))


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
