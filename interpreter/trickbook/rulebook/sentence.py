"""The sentence of a table: the game, and in a few words all that differs from the usual."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from trickbook.engine.moves import answer_text
from trickbook.loading.files import HOUSE, find, is_path
from trickbook.problems import visible
from trickbook.rulebook.phrases import display_names, phrases
from trickbook.sections.options import ANY, SHORT
from trickbook.source import Mapping
from trickbook.source.files import label
from trickbook.source.nodes import text
from trickbook.texts.languages import ENGLISH

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickbook.game.rules import PlayableRules
    from trickbook.sections.compiled import CompiledRules
    from trickbook.sections.options import Option

VALUE: Final = "{value}"
"""What stands for the value of an option in its few words."""


@lru_cache(maxsize=256)
def differences(rules: PlayableRules, language: str = ENGLISH, players: int | None = None) -> tuple[str, ...]:
    """Return in a few words each what differs from the usual: players, house rules, options."""
    engine = rules.engine(players)
    found = (
        *_players(rules, engine, language),
        *_house_rules(rules, language),
        *_options(rules, engine, language),
    )
    return tuple(visible(text) for one in found if (text := " ".join(one.split())))


def sentence(rules: PlayableRules, language: str = ENGLISH) -> str:
    """Return the game with all that its table has agreed on, as in ``Spades: to 350, no nil``."""
    spoken, parts = phrases(language), differences(rules, language)
    title = text(rules.resolved.root, "name", language) or rules.title
    if not parts:
        return spoken.say("book.usual", title=title)
    return spoken.sentence(spoken.say("book.sentence", title=title, list=spoken.listed(parts)))


def _players(rules: PlayableRules, engine: CompiledRules, language: str) -> Iterator[str]:
    if engine.layout.seats != rules.resolved.players.usual:
        yield phrases(language).say("book.players", count=engine.layout.seats)


def _house_rules(rules: PlayableRules, language: str) -> Iterator[str]:
    for name in rules.resolved.house:
        path = find(name if is_path(name) else HOUSE + name.removeprefix(HOUSE))
        root = rules.resolved.trees.get(label(path)) if path else None
        called = (text(root, key, language) for key in (SHORT, "name")) if root else ()
        yield next(filter(None, called), name)


def _options(rules: PlayableRules, engine: CompiledRules, language: str) -> Iterator[str]:
    """Yield each option with another value than where nobody has chosen any."""
    if not rules.chosen:
        return
    usual = type(rules)(rules.resolved, {}, engine.layout.seats).engine().options
    for name, option in engine.options.items():
        if option.value != usual[name].value:
            yield _option(engine, option, language)


def _option(engine: CompiledRules, option: Option, language: str) -> str:
    """Return the few words of a value; without any, the names of the option and of the value."""
    spoken, short = phrases(language), option.entry.node.get(SHORT)
    names = display_names(engine.context, language)
    values = option.value if isinstance(option.value, tuple) else (option.value,)
    called = spoken.listed(_value(names, option, value, language) for value in values)
    if isinstance(short, Mapping):
        listed = [text(short, answer_text(value), language) or text(short, ANY, language) for value in values]
        if all(listed):
            return spoken.listed(one.replace(VALUE, called) for one in dict.fromkeys(filter(None, listed)))
    return spoken.say("book.option", name=names.get(option.name, option.name.replace("_", " ")), value=called)


def _value(names: dict[str, str], option: Option, value: Any, language: str) -> str:
    if isinstance(value, bool):
        return phrases(language).say(f"values.{answer_text(value)}")
    if isinstance(value, int):
        return str(value).replace("-", "−")
    return names.get(f"{option.name}.{value}") or names.get(f".{value}") or str(value).replace("_", " ")
