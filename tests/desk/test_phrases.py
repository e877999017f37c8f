"""Explanations, differences and drafts: every language has all phrases, and a sentence for each word."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from trickbook.analysis import phrases as analysis
from trickbook.expression.types import Kind, Type
from trickbook.expression.vocabulary import BUILT_IN, SCOPES
from trickbook.lab.measures import FIRST_MEASURES, LAST_MEASURES
from trickbook.language_server import phrases as language_server

if TYPE_CHECKING:
    from pathlib import Path

    from trickbook.expression.vocabulary import Word

BLANK = re.compile(r"\{(\w+)\}")
FOLDERS = (analysis.LANGUAGES, language_server.LANGUAGES)
FILES = [path for folder in FOLDERS for path in sorted(folder.iterdir())]


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_every_language_has_the_same_phrases_with_the_same_blanks(path: Path) -> None:
    english, told = (analysis.phrases(one, path.parent).written for one in ("en", path.stem))
    assert told.keys() == english.keys()
    assert [key for key in english if set(BLANK.findall(told[key])) != set(BLANK.findall(english[key]))] == []


def test_english_calls_types_and_measures_as_messages_and_commands_do() -> None:
    words = analysis.phrases("en")
    assert {kind: words.say(f"kinds.{kind.name.lower()}") for kind in Kind} == {
        kind: str(kind) for kind in Kind
    }
    for name, measure in (*FIRST_MEASURES.items(), *LAST_MEASURES.items()):
        assert words.say(f"figures.{name}") == measure.says


def test_every_type_has_a_name_in_chinese() -> None:
    assert analysis.type_name(Type(Kind.CHOICE, ("left", "right")), "zh") == "`left`、`right` 之一"
    assert all(not analysis.type_name(Type(kind), "zh").isascii() for kind in Kind)


@pytest.mark.parametrize("word", BUILT_IN, ids=lambda word: word.name)
def test_every_word_is_explained_in_every_language(word: Word) -> None:
    languages = word.told.keys() - {"en"}
    assert word.explained.keys() == languages
    assert SCOPES[word.scope].keys() == languages
    assert all(word.says_in(one) != word.says and word.scope_in(one) != word.scope for one in languages)
    assert (word.says_in("en"), word.scope_in("en")) == (word.says, word.scope)


def test_an_unknown_language_is_english() -> None:
    assert analysis.phrases("fr") == analysis.phrases("en")
