"""Clauses, in order, each keep some of the candidates; ``keep`` is waived if it would leave none.

This one idea says what may be played, what may be passed, who wins a trick and who wins the match. Where a
play is one card, clauses narrow a set of cards at once.
"""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast

from trickbook.expression.types import Kind, Term, holds
from trickbook.source.nodes import Entry

COMPARING: Final = ("most", "fewest")

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import TypeAlias

    from trickbook.state import State

    Narrowing: TypeAlias = Callable[[State, int, int], int]
    """What is left of a set of single cards, of which a player plays one."""


class Clause(NamedTuple):
    """A rule that narrows: its verb, when it applies (None: always) and what it looks at."""

    entry: Entry
    verb: str
    when: Term | None
    what: Term

    @property
    def name(self) -> str:
        """The name of the clause in the ruleset."""
        return self.entry.name


def passes(clause: Clause, s: State, p: int, candidate: Any) -> Any:
    """Return whether a candidate passes a ``keep`` or ``only``; of ``most`` and ``fewest``, its number."""
    found = clause.what.run(s, p, candidate)
    return candidate & ~found == 0 if clause.what.type.kind is Kind.CARDS else found


def narrow(clauses: Iterable[Clause], s: State, p: int, candidates: list[Any]) -> list[Any]:
    """Narrow candidates by every clause that applies, in order; p is the player that clauses are about."""
    for clause in clauses:
        if holds(clause.when, s, p):
            candidates = kept(clause, s, p, candidates)
    return candidates


def kept(clause: Clause, s: State, p: int, candidates: list[Any]) -> list[Any]:
    """The candidates that one clause leaves."""
    if clause.verb in ("keep", "only"):
        rest = [candidate for candidate in candidates if passes(clause, s, p, candidate)]
        return rest or (candidates if clause.verb == "keep" else rest)
    if len(candidates) < 2:  # noqa: PLR2004 - nothing to compare
        return candidates
    numbers = [clause.what.run(s, p, candidate) for candidate in candidates]
    best = max(numbers) if clause.verb == "most" else min(numbers)
    return [candidate for candidate, number in zip(candidates, numbers, strict=True) if number == best]


def culprit(clauses: Iterable[Clause], s: State, p: int, candidates: list[Any], wanted: Any) -> Clause | None:
    """The first clause that drops a candidate; None if it stays."""
    found = rounds(clauses, s, p, candidates)
    return next((clause for clause, _, rest in found if wanted not in rest), None)


def rounds(
    clauses: Iterable[Clause], s: State, p: int, candidates: list[Any]
) -> Iterator[tuple[Clause, list[Any], list[Any]]]:
    """Each clause that applies, with the candidates before it and those it leaves."""
    for clause in clauses:
        if holds(clause.when, s, p):
            rest = kept(clause, s, p, candidates)
            yield clause, candidates, rest
            candidates = rest


def narrowings(clauses: Iterable[Clause]) -> tuple[Narrowing, ...] | None:
    """What each clause makes of a set of cards; None if one weighs a play by more than the card itself."""
    found = tuple(map(_narrowing, clauses))
    return None if None in found else cast("tuple[Narrowing, ...]", found)


def folded(some: Sequence[Narrowing]) -> Narrowing:
    """One function for all clauses of a situation, in order."""
    return reduce(_then, some) if some else lambda _s, _p, cards: cards


def _then(first: Narrowing, second: Narrowing) -> Narrowing:
    return lambda s, p, cards: second(s, p, first(s, p, cards))


def _narrowing(clause: Clause) -> Narrowing | None:
    """What a clause makes of a set of cards, where its condition holds."""
    narrow = _keeping(clause) or _grading(clause) or by_order(clause)
    if narrow is None or clause.when is None:
        return narrow
    when = clause.when.run
    return lambda s, p, cards: narrow(s, p, cards) if when(s, p, 0) else cards


def _keeping(clause: Clause) -> Narrowing | None:
    """Keep the cards that a clause names; ``keep`` is waived if that would leave none."""
    by_card = clause.what.type.kind is Kind.CARDS and not clause.what.reads & {"play", "size", "place"}
    if clause.verb in COMPARING or not by_card:
        return None
    keeps = clause.what.run
    if clause.verb == "keep":
        return lambda s, p, cards: cards & keeps(s, p, 0) or cards
    return lambda s, p, cards: cards & keeps(s, p, 0)


def _grading(clause: Clause) -> Narrowing | None:
    """Keep the best of the cards, where each has a number that never changes."""
    column = clause.what.column
    if clause.verb not in COMPARING or column is None:
        return None
    numbers = sorted(set(column), reverse=clause.verb == "most")
    grades = [sum(1 << bit for bit, value in enumerate(column) if value == number) for number in numbers]

    def best(_s: State, _p: int, cards: int) -> int:
        for grade in grades:
            if cards & grade:
                return cards & grade
        return cards

    return best


def by_order(clause: Clause) -> Narrowing | None:
    """Keep the best of the cards, if a clause weighs a play by nothing but the order of the cards."""
    what = clause.what
    if clause.verb not in COMPARING or what.does != "rank in order" or what.parts[0].does != "play":
        return None
    at, highest = what.detail.at, clause.verb == "most"
    return lambda s, _p, cards: at(s).highest_of(cards) if highest else at(s).lowest_of(cards)
