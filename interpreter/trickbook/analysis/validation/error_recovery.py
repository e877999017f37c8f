"""Error recovery: checks the intact parts of a malformed ruleset, to report all problems at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from trickbook.loading.diagnostics.attribution import lacking, underlined
from trickbook.problems import Problem
from trickbook.sections import players, table
from trickbook.sections.compiled import CompiledRules
from trickbook.source import Listing, Mapping, Pair

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickbook.loading import Resolved
    from trickbook.problems import Place
    from trickbook.source import Node

RELIABLE_CODES: Final = frozenset(
    {"bad-expression", "cards-compared", "circle", "mixed", "name-taken", "no-answer", "no-outcome",
     "no-place", "no-play", "no-player", "no-points", "no-such-seat", "not-a-choice", "secret",
     "too-costly", "too-deep", "too-long", "unknown-card", "unknown-word", "wrong-type"}
)  # fmt: skip
"""The codes to report for the rest of a malformed ruleset; others may be consequences of its errors."""

CONFLICT: Final = "conflict"
"""The code of conflicting files, whose other problems may be consequences."""


def recovered_problems(resolved: Resolved) -> list[Problem]:
    """The problems in the expressions of a malformed ruleset."""
    if lacking(resolved.problems):
        return []
    bad = {problem.place for problem in resolved.problems if problem.place and problem.severity == "error"}
    root = _sound(resolved.root, bad)
    found = players.counts(root) if all(section in root.entries for section in table.needed()) else None
    if not isinstance(found, players.Players):
        return []
    engine = CompiledRules(root, resolved.texts, found.usual, {})
    silent = {section.key for section in table.SECTIONS.values() if not section.has_words}
    named = {key: entry for key, entry in resolved.root.entries.items() if key not in silent}
    names = frozenset(_names(Mapping(named, resolved.root.place)))
    other_files = {p.place.file for p in resolved.problems if p.place and p.code == CONFLICT} - {
        resolved.file
    }
    trusted = (problem for problem in engine.problems if problem.code in RELIABLE_CODES)
    by_place = {p.place: p for p in trusted if not (p.place and p.place.file in other_files)}
    return [
        p
        for place, p in by_place.items()
        if p.code != "unknown-word" or underlined(resolved.texts, place) not in names
    ]


def _sound(node: Mapping, bad: set[Place]) -> Mapping:
    """A map without its malformed entries, cut out as deep as possible."""
    entries = {}
    for key, entry in node.entries.items():
        if entry.key_place in bad or entry.node.place in bad or not _whole(entry.node, bad):
            continue
        inner = _sound(entry.node, bad) if isinstance(entry.node, Mapping) else entry.node
        if key == "steps" and isinstance(inner, Mapping):
            inner = _certain(inner, entry.node)
        entries[key] = Pair(entry.key_place, inner)
    return Mapping(entries, node.place)


def _certain(steps: Mapping, before: Node) -> Mapping:
    """Remove questions that lost a key, because the kind of their answer is unknown."""
    written = before.entries if isinstance(before, Mapping) else {}
    kept = {
        name: step
        for name, step in steps.entries.items()
        if isinstance(step.node, Mapping)
        and isinstance(whole := written[name].node, Mapping)
        and ("ask" not in whole.entries or len(step.node.entries) == len(whole.entries))
    }
    return Mapping(kept, steps.place)


def _whole(node: Node, bad: set[Place]) -> bool:
    return not isinstance(node, Listing) or not any(item.place in bad for item in node.items)


def _names(node: Node) -> Iterator[str]:
    """Every key, as its meaning is unknown now."""
    for key, entry in node.entries.items() if isinstance(node, Mapping) else ():
        yield key
        yield from _names(entry.node)
