"""Rulebooks read aloud: what still makes readers stumble is listed for each game, so that it only shrinks."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Final

import pytest
import yaml
from tests.games import SOME_GAMES
from tests.rulebook.readability import LANGUAGES, measured

import trickbook
from trickbook.rulebook.phrases import display_names

FAULTS: Final[dict[str, dict[str, int]]] = yaml.safe_load(
    Path(__file__).with_name("aloud.yaml").read_text("utf-8")
)
"""The faults of each game in each language, where there are any."""

NAMED: Final = ("words", "facts", "piles")
"""The sections whose entries a book explains by their names."""


@pytest.mark.parametrize("name", SOME_GAMES)
def test_the_faults_of_a_book_are_those_that_are_listed(name: str) -> None:
    found = {language: measured(name, language).faults for language in LANGUAGES}
    assert {language: count for language, count in found.items() if count} == FAULTS.get(name, {})


@pytest.mark.parametrize("name", SOME_GAMES)
def test_no_two_words_of_a_book_have_one_name(name: str) -> None:
    context = trickbook.load(name).engine().context
    for language in LANGUAGES:
        called = display_names(context, language)
        names = {entry.name for section in NAMED for entry in context.entries(section)}
        shown = Counter(called.get(one, one.replace("_", " ")) for one in names)
        assert [one for one, count in shown.items() if count > 1] == []
