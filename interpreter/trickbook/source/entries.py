"""The entries of a ruleset's tree: names, rules as sentences, sources, places."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    pass
