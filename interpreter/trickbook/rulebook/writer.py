"""The writer that all chapters share: the compiled ruleset, the phrases, the wording of expressions."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from trickbook.rulebook.expressions.certainty import Certainty, tree, written
from trickbook.rulebook.expressions.wording import Wording
from trickbook.rulebook.house_rules import house_rules
from trickbook.rulebook.used_names import used_names
from trickbook.source.nodes import text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from trickbook.examples.example import Example
    from trickbook.loading import Resolved
    from trickbook.loading.phrases import Phrases
    from trickbook.rulebook.house_rules import HouseRule
    from trickbook.sections.compiled import CompiledRules
    from trickbook.source import Mapping
    from trickbook.source.nodes import Entry


@dataclass(frozen=True)
class Writer:
    """Writes a rulebook for one configuration.

    ``tables`` makes it ready for another number of players, ``usual`` is this one if nobody chooses anything;
    None where the rules do not allow it. ``examples`` are those that hold at this table, ``dealt`` tells how
    many cards each of so many players has first, 0 if something is asked before, and how many get them.
    ``wordings`` are kept for the files whose sentences were weighed.
    """

    resolved: Resolved
    compiled: CompiledRules
    phrases: Phrases
    tables: Callable[[int], CompiledRules | None]
    usual: CompiledRules | None
    examples: tuple[Example, ...]
    dealt: Callable[[int], tuple[int, int]]
    wordings: dict[str, Wording] = field(default_factory=dict)

    @cached_property
    def certainty(self) -> Certainty:
        """The conditions that are certain in this configuration."""
        return Certainty(self.compiled)

    @cached_property
    def wording(self) -> Wording:
        """The wording of expressions in this configuration."""
        return Wording(self.compiled, self.phrases, self.certainty)

    @cached_property
    def unsettled(self) -> Wording:
        """The wording of expressions as written."""
        return Wording(self.compiled, self.phrases, self.certainty, settled=False)

    @cached_property
    def houses(self) -> dict[str, HouseRule]:
        """The house rules, by file."""
        return house_rules(self.resolved, self.phrases.language)

    @cached_property
    def used(self) -> frozenset[str]:
        """The names that the active rules use."""
        return used_names(self, self.wording)

    @cached_property
    def mentioned(self) -> frozenset[str]:
        """The names that they use as written, without simplification."""
        return used_names(self, self.unsettled)

    def say(self, *keys: str, **blanks: object) -> str:
        """A phrase of the language."""
        return self.phrases.say(*keys, **blanks)

    def sentence(self, *keys: str, **blanks: object) -> str:
        """A phrase as a sentence."""
        return self.phrases.sentence(self.say(*keys, **blanks))

    def says(self, node: Mapping, key: str = "says") -> str:
        """The ruleset's own description, as a sentence; empty if there is none.

        What a house rule says bears its name.
        """
        found = text(node, key, self.phrases.language)
        if not found or not found.strip():
            return ""
        told, house = self.phrases.sentence(found.strip()), self.houses.get(node.entries[key].node.place.file)
        return self.say("book.marked", text=told, name=house.name) if house else told

    def quoted(self, name: str) -> str:
        """An author's name, quoted for a text."""
        return self.say("join.quoted", name=self.called(name))

    def called(self, name: str) -> str:
        """The display name of an author's name."""
        return self.phrases.called(name)

    def choice(self, owner: str, name: str) -> str:
        """A choice or an answer, quoted for a text."""
        return self.say("join.quoted", name=self.phrases.choice(owner, name))

    def entries(self, *path: str) -> Iterator[Entry]:
        """The active entries of a section."""
        return (entry for entry in self.compiled.context.entries(*path) if not self.off(entry))

    def idle(self, *path: str) -> Iterator[Entry]:
        """The entries of a section that options or the number of players turn off."""
        return (entry for entry in self.compiled.context.entries(*path) if self.off(entry))

    def off(self, entry: Entry) -> bool:
        """Return whether an entry can never apply in this configuration."""
        return self.certainty.said(written(entry.node, "when")) is False or self.empty(entry)

    def empty(self, entry: Entry) -> bool:
        """Return whether a step asks for zero cards."""
        amount = written(entry.node, "cards") if entry["ask"] is not None else None
        ends = tree(amount, "range").children if amount else ()
        terms = [self.certainty.term(end) for end in ends if end is not None]
        return bool(terms) and all(term.constant and term.value == 0 for term in terms)


def spaced(name: str) -> str:
    """A name with blanks for underscores."""
    return name.replace("_", " ")


def capitalised(name: str) -> str:
    """A name with blanks and a capital."""
    return spaced(name)[:1].upper() + spaced(name)[1:]
