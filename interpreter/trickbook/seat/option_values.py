"""The options of a ruleset, their choices and values, as data in a language."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from trickbook.rulebook.phrases import phrases
from trickbook.rulebook.writer import capitalised
from trickbook.seat.texts import translate
from trickbook.source import Mapping, at
from trickbook.source.nodes import text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickbook.seat.localized_names import LocalizedNames
    from trickbook.sections.compiled import CompiledRules
    from trickbook.sections.options import Option


def option_values(engine: CompiledRules, words: LocalizedNames) -> list[dict[str, Any]]:
    """Each option with its value, also as it is told."""
    return [
        {
            "name": option.name,
            "title": words.title(option.entry),
            "says": words.says(option.entry),
            "value": plain_value(option.value),
            "told": value_text(engine, words, option),
        }
        for option in engine.options.values()
    ]


def plain_value(value: Any) -> Any:
    """The value of an option as data: a cycle is a list."""
    return list(value) if isinstance(value, tuple) else value


def value_text(engine: CompiledRules, words: LocalizedNames, option: Option) -> str:
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
    called = [known.say(key) if known.known(key := f"seats.{name}") else name for name in names]
    return [*called] if called else [None] * engine.layout.seats


def option_choices(words: LocalizedNames, option: Option) -> Iterator[dict[str, Any]]:
    """Yield what an option may be where there are names to choose from."""
    for name in option.choices:
        title, told = capitalised(words.names.choice(option.name, name)), _choice_text(words, option, name)
        says = None if told is None or capitalised(told).rstrip(".。") == title else told
        yield {"value": name, "title": title, "says": says}


def _choice_text(words: LocalizedNames, option: Option, name: str) -> str | None:
    """Return what is said of a choice."""
    try:
        node = at(option.entry.node, ["choices", name])
    except KeyError:
        return None
    return text(node, "says", words.language) if isinstance(node, Mapping) else None
