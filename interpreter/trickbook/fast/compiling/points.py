"""Points as programs: what a deal counts, from the cards taken and all that adjusts them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickbook.concepts.points import GREATEST
from trickbook.fast.compiling.assembling import BeyondError
from trickbook.fast.compiling.clauses import provided
from trickbook.fast.operations import Op

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trickbook.concepts.points import Adjustment
    from trickbook.fast.compiling.writing import Writer
    from trickbook.table import Table

MOST_GROUPS = 512
"""So many groups of cards may count differently for a player."""


def score(w: Writer, table: Table) -> None:
    """Count the deal as it lies; the seat is again what it was."""
    if table.layout.complex:
        raise BeyondError("complex scores")
    multiplied = [adjustment for adjustment in table.points if adjustment.cards is not None]
    totals = [adjustment for adjustment in table.points if adjustment.player or adjustment.others]
    w.each(w.everyone, lambda: _count(w, table, multiplied))
    for adjustment in totals:
        w.about = adjustment.entry
        _adjust(w, adjustment)


def _count(w: Writer, table: Table, adjustments: Sequence[Adjustment]) -> None:
    """What the cards that the seat has taken count for it."""
    with w.scratch():
        taken = w.gives_cards(Op.CARDS_OWN, w.piles + table.taken)
        total = w.gives(Op.COPY, w.number(0))
        groups = [(w.number(value), taken, cards) for value, cards in table.worth]
        for adjustment in adjustments:
            w.about = adjustment.entry
            groups = _multiply(w, adjustment, groups)
        for value, among, cards in groups:
            w.do(Op.TALLY, among, w.cards(cards), value, total)
        w.do(Op.OWN_PUT, total, d=w.points)


Group = tuple[int, int, int]
"""Cards that count alike: the registers of their value and of a set, and which cards of it are meant."""


def _multiply(w: Writer, adjustment: Adjustment, groups: list[Group]) -> list[Group]:
    """The groups after an adjustment has multiplied some of their cards."""
    assert adjustment.cards is not None and adjustment.times is not None  # noqa: PT018, S101
    factor, cards = w.gives(Op.COPY, w.number(1)), adjustment.cards
    chosen = w.cards(cards.value) if cards.constant else w.sets()
    if not cards.constant:
        w.do(Op.CLEAR, b=1, d=chosen)
    with provided(w, adjustment.when):
        w.do(Op.COPY, w.find(adjustment.times), d=factor)
        if not cards.constant:
            w.do(Op.CARDS, w.find(cards), d=chosen)
    found: list[Group] = []
    for value, among, group in groups:
        if cards.constant:
            inside, outside = group & cards.value, group & ~cards.value
            if inside:
                found.append((_times(w, value, factor), among, inside))
            if outside:
                found.append((value, among, outside))
        else:
            found.append((_times(w, value, factor), w.gives_cards(Op.MEET, among, chosen), group))
            found.append((value, w.gives_cards(Op.WITHOUT, among, chosen), group))
    if len(found) > MOST_GROUPS:
        raise BeyondError("so many adjustments of what cards count")
    return found


def _times(w: Writer, value: int, factor: int) -> int:
    return w.gives(Op.TIMES, value, factor, w.number(GREATEST))


def _adjust(w: Writer, adjustment: Adjustment) -> None:
    """Set the totals of the player or the others; all read those before, and what hits one seat adds up."""
    with w.scratch():
        new, about, nobody = w.numbers(w.seats), w.gives(Op.COPY, w.number(0)), w.label()

        def look() -> None:
            with provided(w, adjustment.when), w.scratch():
                w.do(Op.EITHER, about, w.gives(Op.SEAT_BIT), d=about)

        if adjustment.when:
            w.each(w.everyone, look)
            w.do(Op.UNLESS, about, d=nobody)
        w.do(Op.MOVE, w.points, w.seats, d=new)
        w.each(about if adjustment.when else w.everyone, lambda: _hit(w, adjustment, new))
        for seat in range(w.seats):
            w.do(Op.HOLD, new + seat, w.number(GREATEST), d=w.points + seat)
        w.here(nobody)


def _hit(w: Writer, adjustment: Adjustment, new: int) -> None:
    """What an adjustment does, where it is about this seat."""

    def change(to: int) -> None:
        by = w.gives(Op.SUBTRACT, to, w.gives(Op.OWN, w.points))
        w.do(Op.OWN_PUT, w.gives(Op.TOTAL, w.gives(Op.OWN, new), by), d=new)

    with w.scratch():
        if adjustment.player:
            change(w.find(adjustment.player))
        if adjustment.others:
            others = adjustment.others
            w.each(w.gives(Op.EXCEPT, w.everyone, w.gives(Op.SEAT_BIT)), lambda: change(w.find(others)))
