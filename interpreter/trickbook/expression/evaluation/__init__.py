"""Evaluation under assumptions: all that a term may be where some of what it rests on is known.

Every question of this kind is asked here: by the check, by the rulebook, by the core.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from trickbook.expression.evaluation.ranges import (
    ANY_NUMBER,
    EITHER,
    RANGED,
    Interval,
    Range,
    exactly,
    members,
    only_value,
)
from trickbook.expression.evaluation.rules import RULES
from trickbook.expression.operations import ASKING_SEATS, SLOTS
from trickbook.expression.types import GREATEST, LARGEST, Kind, Type

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import TypeAlias

    from trickbook.expression.types import Term
    from trickbook.state import Layout

    Leaves: TypeAlias = Mapping[tuple[str, Any], Range]
    """The ranges of terms without parts, by their operation and their detail."""

NOTHING: Final[Leaves] = MappingProxyType({})
NO_CASES: Final[Mapping[int, Range]] = MappingProxyType({})


class Assumptions:
    """What is known where terms are evaluated: the table, and the ranges of some terms without parts.

    The range of each term is found once. ``cases`` are conditions whose answer is supposed, by their ids.
    """

    def __init__(
        self,
        layout: Layout,
        leaves: Leaves = NOTHING,
        cases: Mapping[int, Range] = NO_CASES,
        elsewhere: Assumptions | None = None,
    ) -> None:
        """Store what is known; ``elsewhere`` of other seats, of which nothing is supposed."""
        self.layout, self.leaves, self._cases, self._elsewhere = layout, leaves, cases, elsewhere or self
        self._found: dict[int, tuple[Term, Range]] = {}

    def range_of(self, term: Term) -> Range:
        """All that a term may be."""
        if id(term) in self._cases:
            return self._cases[id(term)]
        if id(term) not in self._found:
            self._found[id(term)] = term, self._range_of(term)  # while the term is kept, its id is its own
        return self._found[id(term)][1]

    def within_reach(self, term: Term) -> bool:
        """Return whether a whole number never comes to the largest one."""
        if term.type.kind is not Kind.NUMBER:
            return False
        span: Any = self.range_of(term)
        return bool(span.low > -LARGEST and span.high < LARGEST)

    def _range_of(self, term: Term) -> Range:
        kind = term.type.kind
        if term.constant:
            return exactly(kind, term.value)
        known = None
        if kind in RANGED:
            known = self._by_rule(term) if term.parts else self._leaf(term)
        return self.widest(term.type) if known is None else known

    def _by_rule(self, term: Term) -> Range | None:
        """The range that follows from those of the parts; what is asked of other seats is not supposed."""
        rule, elsewhere = RULES.get(term.operation), term.operation in ASKING_SEATS
        if rule is None:
            return None
        first, *rest = term.parts
        inner = self._elsewhere if elsewhere else self
        return rule(self.layout, term, self.range_of(first), *map(inner.range_of, rest))

    def _leaf(self, term: Term) -> Range | None:
        """The range that is known of a term without parts, else what it always has."""
        known = self.leaves.get((term.operation, term.detail))
        rule = RULES.get(term.operation)
        return rule(self.layout, term) if known is None and rule else known

    def widest(self, kind: Type) -> Range:
        """All that there is of a type."""
        match kind.kind:
            case Kind.CARDS:
                return members(0, self.layout.deck.cards)
            case Kind.SEATS:
                return members(0, self.layout.everyone)
            case Kind.CONDITION:
                return EITHER
            case Kind.CHOICE:
                return frozenset({None, *kind.names})
        return ANY_NUMBER

    def value_of(self, term: Term) -> Any:
        """The only value that a term can have; VARIES if there are several."""
        return term.value if term.constant else only_value(self.range_of(term))

    def adding(self, leaves: Leaves) -> Assumptions:
        """The same, and the ranges of more terms without parts."""
        return Assumptions(self.layout, {**self.leaves, **leaves})

    def supposing(self, cases: Mapping[int, Range]) -> Assumptions:
        """The same, and conditions whose answer is supposed, by their ids."""
        return Assumptions(self.layout, self.leaves, cases, self._elsewhere)


def of_slot(slot: int, found: Range) -> Leaves:
    """What is known of a slot, whether each seat has one or the table."""
    return {(reading, slot): found for reading in SLOTS}


COUNTABLE: Final = 2_000
"""More than any count of tricks or plays."""

BOUNDED: Final[Leaves] = MappingProxyType(
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
