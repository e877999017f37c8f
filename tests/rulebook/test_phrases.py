"""The fixed phrases: every language has them all, and there is one for all that a ruleset may say."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import trickbook
from trickbook.expression.forms import FORMS
from trickbook.expression.parser import parse
from trickbook.expression.phrases import GATHER, PHRASES
from trickbook.expression.scope import Tree
from trickbook.expression.vocabulary import BUILT_IN
from trickbook.problems import TrickbookError
from trickbook.rulebook.expressions.certainty import RAW, Certainty
from trickbook.rulebook.expressions.grammar_forms import GRAMMAR_FORMS
from trickbook.rulebook.expressions.wording import Wording
from trickbook.rulebook.phrases import phrases
from trickbook.sections.piles import BUILT_IN as PILES
from trickbook.source.schema import validator
from trickbook.texts.languages import languages

if TYPE_CHECKING:
    from collections.abc import Mapping

ENGLISH = phrases("en").written
PACKAGE = Path(trickbook.__file__).parent / "rulebook"
BLANK = re.compile(r"\{(\w+)\}")


def said(sources: Mapping[Path, str]) -> set[str]:
    """Every phrase that the package names in full."""
    chapters = {key.split(".")[0] for key in ENGLISH}
    found = {key for text in sources.values() for key in re.findall(r'"(\w+(?:\.\w+)+)"', text)}
    return {key for key in found if key.split(".")[0] in chapters}


def test_every_phrase_that_is_said_is_there() -> None:
    sources = {path: path.read_text("utf-8") for path in PACKAGE.glob("*.py")}
    whole = set(ENGLISH) | {".".join(key.split(".")[:-1]) for key in ENGLISH}
    assert said(sources) - whole == set()


def test_every_word_has_a_phrase() -> None:
    names = (
        {word.name for word in BUILT_IN} | {name for name, *_ in PILES} | {ever for *_, ever in PILES if ever}
    )
    assert {name for name in names | {"answer", "worth"} if f"word.{name}" not in ENGLISH} == set()


def test_every_form_has_a_teller() -> None:
    assert {form.rule for form in FORMS} == set(GRAMMAR_FORMS) - {RAW}
    assert {name for name in PHRASES if f"form.{name}_of" not in ENGLISH} == {"count"}
    assert {name for name in GATHER if f"form.{name}" not in ENGLISH} == set()


def test_every_key_of_an_example_has_a_phrase() -> None:
    schema = validator("ruleset").schema
    assert isinstance(schema, dict)
    given, example = (set(schema["$defs"][part]["properties"]) for part in ("given", "example"))
    told = {key.split(".")[2] for key in ENGLISH if key.startswith("examples.given.")}
    assert given - told == {"options", "players", "seed"}
    told = {key.split(".")[2] for key in ENGLISH if key.startswith("examples.then.")}
    assert example - told == {"says", "source", "note", "replaces", "given", "course"}


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("example", sorted({part.example for part in (*BUILT_IN, *FORMS)}))
def test_every_expression_of_the_guide_is_worded(example: str, language: str) -> None:
    setup = trickbook.load("chinese-hearts").engine()
    wording = Wording(setup, phrases(language), Certainty(setup), settled=False)
    assert isinstance(parse(example), Tree)
    told = wording.text(example)
    assert told
    assert not re.search(r"\w_\w|\{|\}", told)


def test_an_unknown_language_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(TrickbookError, match="written in `fr`; there are `en` and `zh`"):
        trickbook.load("hearts").rulebook(lang="fr")
    with pytest.raises(TrickbookError, match="did you mean `en`"):
        trickbook.load("hearts").rulebook(lang="eng")


def test_an_unknown_format_is_refused_with_the_nearest() -> None:
    with pytest.raises(TrickbookError, match="no format `htm`; did you mean `html`"):
        trickbook.load("hearts").rulebook("htm")
