"""Words that no rule uses: everything is played alike without them, so mutants are tried without them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from trickbook.analysis.dependencies import NAMES, Dependencies
from trickbook.source import Mapping, Pair, plain

if TYPE_CHECKING:
    from collections.abc import Iterable

    from trickbook.analysis.mutation.mutants import Mutant
    from trickbook.examples.example import Example

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
