"""The digest of a ruleset: two games have the same one if they are played by the same rules."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any, Final

from trickbook.document import plain

if TYPE_CHECKING:
    from collections.abc import Mapping

    from trickbook.document import Mapping as MapNode

EDITION: Final = 1
"""The edition of the rules language."""

PROSE: Final = frozenset({"conflicts", "examples", "extends", "name", "note", "says", "source", "summary"})
"""Keys that say something about rules and are no rules."""


def digest(root: MapNode, options: Mapping[str, Any], players: int) -> str:
    """The sha256 of the resolved rules, the options and the number of players, in hexadecimal.

    Prose does not count: a better sentence leaves the digest as it is.
    """
    whole = {"edition": EDITION, "rules": bare(plain(root)), "options": dict(options), "players": players}
    text = json.dumps(whole, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def bare(rules: Any) -> Any:
    """Rules without what is only said about them; entries, whatever their names, are maps and stay."""
    if not isinstance(rules, dict):
        return rules
    return {key: bare(value) for key, value in rules.items() if key not in PROSE or isinstance(value, dict)}
