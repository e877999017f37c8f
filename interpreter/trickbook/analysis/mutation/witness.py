"""An example that holds by the rules and not by a mutant, searched under the options that bear on it."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from trickbook.analysis.configurations import option_values
from trickbook.analysis.dependencies import Dependencies, names_in
from trickbook.analysis.difference import differ
from trickbook.analysis.difference.example_writer import example_entry
from trickbook.problems import TrickbookError
from trickbook.ruleset import Ruleset
from trickbook.source import Mapping

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickbook.analysis.mutation.mutants import Mutant
    from trickbook.loading import Resolved

TRIES: Final = 200
"""The number of random positions of each kind in which to look for one that shows a survivor."""

MOST_SETTINGS: Final = 16
"""The largest number of settings of options and players to search."""

FEW: Final = (1, 2)
"""The numbers to set an option to, beside its limits."""

Settings = tuple[int, dict[str, Any]]
"""A number of players, and the options that are set."""


def example(rules: Ruleset, changed: Resolved, mutant: Mutant, tries: int) -> str | None:
    """An example that holds by the rules and not by the mutant; None if none was found."""
    for seats, chosen in islice(_settings(rules, mutant), MOST_SETTINGS if tries else 0):
        try:
            one = Ruleset.ready(rules.resolved, chosen, seats)
            other = Ruleset.ready(changed, chosen, seats)
            found = differ(one, other, players=seats, tries=tries, thorough=True)
        except TrickbookError:
            continue
        moment = found.search.moment if found.search else None
        if moment is not None:
            return example_entry(moment, mutant.entry, one, seats, first=True)
    return None


def _settings(rules: Ruleset, mutant: Mutant) -> Iterator[Settings]:
    """The usual way to play; then one thing changed: an option that bears on the entry, or the players."""
    yield rules.usual, {}
    engine = rules.engine()
    names = _names(rules, mutant)
    for name, option in engine.options.items():
        if name in names:
            for value in (*option_values(option, rules.usual), *(FEW if option.type == "number" else ())):
                if value != option.value:
                    yield rules.usual, {name: value}
    yield from ((seats, {}) for seats in rules.players if seats != rules.usual)


def _names(rules: Ruleset, mutant: Mutant) -> frozenset[str]:
    """The names that the changed entry uses, and those that stand where it is used."""
    known = Dependencies(rules.resolved.root)
    found: frozenset[str] = frozenset()
    for section in rules.resolved.root.entries.values():
        for name, entry in section.node.entries.items() if isinstance(section.node, Mapping) else ():
            names = known.closure(names_in(entry.node))
            if mutant.entry == name or mutant.entry in names:
                found |= names
    return found
