"""Clauses, in order, each keep some of the candidates; ``keep`` is waived if it would leave none.

This one idea says what may be played, what may be passed, who wins a trick and who wins the match. Where a
play is one card, clauses narrow a set of cards at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from trickbook.expression.types import Kind, Term, holds
from trickbook.source.nodes import Entry

COMPARING: Final = ("most", "fewest")

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from trickbook.state import Meaning, State


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


class Single(NamedTuple):
    """A clause over single cards: when it applies, the set it keeps or the cards from best to worst.

    ``waived`` says whether it is waived if it would leave none. ``best`` finds the best of some cards where
    their order can change.
    """

    when: Meaning | None
    keeps: Meaning | None
    grades: tuple[int, ...]
    waived: bool
    best: Callable[[State, int], int] | None = None


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
        elif (best := by_order(clause)) is not None:
            found.append(Single(when, None, (), waived=True, best=best))
        else:
            return None
    return tuple(found)


def by_order(clause: Clause) -> Callable[[State, int], int] | None:
    """Return what finds the best cards, if a clause weighs a play by nothing but the order of the cards."""
    what = clause.what
    if clause.verb not in COMPARING or what.does != "rank in order" or what.parts[0].does != "play":
        return None
    at, highest = what.detail.at, clause.verb == "most"
    return lambda s, cards: at(s).highest_of(cards) if highest else at(s).lowest_of(cards)


def _grades(column: Sequence[Any], best: Any) -> tuple[int, ...]:
    """The cards in groups of one number each, the best group first."""
    numbers = sorted(set(column), reverse=best is max)
    return tuple(sum(1 << bit for bit, value in enumerate(column) if value == number) for number in numbers)


def narrowed(clauses: Iterable[Single], s: State, p: int, cards: int) -> int:
    """The cards that the clauses leave, in order."""
    for when, keeps, grades, waived, best in clauses:
        if when is not None and not when(s, p, 0):
            continue
        if keeps is not None:
            rest = cards & keeps(s, p, 0)
            if rest or not waived:
                cards = rest
            continue
        if best is not None:
            cards = best(s, cards)
        for grade in grades:
            if cards & grade:
                cards &= grade
                break
    return cards
