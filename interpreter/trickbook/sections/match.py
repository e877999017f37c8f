"""``match``: when it ends and who has won; ``max_deals`` ends it in any case."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickbook.engine.scores import Ending
from trickbook.expression.scope import OPEN
from trickbook.expression.types import COMPLEX, CONDITION, GREATEST, beyond
from trickbook.source.nodes import text
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from trickbook.sections.context import Context

MOST_DEALS = 10_000
ABOUT = OPEN | {"points"}


def declare(context: Context) -> None:
    """Tell the table what kind of number scores are, before any expression speaks of them."""
    context.layout.complex = text(context.record("match").node, "scores") == "complex"


def read(context: Context) -> Ending:
    """Read how the match ends."""
    ends = []
    for found in context.entries("match", "ends"):
        node = found["when"]
        if node is None:
            context.wrong(
                "missing-key",
                Message("`{name}` does not say `when:` the match ends", name=found.name),
                found.place,
            )
        else:
            ends.append((found, context.term(node, CONDITION, ABOUT - {"player", "own"})))
    wins = context.clauses(context.entries("match", "wins"), ABOUT)
    starts = context.record("match")["starts"]
    first = context.fixed(starts, COMPLEX) if starts else 0
    if starts and beyond(first or 0, GREATEST):
        context.wrong("bad-number", Message("no score goes beyond {number}", number=GREATEST), starts.place)
        first = 0
    return Ending(tuple(ends), _most(context), wins, first or 0)


def _most(context: Context) -> int:
    record = context.record("match")
    node = record["max_deals"]
    if node is None or not isinstance(node.value, int) or not 1 <= node.value <= MOST_DEALS:
        context.wrong(
            "no-end",
            Message("`match:` needs `max_deals:`, from 1 to {number}", number=MOST_DEALS),
            node.place if node else record.place,
            Message("it ends a match that nothing else ends; the scores decide"),
        )
        return 1
    return node.value
