"""Fixed phrases: every language has all of every kind, with the same blanks."""

from __future__ import annotations

import re

import pytest

import trickbook
from trickbook.seat.texts import languages as named_languages
from trickbook.seat.texts import texts, translate
from trickbook.texts.languages import language_of, languages
from trickbook.texts.phrases import phrases

BLANK = re.compile(r"\{(\w+)\}")
FREE = {"deck.suit", "author.suit", "author.rank"}
"""Where a language may choose: a suit or a rank goes by its name or by its sign."""

KINDS = ("analysis", "editor", "rulebook", "table")


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("kind", KINDS)
def test_every_language_has_the_same_phrases_with_the_same_blanks(kind: str, language: str) -> None:
    english, here = phrases(kind, "en").written, phrases(kind, language).written
    assert here.keys() == english.keys()
    odd = {key for key in english if {*BLANK.findall(here[key])} != {*BLANK.findall(english[key])}}
    assert odd <= FREE


def test_an_unknown_language_is_english() -> None:
    assert phrases("analysis", "fr") == phrases("analysis", "en")


def test_languages_name_themselves() -> None:
    assert named_languages() == {"en": "English", "zh": "中文"}


@pytest.mark.parametrize(
    ("tag", "language"),
    [
        ("zh", "zh"),
        ("ZH", "zh"),
        ("zh-CN", "zh"),
        ("zh_TW.UTF-8", "zh"),
        ("en-GB", "en"),
        ("fr", None),
        (1, None),
    ],
)
def test_a_tag_means_a_language(tag: object, language: str | None) -> None:
    assert language_of(tag) == language


def test_a_language_that_is_not_there_is_told_with_those_that_are() -> None:
    with pytest.raises(trickbook.TrickbookError, match="no table speaks `fr`; there are `en` and `zh`"):
        texts("fr")


def test_blanks_are_filled_in() -> None:
    assert translate("en", "cards.of_suit", rank="queen", suit="spades") == "queen of spades"
    assert translate("zh", "cards.of_suit", rank="Q", suit="黑桃") == "黑桃Q"
