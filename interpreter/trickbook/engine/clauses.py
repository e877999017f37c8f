"""Clauses, in order, each keep some of the candidates; ``keep`` is waived if it would leave none.

This one idea says what may be played, what may be passed, who wins a trick and who wins the match.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from trickbook.expression.clause import COMPARING, Clause
from trickbook.expression.types import Kind

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from trickbook.core.state import State


def narrow(clauses: Iterable[Clause], s: State, p: int, candidates: list[Any]) -> list[Any]:
    """Narrow candidates by every clause that applies, in order; p is the player that clauses are about."""
    for clause in clauses:
        if s.holds(clause.when, p):
            candidates = apply_clause(clause, s, p, candidates)
    return candidates


def apply_clause(clause: Clause, s: State, p: int, candidates: list[Any]) -> list[Any]:
    """The candidates that one clause leaves."""
    if clause.verb in COMPARING and len(candidates) < 2:  # noqa: PLR2004 - nothing to compare
        return candidates
    return left(clause, candidates, s.numbers(clause.what, p, candidates))


def left(clause: Clause, candidates: list[Any], numbers: Sequence[int]) -> list[Any]:
    """The candidates that a clause leaves by what it finds of each: cards, whether it holds, or a number."""
    if clause.verb in COMPARING:
        best = max(numbers, default=0) if clause.verb == "most" else min(numbers, default=0)
        return [candidate for candidate, number in zip(candidates, numbers, strict=True) if number == best]
    pairs = zip(candidates, numbers, strict=True)
    if clause.what.type.kind is Kind.CARDS:
        rest = [candidate for candidate, cards in pairs if candidate & ~cards == 0]
    else:
        rest = [candidate for candidate, passes in pairs if passes]
    return rest or (candidates if clause.verb == "keep" else rest)


def culprit(clauses: Iterable[Clause], s: State, p: int, candidates: list[Any], wanted: Any) -> Clause | None:
    """The first clause that drops a candidate; None if it stays."""
    found = rounds(clauses, s, p, candidates)
    return next((clause for clause, _, rest in found if wanted not in rest), None)


def rounds(
    clauses: Iterable[Clause], s: State, p: int, candidates: list[Any]
) -> Iterator[tuple[Clause, list[Any], list[Any]]]:
    """Each clause that applies, with the candidates before it and those it leaves."""
    for clause in clauses:
        if s.holds(clause.when, p):
            rest = apply_clause(clause, s, p, candidates)
            yield clause, candidates, rest
            candidates = rest
