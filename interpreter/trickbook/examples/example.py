"""A parsed example: its situation and its expectations, with their places."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from trickbook.examples import values
from trickbook.examples.outcome import InvalidExampleError
from trickbook.source import Listing, Mapping, plain
from trickbook.source.nodes import text, texts
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from trickbook.game.rules import PlayableRules
    from trickbook.problems import Place
    from trickbook.sections.compiled import CompiledRules
    from trickbook.source import Node

DESCRIPTIVE_KEYS = frozenset({"says", "source", "note", "replaces", "given", "course"})
"""The keys of an example that are not expectations."""

CONFIGURATION_KEYS = frozenset({"options", "players"})
"""The keys of any situation that select the configuration."""


class Example(NamedTuple):
    """An example as it is written."""

    name: str
    place: Place
    node: Mapping

    @property
    def says(self) -> str | None:
        """The sentence that says what the example shows."""
        return text(self.node, "says")

    @property
    def source(self) -> tuple[str, ...]:
        """The ids of the rules that the example shows."""
        return texts(self.node, "source")

    @property
    def given(self) -> Mapping:
        """The situation."""
        found = self.node.entries.get("given")
        return found.node if found and isinstance(found.node, Mapping) else Mapping({}, self.place)

    @property
    def expected(self) -> dict[str, Node]:
        """The expected values, by word."""
        return {word: entry.node for word, entry in self.node.entries.items() if word not in DESCRIPTIVE_KEYS}


class Situation(NamedTuple):
    """The situation of an example, with its ruleset."""

    rules: PlayableRules
    given: Mapping

    @property
    def engine(self) -> CompiledRules:
        """The engine for the number of players."""
        return self.rules.engine()

    @property
    def seats(self) -> int:
        """The number of players."""
        return self.engine.layout.seats

    def limit(self, allowed: frozenset[str], form: Message) -> None:
        """Raise InvalidExampleError for any other key, which would be ignored."""
        for word, entry in self.given.entries.items():
            if word not in allowed | CONFIGURATION_KEYS:
                message = Message("this has no part in {what}", what=form)
                raise InvalidExampleError(entry.key_place, word, message)

    def node(self, word: str) -> Node | None:
        """The value of a word."""
        found = self.given.entries.get(word)
        return found.node if found else None

    def cards(self, word: str) -> list[str]:
        """The cards of a word; empty if not given."""
        node = self.node(word)
        return values.cards(self.engine, node, word) if node else []

    def plays(self, word: str) -> list[str]:
        """The plays of a word, as texts."""
        node = self.node(word)
        return [values.text_of(item) for item in node.items] if isinstance(node, Listing) else []

    def piles(self, word: str) -> list[list[str]]:
        """The cards of a word for each seat; empty for seats not named."""
        found: list[list[str]] = [[] for _ in range(self.seats)]
        node = self.node(word)
        for seat, cards in values.by_seat(self.engine, node, word) if node else ():
            found[seat] = values.cards(self.engine, cards, word)
        return found

    def plain(self, *words: str) -> dict[str, Any]:
        """The given ones of these words, as plain values."""
        found = {word: node for word in words if (node := self.node(word))}
        return {word: plain(node) for word, node in found.items()}
