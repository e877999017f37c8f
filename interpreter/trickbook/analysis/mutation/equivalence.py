"""Mutants that play as the rules do: entries of ``worth:`` that share no card, in another order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickbook.analysis.configurations import Configurations
from trickbook.sections.context import WORTH

if TYPE_CHECKING:
    from collections.abc import Mapping

    from trickbook.analysis.mutation.mutants import Mutant
    from trickbook.loading import Resolved

Values = tuple[tuple[int, int], ...]
"""Pairs of a value and the cards that have it."""


class WorthOrders:
    """The worth of a ruleset's cards for the usual number of players, under all its options."""

    def __init__(self, resolved: Resolved) -> None:
        """Compute the worth of all cards by the unchanged rules."""
        self.resolved = resolved
        self.values = _values(resolved)

    def same(self, mutant: Mutant) -> bool:
        """Return whether a mutant only changes the order of ``worth:``, and all cards keep their worth.

        Where the options combine in too many ways to try all, nothing is certain.
        """
        if self.values is None or mutant.kind != "order" or mutant.path[:-1] != (WORTH,):
            return False
        return _values(self.resolved._replace(root=mutant.root)) == self.values


def _values(resolved: Resolved) -> Mapping[str, Values] | None:
    """The worth of the cards for each setting of the options that affect it; None if there are too many."""
    tables = Configurations(resolved, players=resolved.players.usual)
    found = resolved.root.entries.get(WORTH)
    options = tables.dependencies.options(found.node) if found else frozenset()
    if not tables.tries_all(options):
        return None
    return {way: engine.worth for way, engine in tables.every_way(resolved.players.usual, options)}
