"""An example taken apart: its situation and what it expects, each with its place."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from trickbook.examples import values
from trickbook.examples.outcome import InvalidExampleError
from trickbook.sections.context import text, texts
from trickbook.source import Listing, Mapping, plain

if TYPE_CHECKING:
    from trickbook.engine.engine import Engine
    from trickbook.problems import Place
    from trickbook.ruleset import Ruleset
    from trickbook.source import Node

DESCRIPTIVE_KEYS = frozenset({"says", "source", "note", "replaces", "given", "course"})
"""The keys of an example that expect nothing."""

CONFIGURATION_KEYS = frozenset({"options", "players"})
"""What any situation may give: it chooses the rules."""


class Example(NamedTuple):
    """An example as it is written."""

    name: str
    place: Place
    node: Mapping

    @property
    def says(self) -> str | None:
        """What it shows."""
        return text(self.node, "says")

    @property
    def source(self) -> tuple[str, ...]:
        """The ids of the rules it shows."""
        return texts(self.node, "source")

    @property
    def given(self) -> Mapping:
        """Its situation."""
        found = self.node.entries.get("given")
        return found.node if found and isinstance(found.node, Mapping) else Mapping({}, self.place)

    @property
    def expected(self) -> dict[str, Node]:
        """What it expects, by its word."""
        return {word: entry.node for word, entry in self.node.entries.items() if word not in DESCRIPTIVE_KEYS}


class Situation(NamedTuple):
    """What an example gives, together with the rules that it is about."""

    rules: Ruleset
    given: Mapping

    @property
    def table(self) -> Engine:
        """The table for the number of players."""
        return self.rules.table()

    @property
    def seats(self) -> int:
        """How many play."""
        return self.table.layout.seats

    def limit(self, allowed: frozenset[str], form: str) -> None:
        """Only these may be given; anything else would be overlooked."""
        for word, entry in self.given.entries.items():
            if word not in allowed | CONFIGURATION_KEYS:
                raise InvalidExampleError(entry.key_place, word, f"this has no part in {form}")

    def node(self, word: str) -> Node | None:
        """What is given under a word."""
        found = self.given.entries.get(word)
        return found.node if found else None

    def cards(self, word: str) -> list[str]:
        """Given cards; none if they are not given."""
        node = self.node(word)
        return values.cards(self.table, node, word) if node else []

    def plays(self, word: str) -> list[str]:
        """Given plays, each as a text."""
        node = self.node(word)
        return [values.text_of(item) for item in node.items] if isinstance(node, Listing) else []

    def piles(self, word: str) -> list[list[str]]:
        """Given cards for each seat; none for a seat that is not named."""
        found: list[list[str]] = [[] for _ in range(self.seats)]
        node = self.node(word)
        for seat, cards in values.by_seat(self.table, node, word) if node else ():
            found[seat] = values.cards(self.table, cards, word)
        return found

    def plain(self, *words: str) -> dict[str, Any]:
        """Those of these words that are given, as plain values."""
        found = {word: node for word in words if (node := self.node(word))}
        return {word: plain(node) for word, node in found.items()}
