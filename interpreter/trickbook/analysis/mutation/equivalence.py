"""Mutants that play as the rules do: entries of ``worth:`` in another order that have no card in common."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickbook.analysis.configurations import Configurations
from trickbook.sections.context import WORTH

if TYPE_CHECKING:
    from collections.abc import Mapping

    from trickbook.analysis.mutation.mutants import Mutant
    from trickbook.loading import Resolved

Values = tuple[tuple[int, int], ...]
"""What cards are worth: pairs of a value and its cards."""


class WorthOrders:
    """What the cards of a ruleset are worth for the usual number of players, whatever its options."""

    def __init__(self, resolved: Resolved) -> None:
        """Find the worth of all cards by the rules."""
        self.resolved = resolved
        self.values = _values(resolved)

    def same(self, mutant: Mutant) -> bool:
        """Return whether a mutant only changes the order of ``worth:``, and all cards keep their worth."""
        if list(mutant.root.entries) != list(self.resolved.root.entries):
            return False
        changed = [
            key
            for key, entry in mutant.root.entries.items()
            if entry.node is not self.resolved.root.entries[key].node
        ]
        swapped = changed == [WORTH] and " before " in mutant.what
        return swapped and _values(self.resolved._replace(root=mutant.root)) == self.values


def _values(resolved: Resolved) -> Mapping[str, Values]:
    """The worth of cards for each way to set the options that bear on it."""
    tables = Configurations(resolved, players=resolved.players.usual)
    found = resolved.root.entries.get(WORTH)
    options = tables.dependencies.options(found.node) if found else frozenset()
    return {way: engine.worth for way, engine in tables.every_way(resolved.players.usual, options)}
