"""A new word is its entry in the vocabulary, its phrases and its line among the words of the core."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

import pytest
from tests.batch.equivalence import alike

import trickbook
from trickbook.bots import random_deal
from trickbook.core import source
from trickbook.core.operations import EXPRESSIONS
from trickbook.core.text import Code, binary, item, number
from trickbook.expression import vocabulary
from trickbook.expression.types import NUMBER, Term
from trickbook.expression.vocabulary import DEAL, Word, named
from trickbook.rulebook.phrases import phrases

if TYPE_CHECKING:
    from pathlib import Path

    from trickbook.core.source import Asked, Source

TWICE = Word(
    "twice_the_deal",
    NUMBER,
    DEAL,
    "Twice the number of the deal.",
    "twice_the_deal > 4",
    lambda _scope: Term(NUMBER),
)
PHRASES = {"en": "twice the number of the deal", "zh": "局数的两倍"}


def twice_the_deal(_source: Source, _term: Term, _asked: Asked) -> Code:
    """The word in the core."""
    return binary("*", number(2), item("DEAL"))


RULES = """
trickbook: 1
extends: hearts
points:
  late: {after: all, player: points + twice_the_deal}
"""
PLAYERS, SEEDS, DEALS = 4, [1, 2, 3, 4], [1, 2, 3, 4]


@pytest.fixture
def rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> trickbook.Ruleset:
    """A ruleset that uses a word which was not there before."""
    monkeypatch.setitem(vocabulary.TABLE, TWICE.name, named(TWICE))
    monkeypatch.setattr(source, "EXPRESSIONS", {**EXPRESSIONS, TWICE.name: twice_the_deal})
    path = tmp_path / "late.yaml"
    path.write_text(RULES.lstrip(), "utf-8")
    for language, phrase in PHRASES.items():
        written = phrases(language).written
        assert isinstance(written, dict)
        monkeypatch.setitem(written, f"word.{TWICE.name}", phrase)
    return trickbook.load(str(path))


def test_the_interpreter_and_a_batch_agree_on_it(rules: trickbook.Ruleset) -> None:
    alike(rules, PLAYERS, count(), 20)
    for seed, deal in zip(SEEDS, DEALS, strict=True):
        played = random_deal(rules, PLAYERS, seed, deal).deals[-1]
        plain = random_deal(trickbook.load("hearts"), PLAYERS, seed, deal).deals[-1]
        assert list(played) == [one + 2 * deal for one in plain]


@pytest.mark.parametrize("language", PHRASES)
def test_the_rulebook_says_it(rules: trickbook.Ruleset, language: str) -> None:
    book = "".join(rules.rulebook(lang=language).split())  # lines are broken anywhere
    assert "".join(PHRASES[language].split()) in book


def test_without_its_entry_it_is_unknown(tmp_path: Path) -> None:
    (tmp_path / "late.yaml").write_text(RULES.lstrip(), "utf-8")
    with pytest.raises(trickbook.RulesetError, match="twice_the_deal"):
        trickbook.load(str(tmp_path / "late.yaml"))
