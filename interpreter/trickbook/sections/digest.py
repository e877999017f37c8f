"""The digest of a ruleset: two games have the same one if they are played by the same rules."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any, Final

from trickbook.sections import table
from trickbook.source import plain

if TYPE_CHECKING:
    from collections.abc import Mapping

    from trickbook.source import Mapping as MapNode


EDITION: Final = 1
"""The edition of the rules language."""


def digest(root: MapNode, options: Mapping[str, Any], players: int) -> str:
    """The sha256 of the resolved rules, the options and the number of players, in hexadecimal.

    Prose does not count: a better sentence leaves the digest as it is.
    """
    return _hashed(
        {"edition": EDITION, "rules": bare(plain(root)), "options": dict(options), "players": players}
    )


def measured(root: MapNode) -> str:
    """The sha256 of what a ruleset measures, which changes nothing in play."""
    keys = [section.key for section in table.rules() if table.is_beside(section.key)]
    found = [bare(plain(root.entries[key].node), (key,)) for key in keys if key in root.entries]
    return _hashed(*(found or [None]))


def _hashed(*data: object) -> str:
    text = "".join(json.dumps(part, ensure_ascii=False, separators=(",", ":")) for part in data)
    return hashlib.sha256(text.encode()).hexdigest()


def bare(rules: Any, path: tuple[str, ...] = ()) -> Any:
    """Rules without what is only said about them; entries, whatever their names, are maps and stay."""
    if not isinstance(rules, dict):
        return rules
    kept = (key for key in rules if not _about((*path, key)))
    return {key: bare(rules[key], (*path, key)) for key in kept}


def _about(path: tuple[str, ...]) -> bool:
    """Return whether what stands at a path changes nothing in play."""
    return table.is_about(path) or (len(path) == 1 and table.is_beside(path[0]))
