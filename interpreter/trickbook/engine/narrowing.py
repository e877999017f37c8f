"""Narrowing: clauses, in order, each keep some of the candidates; ``keep`` is waived if it would leave none.

This one idea says what may be played, what may be passed, who wins a trick and who wins the match.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from trickbook.expression.types import CONDITION, NUMBER, Kind, Term, Type, holds
from trickbook.problems import shown
from trickbook.sections.table import VERBS
from trickbook.source.entries import Entry

if TYPE_CHECKING:
    from collections import abc
    from collections.abc import Iterable, Iterator, Sequence

    from trickbook.sections.context import Context
    from trickbook.state import State


class Clause(NamedTuple):
    """A rule that narrows: its verb, when it applies (None: always) and what it looks at."""

    entry: Entry
    verb: str
    when: Term | None
    what: Term

    @property
    def name(self) -> str:
        """What the ruleset calls the clause."""
        return self.entry.name


def read(
    reading: Context,
    entries: Iterable[Entry],
    about: frozenset[str],
    known: abc.Mapping[str, bool] = {},
    verbs: Sequence[str] = VERBS,
) -> tuple[Clause, ...]:
    """Read the clauses of a section; those that can never apply are left out."""
    clauses = (_clause(reading, entry, about, known, verbs) for entry in entries)
    return tuple(clause for clause in clauses if clause is not None)


def _clause(
    reading: Context, entry: Entry, about: frozenset[str], known: abc.Mapping[str, bool], verbs: Sequence[str]
) -> Clause | None:
    written = [verb for verb in VERBS if (node := entry[verb]) is not None and node.value is not None]
    if len(written) != 1 or written[0] not in verbs:
        known_verbs = ", ".join(f"`{verb}:`" for verb in verbs)
        reading.wrong("verb", f"clause {shown(entry.name)} needs one of {known_verbs}", entry.place)
        return None
    verb = written[0]
    node, target = entry["when"], entry.need(verb)
    when = (
        reading.term(node, CONDITION, about - {"play", "size", "place", "answer", "outcome"}, known)
        if node
        else None
    )
    what = reading.term(target, NUMBER if verb in ("most", "fewest") else None, about, known)
    if verb in ("keep", "only") and what.type.kind not in (Kind.CARDS, Kind.CONDITION, Kind.UNKNOWN):
        message = f"`{verb}:` asks for cards or a condition, and this is {what.type}"
        reading.wrong("wrong-type", message, target.place)
    if when and when.constant and not when.value:
        return None
    return Clause(entry, verb, None if when and when.constant else when, what)


def demand(reading: Context, clauses: Iterable[Clause], kind: Type) -> None:
    """Tell of every ``keep`` and ``only`` that looks at something of another type than is narrowed here."""
    for clause in clauses:
        odd = {Kind.CARDS, Kind.CONDITION} - {kind.kind}  # what is neither is told of already
        if clause.verb in ("keep", "only") and clause.what.type.kind in odd:
            node = clause.entry[clause.verb]
            message = f"`{clause.verb}:` asks for {kind} here, and this is {clause.what.type}"
            reading.wrong("wrong-type", message, node.place if node else clause.entry.place)


def passes(clause: Clause, s: State, p: int, candidate: Any) -> Any:
    """Whether a candidate passes a ``keep`` or ``only``; of ``most`` and ``fewest``, its number."""
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
