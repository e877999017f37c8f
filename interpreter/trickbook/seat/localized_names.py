"""The names and sentences of a ruleset in a language, cached for each table."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final
from weakref import WeakKeyDictionary

from trickbook.engine.answers import DONE
from trickbook.game.reason_texts import entries, key
from trickbook.rulebook.display_names import COMMON_ANSWERS, display_names
from trickbook.rulebook.phrases import phrases
from trickbook.rulebook.writer import capitalised
from trickbook.seat.texts import texts, translate
from trickbook.source.nodes import text

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from trickbook.explain import Reason
    from trickbook.loading.phrases import Phrases
    from trickbook.sections.compiled import CompiledRules
    from trickbook.source.nodes import Entry


@dataclass(frozen=True)
class LocalizedNames:
    """A language, the names that a ruleset gives in it, and its entries by their names and places."""

    language: str
    names: Phrases
    entries: Mapping[tuple[str, str], Entry]

    def title(self, entry: Entry) -> str:
        """Return what an entry is called, to stand by itself."""
        return capitalised(text(entry.node, "name", self.language) or entry.name)

    def says(self, entry: Entry) -> str | None:
        """The rule as a sentence, if there is one."""
        return text(entry.node, "says", self.language)

    def answer(self, step: str, said: str) -> str:
        """Return what an answer to a step is called."""
        called = self.names.choice(step, said)
        return (
            translate(self.language, f"values.{said}")
            if called == said and said in (*COMMON_ANSWERS, DONE)
            else called
        )

    def answers(self, step: str, said: Iterable[str]) -> dict[str, str]:
        """Return what each answer to a step is called."""
        return {one: self.answer(step, one) for one in said}

    def reason(self, entry: Entry) -> dict[str, Any]:
        """An entry as the reason for something."""
        name, place = key(entry)
        return {"name": name, "says": self.says(entry), "place": place, "source": list(entry.source)}

    def sentence(self, why: Reason) -> str:
        """Return what a reason says; if that is nothing, what it is called."""
        return str(self.translated(why)["says"] or capitalised(why.name))

    def translated(self, why: Reason) -> dict[str, Any]:
        """A reason as data."""
        entry = self.entries.get((why.name, why.place))
        return self.reason(entry) if entry else {**why._asdict(), "source": list(why.source)}


_CACHE: Final[WeakKeyDictionary[CompiledRules, dict[str, LocalizedNames]]] = WeakKeyDictionary()


def localized_names(engine: CompiledRules, language: str) -> LocalizedNames:
    """The names and sentences of a table's ruleset in a language."""
    known = _CACHE.setdefault(engine, {})
    if language not in known:
        names = replace(phrases(language), names=display_names(engine.context, language))
        known[language] = LocalizedNames(
            language, names, {key(entry): entry for entry in entries(engine.context)}
        )
    return known[language]


def pile_title(engine: CompiledRules, words: LocalizedNames, name: str) -> str:
    """Return what a pile is called: one of the ruleset's own as the ruleset says."""
    own = next((entry for entry in engine.context.entries("piles") if entry.name == name), None)
    known: dict[str, str] = texts(words.language)["piles"]
    return words.title(own) if own else capitalised(known.get(name, name))
