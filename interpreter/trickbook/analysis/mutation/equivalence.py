"""Mutants that play as the rules do: changes of words that no rule uses, and of the order of ``worth:``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from trickbook.analysis.configurations import Configurations
from trickbook.analysis.dependencies import NAMES, Dependencies
from trickbook.sections.context import WORTH
from trickbook.source import Mapping, Pair, plain

if TYPE_CHECKING:
    from collections.abc import Iterable
    from collections.abc import Mapping as MappingOf

    from trickbook.analysis.mutation.mutants import Mutant
    from trickbook.examples.example import Example
    from trickbook.loading import Resolved
    from trickbook.texts.message import Listing

Values = tuple[tuple[int, int], ...]
"""Pairs of a value and the cards that have it."""

WORDS: Final = "words"


class IdleWords:
    """The words of a ruleset that neither its rules nor its examples name, directly or through words."""

    def __init__(self, root: Mapping, examples: Iterable[Example]) -> None:
        """Find the words that are needed."""
        self.dependencies = Dependencies(root)
        spoken = frozenset(NAMES.findall(repr([plain(example.node) for example in examples])))
        self.needed = self.dependencies.closure(self.dependencies.beyond(WORDS) | spoken)

    def has(self, mutant: Mutant) -> bool:
        """Return whether a mutant is about one of them: no example can notice it."""
        section, *names = mutant.path
        return section == WORDS and not self.needed.intersection(names[:1])

    def lean(self, root: Mapping, changed: frozenset[str] = frozenset()) -> Mapping:
        """Return a tree without them; those stay that use some changed names, with all that they use."""
        found = root.entries.get(WORDS)
        if found is None or not isinstance(found.node, Mapping):
            return root
        left = self.needed | self.dependencies.using(changed)
        words = {name: entry for name, entry in found.node.entries.items() if name in left}
        pair = Pair(found.key_place, Mapping(words, found.node.place))
        return Mapping({**root.entries, WORDS: pair}, root.place)


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


def _values(resolved: Resolved) -> MappingOf[Listing, Values] | None:
    """The worth of the cards for each setting of the options that affect it; None if there are too many."""
    tables = Configurations(resolved, players=resolved.players.usual)
    found = resolved.root.entries.get(WORTH)
    options = tables.dependencies.options(found.node) if found else frozenset()
    if not tables.tries_all(options):
        return None
    return {way: engine.worth for way, engine in tables.every_way(resolved.players.usual, options)}
