"""The words of a rulebook in each language: phrases, the names of a ruleset, and the sentence of a table."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from trickbook.engine.moves import answer_text
from trickbook.expression.bids import Bid
from trickbook.loading.files import HOUSE, find, is_path
from trickbook.problems import TrickbookError, nearest, shown, visible
from trickbook.sections.answers import answers, strains
from trickbook.sections.options import ANY, SHORT
from trickbook.sections.table import WORD_SECTIONS
from trickbook.source import Mapping
from trickbook.source.files import label
from trickbook.source.nodes import text, text_in
from trickbook.texts import phrases as fixed
from trickbook.texts.languages import ENGLISH, language_of, languages
from trickbook.texts.message import Message, every
from trickbook.texts.phrases import Phrases

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from trickbook.game.rules import PlayableRules
    from trickbook.sections.compiled import CompiledRules
    from trickbook.sections.context import Context
    from trickbook.sections.options import Option
    from trickbook.source.nodes import Entry

JOINTS: Final = frozenset(",;:.!?\uff0c\uff1b\uff1a\u3002\u3001\uff01\uff1f")
"""Punctuation that occurs in sentences, not in names."""

COMMON_ANSWERS: Final = ("yes", "no")
"""Answers that every language has a word for."""

RANKS: Final = ("deck", "ranks")
"""Where ranks stand."""

LONGEST: Final = 40
"""The longest sentence that can serve as a name."""


def language_hint(language: str, known: Iterable[str]) -> Message:
    """A hint at the nearest language, or at all that are known."""
    if near := nearest(language, known):
        return Message("did you mean {word}?", word=f"`{near}`")
    return Message("there are {list}", list=every(f"`{one}`" for one in known))


def phrases(language: str) -> Phrases:
    """The phrases of a language. Raises TrickbookError, with the known languages, for an unknown one."""
    known = languages()
    if (tag := language_of(str(language))) is None:
        hint = language_hint(str(language), known)
        raise TrickbookError(
            Message("no rulebook is written in {text}; {hint}", text=shown(str(language)), hint=hint)
        )
    return fixed.phrases("rulebook", tag)


def display_names(context: Context, language: str) -> dict[str, str]:
    """The display names of a ruleset in a language. Choices and answers also have keys like ``moon.old``."""
    found: dict[str, str] = {}
    for path in WORD_SECTIONS:
        for entry in context.entries(*path):
            if called := text(entry.node, "name", language):
                one = path == RANKS and language == ENGLISH
                found.setdefault(entry.name, _plural(called) if one else called)
                if ever := text(entry.node, "ever"):
                    found.setdefault(ever, called)
    for name, called in (*_choices(context, language), *_answers(context, language)):
        found.setdefault(name, called)
    return found


def _plural(name: str) -> str:
    """The cards of a rank in English, whose name is that of one card: ``knights``."""
    return name if name.endswith("s") else f"{name}es" if name.endswith("x") else f"{name}s"


def suit_and_rank_signs(context: Context, language: str) -> dict[str, str]:
    """The signs of suits and ranks without a name in a language other than English."""
    found = {}
    for part in ("suits", "ranks") if language != ENGLISH else ():
        for entry in context.entries("deck", part):
            if sign := text(entry.node, "sign") or text(entry.node, "also") or text(entry.node, "letter"):
                found[entry.name] = sign
    return found


def _choices(context: Context, language: str) -> Iterator[tuple[str, str]]:
    """The display names of choices: the name, else a short description."""
    for option in context.entries("options"):
        for choice in context.entries("options", option.name, "choices"):
            if called := text(choice.node, "name", language) or _short(text(choice.node, "says", language)):
                yield f"{option.name}.{choice.name}", called
                yield f".{choice.name}", called


def _answers(context: Context, language: str) -> Iterator[tuple[str, str]]:
    """The display names of answers; without a name, that of a choice or a word of the same key."""
    for step in context.entries("steps"):
        for strain in strains(step.node):
            if called := _called(step, strain, language):
                yield f".{strain}", called
        for answer in answers(step.node):
            called = _called(step, answer, language) or _bid(context, step, answer, language)
            if answer in COMMON_ANSWERS and language != ENGLISH and not called:
                yield f"{step.name}.{answer}", phrases(language).say(f"values.{answer}")
            if called:
                yield f"{step.name}.{answer}", called
                yield f".{answer}", called


def _called(step: Entry, name: str, language: str) -> str | None:
    """What an answer or a strain is called under ``names:``."""
    names = step.node.entries.get("names")
    called = text(names.node, name, language) if names and isinstance(names.node, Mapping) else None
    return called or text_in(step.node, f"names.{name}", language)


def _bid(context: Context, step: Entry, answer: str, language: str) -> str | None:
    """The name of a bid in a strain: its level with the suit's sign, or with what the strain is called."""
    if not isinstance(answer, Bid) or not answer.strain:
        return None
    sign = next((suit.sign for suit in context.layout.deck.suits if suit.name == answer.strain), None)
    called = _called(step, answer.strain, language) or sign
    apart = " " if called and called[0].isascii() else ""
    return f"{answer.level}{apart}{called}" if called else None


def _short(says: str | None) -> str | None:
    """A sentence if it is short enough for a name."""
    return says if says and len(says) <= LONGEST and not JOINTS & set(says) else None


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
