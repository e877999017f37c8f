"""How clauses are read: a verb, what it looks at, and when it applies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickbook.engine.clauses import Clause
from trickbook.expression.types import CONDITION, NUMBER, Kind, Type
from trickbook.problems import shown
from trickbook.sections.table import VERBS
from trickbook.source.entries import Entry

if TYPE_CHECKING:
    from collections import abc
    from collections.abc import Iterable, Sequence

    from trickbook.sections.context import Context


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
