"""Every word of the language is explained in each language of the program."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from trickbook.expression.vocabulary import BUILT_IN
from trickbook.texts.catalogue import entries, text_in_language
from trickbook.texts.languages import ENGLISH, languages
from trickbook.texts.phrases import phrases

if TYPE_CHECKING:
    from trickbook.expression.vocabulary import Word


@pytest.mark.parametrize("word", BUILT_IN, ids=lambda word: word.name)
def test_every_word_is_explained_in_every_language(word: Word) -> None:
    for language in languages():
        assert phrases("rulebook", language).known(f"word.{word.name}")
        for text in (word.says, word.scope):
            assert (text_in_language(text, language) == text) == (language == ENGLISH)


def test_nothing_else_is_translated() -> None:
    texts = {text for word in BUILT_IN for text in (word.says, word.scope)}
    others = [language for language in languages() if language != ENGLISH]
    assert all({english for english, _ in entries("words", one)} == texts for one in others)
