"""``points``: what a deal counts for each player: the worth of the cards taken, then the adjustments."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from trickbook.engine.scores import Adjustment
from trickbook.expression.scope import OPEN
from trickbook.expression.types import CARDS, CONDITION, Term
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trickbook.sections.context import Context
    from trickbook.source import Scalar

KEYS: Final = ("when", "cards", "times", "player", "others")
"""What an adjustment may say, in the order in which it is read."""


def read(context: Context) -> tuple[Adjustment, ...]:
    """Read the adjustments; those that multiply cards come before those that set totals."""
    found: list[Adjustment] = []
    for entry in context.entries("points"):
        multiplies = any(entry[key] is not None for key in ("cards", "times"))
        about = OPEN if multiplies else OPEN | {"points"}  # there are none before all cards are counted
        terms = {
            key: _term(context, key, node, about)
            for key in KEYS
            if (node := entry[key]) is not None and node.value is not None
        }
        adjustment = Adjustment(entry, **{key: terms.get(key) for key in KEYS})
        _check(context, adjustment, found)
        found.append(adjustment)
    return tuple(found)


def _term(context: Context, key: str, node: Scalar, about: frozenset[str]) -> Term:
    """The meaning of a key of an adjustment."""
    kind = {"when": CONDITION, "cards": CARDS}.get(key)
    return context.term(node, kind, about) if kind else context.points(node, about)


def _check(context: Context, adjustment: Adjustment, before: Sequence[Adjustment]) -> None:
    name, place = adjustment.entry.name, adjustment.entry.place
    multiplies, totals = adjustment.cards or adjustment.times, adjustment.player or adjustment.others
    if bool(multiplies) == bool(totals):
        context.wrong(
            "points-entry",
            Message("`{name}` needs either `cards:` and `times:`, or `player:` or `others:`", name=name),
            place,
        )
    elif multiplies and not (adjustment.cards and adjustment.times):
        context.wrong("points-entry", Message("`{name}` needs both `cards:` and `times:`", name=name), place)
    elif multiplies and any(earlier.player or earlier.others for earlier in before):
        context.wrong(
            "points-order",
            Message("`{name}` multiplies cards after a total was set", name=name),
            place,
            Message("move it up with `before:`"),
        )
