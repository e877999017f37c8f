"""Chinese: who sits down to a shipped game, with a shipped house rule or without, reads no English.

Notes, and why two rulesets do not go together, are for those who write rules, and in English alone.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any, Final

import pytest
from tests.games import SOME_GAMES, WHOLE

import trickbook
from trickbook.loading import shipped
from trickbook.loading.dependencies import parsed_file
from trickbook.loading.files import HOUSE
from trickbook.rulebook.phrases import VALUE
from trickbook.seat import about
from trickbook.seat.texts import localized_names, option_choices
from trickbook.sections.sentences import PLACE
from trickbook.sections.table import WORD_SECTIONS, is_map_of_texts, is_prose
from trickbook.source import Mapping, at, plain, read
from trickbook.source.catalogues import keyed, variants
from trickbook.source.files import label
from trickbook.source.nodes import text_in, texts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickbook import Ruleset

PROPER: Final = re.compile(r"Barbu|Oh Hell|Omnibus|Reverse|Windows")
"""What games are called in every language."""

ENGLISH: Final = re.compile(r"[a-z]{2,}")
CHINESE: Final = re.compile(r"[\u4e00-\u9fff]")

TOLD: Final = frozenset({"title", "summary", "says", "told", "labels"})
"""What people read of what there is to know about a table; the rest is for programs."""


def english(text: str) -> list[str]:
    """The English words of a text that is to be Chinese."""
    return ENGLISH.findall(PROPER.sub("", text.replace(VALUE, "")))


def prose(tree: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, Any]]:
    """What a ruleset as it is written says to people, by its path."""
    for key, inner in tree.items() if isinstance(tree, dict) else ():
        here = (*path, key)
        if is_map_of_texts(here):
            listed = inner if isinstance(inner, dict) else {str(at): text for at, text in enumerate(inner)}
            yield from ((".".join((*here, one)), text) for one, text in listed.items())
        elif is_prose(here):
            yield ".".join(here), inner
        elif here[0] != "examples" or len(here) < 3:
            yield from prose(inner, here)


@pytest.mark.parametrize("name", shipped())
def test_whatever_is_said_in_english_is_said_in_chinese(name: str) -> None:
    path = shipped()[name]
    sheet = parsed_file(path, label(path))
    assert sheet.root is not None
    for place, text in prose(plain(sheet.root)):
        assert isinstance(text, str | list), f"{place} is given by language; put the others into a catalogue"
        *above, key = place.split(".")
        entry = keyed(at(sheet.root, above))
        assert isinstance(entry, Mapping)
        for variant in variants(entry, key):
            written, chinese = text_in(variant, key, "en") or text, text_in(variant, key, "zh")
            assert chinese, f"{place} is in English alone: {text}"
            assert CHINESE.search(chinese), place
            assert not english(PLACE.sub("", chinese)), place
            assert (written[-1] == ".") == (chinese[-1] == "。"), place


@cache
def rules(name: str) -> Ruleset:
    """A game; or a house rule laid over the first that it fits, as at a table."""
    if not name.startswith(HOUSE):
        return trickbook.load(name)
    root, _ = read(shipped()[name].read_text("utf-8"), name)
    assert root is not None
    return trickbook.load(texts(root, "fits")[0], house=[name])


@pytest.mark.parametrize("name", WHOLE)
def test_whatever_has_a_name_has_one_in_chinese(name: str) -> None:
    engine = rules(name).engine()
    words, context = localized_names(engine, "zh"), engine.context
    called = {
        entry.name: words.title(entry)
        for path in (*WORD_SECTIONS, ("metrics",))
        for entry in context.entries(*path)
        if path != ("deck", "ranks")
    }
    for option in context.entries("options"):
        for choice in context.entries("options", option.name, "choices"):
            called[f"{option.name}: {choice.name}"] = words.names.choice(option.name, choice.name)
    for step in context.entries("steps"):
        for answer, title in words.answers(step.name, texts(step.node, "answers")).items():
            if not answer.isdecimal():
                called[f"{step.name}: {answer}"] = title
    assert not {what: title for what, title in called.items() if not CHINESE.search(title)}


@pytest.mark.parametrize("name", WHOLE)
def test_every_reason_is_told_in_chinese(name: str) -> None:
    words = localized_names(rules(name).engine(), "zh")
    for entry in words.entries.values():
        assert CHINESE.search(words.says(entry) or ""), f"{entry.place}: {entry.name}"


def read_by_people(tree: Any, *, told: bool = False) -> Iterator[str]:
    """The texts of a table's data that are told to people."""
    if isinstance(tree, dict):
        for key, inner in tree.items():
            yield from read_by_people(inner, told=told or key in TOLD)
    elif isinstance(tree, list):
        for inner in tree:
            yield from read_by_people(inner, told=told)
    elif told and isinstance(tree, str):
        yield tree


@pytest.mark.parametrize("name", WHOLE)
def test_a_table_in_chinese_is_all_chinese(name: str) -> None:
    known = about(rules(name), language="zh")
    names = (card["name"] for card in known["cards"].values())
    for text in (*read_by_people(known), *names, *offered(name)):
        assert not english(text), text


def offered(name: str) -> Iterator[str]:
    """What the options may be, as it stands in a form."""
    engine = rules(name).engine()
    for option in engine.options.values():
        yield from read_by_people(list(option_choices(localized_names(engine, "zh"), option)))


@pytest.mark.parametrize("name", SOME_GAMES)
def test_a_rulebook_in_chinese_is_all_chinese(name: str) -> None:
    told = rules(name).rulebook("md", "zh")
    assert not english(told)
    assert "英文" not in told
