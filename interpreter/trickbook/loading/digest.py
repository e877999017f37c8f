"""The digest of a ruleset: two games have the same one if they are played by the same rules."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any, Final

from trickbook.loading.merge import OWN
from trickbook.loading.prose import is_prose
from trickbook.source import plain

if TYPE_CHECKING:
    from collections.abc import Mapping

    from trickbook.source import Mapping as MapNode

EDITION: Final = 1
"""The edition of the rules language."""

PROSE: Final = frozenset({*OWN, "name", "says"})
"""Keys that say something about rules and are no rules."""

BESIDE: Final = frozenset({*OWN, "metrics"})
"""Sections that change nothing in play."""


def digest(root: MapNode, options: Mapping[str, Any], players: int) -> str:
    """The sha256 of the resolved rules, the options and the number of players, in hexadecimal.

    Prose does not count: a better sentence leaves the digest as it is.
    """
    return _hashed(
        {"edition": EDITION, "rules": bare(plain(root)), "options": dict(options), "players": players}
    )


def measured(root: MapNode) -> str:
    """The sha256 of what a ruleset measures, which changes nothing in play."""
    found = root.entries.get("metrics")
    return _hashed(bare(plain(found.node), ("metrics",)) if found else None)


def _hashed(data: object) -> str:
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def bare(rules: Any, path: tuple[str, ...] = ()) -> Any:
    """Rules without what is only said about them; entries, whatever their names, are maps and stay."""
    if not isinstance(rules, dict):
        return rules
    kept = (key for key in rules if not _about((*path, key), rules[key]))
    return {key: bare(rules[key], (*path, key)) for key in kept}


def _about(path: tuple[str, ...], value: Any) -> bool:
    """Whether what stands at a path is only said about the rules."""
    own = len(path) == 1 and path[0] in BESIDE
    return own or is_prose(path) or (path[-1] in PROSE and not isinstance(value, dict))
