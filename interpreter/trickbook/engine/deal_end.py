"""The end of a deal: it is scored and kept, and the next begins, or the match is over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickbook.engine import resting, scores
from trickbook.engine.facts import ANNOUNCEMENT
from trickbook.state import PastDeal

if TYPE_CHECKING:
    from trickbook.core.state import State
    from trickbook.engine.engine import Engine
    from trickbook.state import Match


def end_deal(engine: Engine, s: State) -> None:
    """Score a deal; go on with the next, or end the match."""
    old = s.match
    s.points = engine.score(s)
    total = scores.add_points(old.scores, s.points)
    measured = scores.measure(engine.metrics, s)
    lay = {deal: orders for deal, orders in old.orders.items() if deal == old.deal}
    begun, marked = old._replace(deals=(), history=(), orders=lay), engine.marked(s)
    ended = next((step.name for step in engine.ends if step.word and s.holds(step.word, 0)), None)
    record = PastDeal(begun, s.log, s.done, marked, tuple(s.points), measured, s.redeals, ended)
    s.match = old._replace(
        scores=total,
        deals=(*old.deals, tuple(s.points)),
        history=(*old.history, record),
        leader=None,
        given={},
        announced=(),
    )
    for fact in old.announced:
        engine.happen(s, f"{ANNOUNCEMENT} of {fact}", old.dealer)
    engine.functions["end"](s.v)
    engine.settle(s)
    if engine.over(s):
        s.match = s.match._replace(over=True)
        s.step = len(engine.steps)
    else:
        engine.start(s, _next_match(engine, s))


def _next_match(engine: Engine, s: State) -> Match:
    """The match with its next deal to begin."""
    old = s.match
    coming = old._replace(
        deal=old.deal + 1,
        memory={fact.name: tuple(engine.fact_values(fact, s)) for fact in engine.facts if fact.lasting},
        orders={deal: orders for deal, orders in old.orders.items() if deal > old.deal},
    )
    return resting.with_next_dealer(engine, s, coming)
