"""Salvage: where files are misshapen, what is left is read all the same, so that all is told at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from trickbook.engine.engine import Engine
from trickbook.loading import NEEDED, lacking
from trickbook.loading.diagnostics.attribution import underlined
from trickbook.problems import Problem
from trickbook.sections import players
from trickbook.source import Listing, Mapping
from trickbook.source import Pair as Written

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
"""What may be believed of the rest of a misshapen ruleset; other problems may come of what is misshapen."""

SECTIONS_WITHOUT_NAMES: Final = frozenset(
    {"play", "winning", "worth", "points", "match", "metrics", "examples", "conflicts"}
)
"""Sections whose entries are no words."""

CONFLICT: Final = "conflict"
"""What is wrong where a file does not go together with another: of what it says more may come."""


def recovered_problems(resolved: Resolved) -> list[Problem]:
    """The problems of the expressions of a misshapen ruleset."""
    if lacking(resolved.problems):
        return []
    bad = {problem.place for problem in resolved.problems if problem.place and problem.severity == "error"}
    root = _sound(resolved.root, bad)
    found = players.counts(root) if all(section in root.entries for section in NEEDED) else None
    if not isinstance(found, players.Players):
        return []
    table = Engine(root, resolved.texts, found.usual, {})
    named = {key: entry for key, entry in resolved.root.entries.items() if key not in SECTIONS_WITHOUT_NAMES}
    names = frozenset(_names(Mapping(named, resolved.root.place)))
    apart = {p.place.file for p in resolved.problems if p.place and p.code == CONFLICT} - {resolved.file}
    trusted = (problem for problem in table.problems if problem.code in RELIABLE_CODES)
    told = {p.place: p for p in trusted if not (p.place and p.place.file in apart)}
    return [
        p
        for place, p in told.items()
        if p.code != "unknown-word" or underlined(resolved.texts, place) not in names
    ]


def _sound(node: Mapping, bad: set[Place]) -> Mapping:
    """A map without the entries in which something is misshapen, as deep down as it can be cut out."""
    entries = {}
    for key, entry in node.entries.items():
        if entry.key_place in bad or entry.node.place in bad or not _whole(entry.node, bad):
            continue
        inner = _sound(entry.node, bad) if isinstance(entry.node, Mapping) else entry.node
        if key == "steps" and isinstance(inner, Mapping):
            inner = _certain(inner, entry.node)
        entries[key] = Written(entry.key_place, inner)
    return Mapping(entries, node.place)


def _certain(steps: Mapping, before: Node) -> Mapping:
    """Steps without questions that lost a key: what kind of answer they ask for is not known."""
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
    """Every key: what it may mean is not known any more."""
    for key, entry in node.entries.items() if isinstance(node, Mapping) else ():
        yield key
        yield from _names(entry.node)
