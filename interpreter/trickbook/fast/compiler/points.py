"""Points as programs: what a deal counts, from the cards won and all adjustments."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickbook.expression.types import GREATEST, Kind
from trickbook.fast.compiler.assembler import BeyondError
from trickbook.fast.compiler.narrowing import only_when
from trickbook.fast.compiler.seat_sets import seats_where
from trickbook.fast.instructions import Op

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trickbook.engine.engine import Engine
    from trickbook.engine.scores import Adjustment
    from trickbook.expression.types import Term
    from trickbook.fast.compiler.writer import Writer

MOST_GROUPS = 512
"""How many groups of cards may count differently for a player."""


def score_deal(w: Writer, engine: Engine) -> None:
    """Score the deal as it is now; the current seat is restored."""
    multiplied = [adjustment for adjustment in engine.points if adjustment.cards is not None]
    totals = [adjustment for adjustment in engine.points if adjustment.player or adjustment.others]
    if multiplied or w.parts > 1:
        w.each(w.everyone, lambda: _count(w, engine, multiplied))
    else:
        w.do(Op.FILL, w.number(0), w.seats, d=w.points)
        for value, cards in engine.worth:
            w.do(Op.TALLY_ALL, w.piles + engine.taken, w.cards(cards), w.value(w.scored, value), w.points)
    for adjustment in totals:
        w.about = adjustment.entry
        _adjust(w, adjustment)


def _count(w: Writer, engine: Engine, adjustments: Sequence[Adjustment]) -> None:
    """Return what the seat's won cards count for it."""
    with w.scratch():
        taken = w.gives_cards(Op.CARDS_OWN, w.piles + engine.taken)
        total = _fresh(w, 0)
        groups = [(w.value(w.scored, value), taken, cards) for value, cards in engine.worth]
        for adjustment in adjustments:
            w.about = adjustment.entry
            groups = _multiply(w, adjustment, groups)
        for value, among, cards in groups:
            for part in range(w.parts):
                w.do(Op.TALLY, among, w.cards(cards), value + part, total + part)
        for part in range(w.parts):
            w.do(Op.OWN_PUT, total + part, d=w.points + part * w.seats)


def _fresh(w: Writer, number: int) -> int:
    """Return a copy of a number of points, to be changed."""
    w.move(w.scored, w.value(w.scored, number), found := w.keep(w.scored))
    return found


ScoreGroup = tuple[int, int, int]
"""Cards with the same value: its registers, a set, and which cards of the set are meant."""


def _multiply(w: Writer, adjustment: Adjustment, groups: list[ScoreGroup]) -> list[ScoreGroup]:
    """Return the groups after an adjustment has multiplied some of their cards."""
    assert adjustment.cards is not None and adjustment.times is not None  # noqa: PT018, S101
    factor, cards = _fresh(w, 1), adjustment.cards
    chosen = w.cards(cards.value) if cards.constant else w.sets()
    if not cards.constant:
        w.do(Op.CLEAR, b=1, d=chosen)
    with only_when(w, adjustment.when):
        w.move(w.scored, w.find_as(w.scored, adjustment.times), factor)
        if not cards.constant:
            w.do(Op.CARDS, w.find(cards), d=chosen)
    found: list[ScoreGroup] = []
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
    op = Op.CROSS if w.scored is Kind.COMPLEX else Op.TIMES
    w.do(op, value, factor, w.number(GREATEST), found := w.keep(w.scored))
    return found


def _adjust(w: Writer, adjustment: Adjustment) -> None:
    """Set the totals of the player or the others, all from the totals before; effects on one seat add up."""
    with w.scratch():
        new, about, nobody = w.keep(w.scored, w.seats), w.everyone, w.label()
        if adjustment.when:
            about = seats_where(w, w.everyone, adjustment.when)
            w.do(Op.UNLESS, about, d=nobody)
        w.move(w.scored, w.points, new, w.seats)
        w.each(about, lambda: _hit(w, adjustment, new))
        for place in range(w.seats * w.parts):
            w.do(Op.HOLD, new + place, w.number(GREATEST), d=w.points + place)
        w.here(nobody)


def _hit(w: Writer, adjustment: Adjustment, new: int) -> None:
    """Apply an adjustment to this seat, if it is about it."""

    def change(term: Term) -> None:
        to = w.find_as(w.scored, term)
        for part in range(w.parts):
            away = part * w.seats
            by = w.gives(Op.SUBTRACT, to + part, w.gives(Op.OWN, w.points + away))
            w.do(Op.OWN_PUT, w.gives(Op.TOTAL, w.gives(Op.OWN, new + away), by), d=new + away)

    with w.scratch():
        if adjustment.player:
            change(adjustment.player)
        if adjustment.others:
            others = adjustment.others
            w.each(w.gives(Op.EXCEPT, w.everyone, w.gives(Op.SEAT_BIT)), lambda: change(others))
