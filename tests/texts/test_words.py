"""Every word of the language is explained in each language of the program."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from trickbook.expression.vocabulary import BUILT_IN, SCOPES

if TYPE_CHECKING:
    from trickbook.expression.vocabulary import Word


@pytest.mark.parametrize("word", BUILT_IN, ids=lambda word: word.name)
def test_every_word_is_explained_in_every_language(word: Word) -> None:
    languages = word.told.keys() - {"en"}
    assert word.explained.keys() == languages
    assert SCOPES[word.scope].keys() == languages
    assert all(word.says_in(one) != word.says and word.scope_in(one) != word.scope for one in languages)
    assert (word.says_in("en"), word.scope_in("en")) == (word.says, word.scope)
