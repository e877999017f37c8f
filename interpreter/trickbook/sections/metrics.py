"""``metrics``: what is measured of every deal, for each player. It changes nothing in play."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from trickbook.engine.scores import Metric
from trickbook.expression.scope import OPEN
from trickbook.expression.types import Kind
from trickbook.problems import shown
from trickbook.sections.context import asking
from trickbook.source.nodes import Entry
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from trickbook.sections.context import Context

KEY: Final = "metrics"
"""The section, and what an example expects of it."""

MEASURED: Final = (Kind.NUMBER, Kind.CONDITION)

ABOUT = OPEN | {"points"}


def read(context: Context) -> tuple[Metric, ...]:
    """Read what is measured."""
    found = (_metric(context, entry) for entry in context.entries(KEY))
    return tuple(metric for metric in found if metric)


def _metric(context: Context, entry: Entry) -> Metric | None:
    node = entry["is"]
    if node is None:
        message = Message("{name} does not say what it `is:`", name=shown(entry.name))
        hint = Message("write `{word}`", word="is: count of taken")
        context.wrong("missing-key", message, entry.place, hint)
        return None
    count = len(context.problems)
    term = context.term(node, None, ABOUT, either=MEASURED)
    if len(context.problems) > count or term.type.kind is Kind.UNKNOWN:
        return None
    if term.type.kind not in MEASURED:
        message = asking("is:", Message("a number or a condition"), term.type.phrase)
        context.wrong("wrong-type", message, node.place)
        return None
    return Metric(entry, term)
