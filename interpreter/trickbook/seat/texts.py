"""The texts of tables, pages and terminals, and the names that a ruleset has in a language."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final
from weakref import WeakKeyDictionary

from trickbook.engine.moves import DONE
from trickbook.explain.reasons import entries, key
from trickbook.problems import TrickbookError, shown
from trickbook.rulebook.phrases import COMMON_ANSWERS, display_names, language_hint, phrases
from trickbook.rulebook.writer import capitalised
from trickbook.source import Mapping as Node
from trickbook.source import at
from trickbook.source.nodes import text
from trickbook.texts import languages as known_languages
from trickbook.texts.languages import ENGLISH, language_of, tree
from trickbook.texts.message import Message
from trickbook.texts.phrases import LOOSE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from trickbook.explain import Reason
    from trickbook.sections.compiled import CompiledRules
    from trickbook.sections.options import Option
    from trickbook.source.nodes import Entry
    from trickbook.texts.phrases import Phrases


def languages() -> dict[str, str]:
    """The languages, each with its own name for itself."""
    return {language: texts(language)["language"] for language in known_languages.languages()}


def texts(language: str = ENGLISH) -> Mapping[str, Any]:
    """All texts of a language, section by section; TrickbookError names the languages that there are."""
    if (tag := language_of(str(language))) is None:
        known = known_languages.languages()
        hint = language_hint(str(language), known)
        raise TrickbookError(Message("no table speaks {text}; {hint}", text=shown(str(language)), hint=hint))
    return tree("table", tag)


def translate(language: str, key: str, **blanks: object) -> str:
    """The text under a key, such as ``cards.of_suit``, with its blanks filled in."""
    found: Any = texts(language)
    for part in key.split("."):
        found = found[part]
    return LOOSE.sub("", found.format(**blanks))


_CACHE: Final[WeakKeyDictionary[CompiledRules, dict[str, LocalizedNames]]] = WeakKeyDictionary()


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


def option_values(engine: CompiledRules, words: LocalizedNames) -> list[dict[str, Any]]:
    """Each option with its value, also as it is told."""
    return [
        {
            "name": option.name,
            "title": words.title(option.entry),
            "says": words.says(option.entry),
            "value": plain_value(option.value),
            "told": _value_text(engine, words, option),
        }
        for option in engine.options.values()
    ]


def plain_value(value: Any) -> Any:
    """The value of an option as data: a cycle is a list."""
    return list(value) if isinstance(value, tuple) else value


def _value_text(engine: CompiledRules, words: LocalizedNames, option: Option) -> str:
    """The value of an option as it is told."""
    value = option.value
    if isinstance(value, bool):
        return translate(words.language, f"values.{'yes' if value else 'no'}")
    if isinstance(value, tuple):
        return phrases(words.language).listed(words.names.choice(option.name, name) for name in value)
    if option.type == "choice":
        return words.names.choice(option.name, value)
    return seat_name(engine, words.language, value) if option.type == "seat" else str(value).replace("-", "−")


def seat_name(engine: CompiledRules, language: str, number: int) -> str:
    """A seat by its name; where seats have none, by its number, from 0."""
    return seat_names(engine, language)[number] or translate(language, "seats.number", number=number)


def seat_names(engine: CompiledRules, language: str) -> list[str | None]:
    """Return what the ruleset calls each seat, if it does."""
    names, known = engine.layout.names, phrases(language)
    called = [known.say(title) if known.known(title := f"seats.{name}") else name for name in names]
    return [*called] if called else [None] * engine.layout.seats


def option_choices(words: LocalizedNames, option: Option) -> Iterator[dict[str, Any]]:
    """Yield what an option may be where there are names to choose from."""
    for name in option.choices:
        title, text = capitalised(words.names.choice(option.name, name)), _choice_text(words, option, name)
        says = None if text is None or capitalised(text).rstrip(".。") == title else text
        yield {"value": name, "title": title, "says": says}


def _choice_text(words: LocalizedNames, option: Option, name: str) -> str | None:
    """Return what is said of a choice."""
    try:
        node = at(option.entry.node, ["choices", name])
    except KeyError:
        return None
    return text(node, "says", words.language) if isinstance(node, Node) else None
