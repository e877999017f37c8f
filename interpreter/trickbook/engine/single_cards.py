"""Where a play is one card, clauses narrow a set of cards at once; what they mean is as in ``clauses``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from trickbook.expression.types import Kind

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from trickbook.engine.narrowing import Clause
    from trickbook.state import Meaning, State


class Single(NamedTuple):
    """A clause over single cards: when it applies, the set it keeps or the cards from best to worst.

    ``waived`` says whether it is waived if it would leave none.
    """

    when: Meaning | None
    keeps: Meaning | None
    grades: tuple[int, ...]
    waived: bool


def singles(clauses: Iterable[Clause]) -> tuple[Single, ...] | None:
    """The clauses made ready for sets; None if one of them weighs a play by more than the card itself."""
    found = []
    for clause in clauses:
        when = clause.when.run if clause.when else None
        if (
            clause.verb in ("keep", "only")
            and clause.what.type.kind is Kind.CARDS
            and not clause.what.reads & {"play", "size", "place"}
        ):
            found.append(Single(when, clause.what.run, (), clause.verb == "keep"))
        elif clause.verb in ("most", "fewest") and clause.what.column is not None:
            found.append(
                Single(
                    when,
                    None,
                    _grades(clause.what.column, best=max if clause.verb == "most" else min),
                    waived=True,
                )
            )
        else:
            return None
    return tuple(found)


def _grades(column: Sequence[Any], best: Any) -> tuple[int, ...]:
    """The cards in groups of one number each, the best group first."""
    numbers = sorted(set(column), reverse=best is max)
    return tuple(sum(1 << bit for bit, value in enumerate(column) if value == number) for number in numbers)


def narrowed(clauses: Iterable[Single], s: State, p: int, cards: int) -> int:
    """The cards that the clauses leave, in order."""
    for when, keeps, grades, waived in clauses:
        if when is not None and not when(s, p, 0):
            continue
        if keeps is not None:
            rest = cards & keeps(s, p, 0)
            if rest or not waived:
                cards = rest
            continue
        for grade in grades:
            if cards & grade:
                cards &= grade
                break
    return cards
