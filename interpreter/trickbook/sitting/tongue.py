"""What the words of a ruleset are called at its table, in a language; kept as long as the table is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final
from weakref import WeakKeyDictionary

from trickbook.concepts.reading import text
from trickbook.rulebook.calling import calls
from trickbook.rulebook.phrases import Phrases
from trickbook.rulebook.writer import titled
from trickbook.sitting.texts import say

if TYPE_CHECKING:
    from collections.abc import Iterable

    from trickbook.concepts.reading import Entry
    from trickbook.table import Table

WORDS: Final = ("yes", "no")
"""Answers that every language has a word for."""


@dataclass(frozen=True)
class Tongue:
    """A language, and the names that a ruleset gives in it."""

    language: str
    names: Phrases

    def title(self, entry: Entry) -> str:
        """What an entry is called, to stand by itself."""
        return titled(text(entry.node, "name", self.language) or entry.name)

    def says(self, entry: Entry) -> str | None:
        """The rule as a sentence, if there is one."""
        return text(entry.node, "says", self.language)

    def answer(self, step: str, said: str) -> str:
        """What an answer to a step is called."""
        called = self.names.choice(step, said)
        return say(self.language, f"values.{said}") if called == said and said in WORDS else called

    def answers(self, step: str, said: Iterable[str]) -> dict[str, str]:
        """What each answer to a step is called."""
        return {one: self.answer(step, one) for one in said}

    def reason(self, entry: Entry) -> dict[str, Any]:
        """An entry as the reason for something."""
        return {
            "name": entry.name,
            "says": self.says(entry),
            "place": f"{entry.place.file}:{entry.place.line}",
            "source": list(entry.source),
        }


_TONGUES: Final[WeakKeyDictionary[Table, dict[str, Tongue]]] = WeakKeyDictionary()


def tongue(table: Table, language: str) -> Tongue:
    """The names and sentences of a table's ruleset in a language."""
    known = _TONGUES.setdefault(table, {})
    if language not in known:
        known[language] = Tongue(language, Phrases(language, {}, calls(table.reading, language)))
    return known[language]
