"""How large a number can become: what cannot come near the largest one is not held there."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from trickbook.expression.evaluation import Assumptions
from trickbook.expression.evaluation.ranges import Interval, Range
from trickbook.expression.types import GREATEST, LARGEST, Kind

if TYPE_CHECKING:
    from collections.abc import Mapping

    from trickbook.core.source import Source
    from trickbook.expression.types import Term
    from trickbook.state import Layout

COUNTABLE: Final = 2_000
"""More than any count of tricks or plays."""

BOUNDED: Final[Mapping[tuple[str, Any], Range]] = MappingProxyType(
    {
        **dict.fromkeys(
            ((word, None) for word in ("score", "points", "outcome")), Interval(-GREATEST, GREATEST)
        ),
        **dict.fromkeys(
            ((word, None) for word in ("trick_number", "tricks", "rounds", "place")), Interval(0, COUNTABLE)
        ),
    }
)
"""The ranges of numbers that a state holds, in whatever state a program is asked."""


def state_assumptions(layout: Layout) -> Assumptions:
    """Return what is known of terms in any state of a table."""
    return Assumptions(layout, BOUNDED)


def within_reach(source: Source, term: Term) -> bool:
    """Return whether a whole number never comes to the largest one."""
    if term.type.kind is not Kind.NUMBER:
        return False
    span: Any = source.assumptions.range_of(term)
    return bool(span.low > -LARGEST and span.high < LARGEST)
