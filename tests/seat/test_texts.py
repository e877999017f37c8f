"""Texts: every language has the same ones, with the same blanks."""

from __future__ import annotations

import string
from collections.abc import Iterator
from typing import Any

import pytest

import trickbook
from trickbook.seat.texts import language_of, languages, texts, translate


def flat(tree: Any, path: str = "") -> Iterator[tuple[str, str]]:
    if not isinstance(tree, dict):
        yield path, tree
        return
    for key, inner in tree.items():
        yield from flat(inner, f"{path}.{key}")


def blanks(text: str) -> set[str | None]:
    return {blank for _, blank, _, _ in string.Formatter().parse(text) if blank is not None}


@pytest.mark.parametrize("language", languages())
def test_every_language_has_the_same_texts_with_the_same_blanks(language: str) -> None:
    here, english = dict(flat(texts(language))), dict(flat(texts("en")))
    assert here.keys() == english.keys()
    assert {key: blanks(text) for key, text in here.items()} == {
        key: blanks(text) for key, text in english.items()
    }


@pytest.mark.parametrize("language", languages())
def test_every_text_is_text(language: str) -> None:
    for key, text in flat(texts(language)):
        assert isinstance(text, str), key


def test_languages_name_themselves() -> None:
    assert languages() == {"en": "English", "zh": "中文"}


@pytest.mark.parametrize(
    ("tag", "language"),
    [("zh", "zh"), ("ZH", "zh"), ("zh-CN", "zh"), ("zh_TW.UTF-8", "zh"), ("en-GB", "en"), ("fr", None)],
)
def test_a_tag_means_a_language(tag: str, language: str | None) -> None:
    assert language_of(tag) == language


def test_a_language_that_is_not_there_is_told_with_those_that_are() -> None:
    with pytest.raises(trickbook.TrickbookError, match="no table speaks `fr`; there are `en` and `zh`"):
        texts("fr")


def test_blanks_are_filled_in() -> None:
    assert translate("en", "cards.of_suit", rank="queen", suit="spades") == "queen of spades"
    assert translate("zh", "cards.of_suit", rank="Q", suit="黑桃") == "黑桃Q"
