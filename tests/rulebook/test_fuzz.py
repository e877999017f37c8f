"""Whatever can be loaded has its rulebook, in every format and language."""

from __future__ import annotations

from typing import TYPE_CHECKING
from unicodedata import east_asian_width

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.fuzz.odd import PART, PLACES, each_part, mutated, typed

import trickbook
from trickbook.problems import TrickbookError
from trickbook.rulebook import FORMATS
from trickbook.texts.languages import languages

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("fuzz") / "game.yaml"


def told(path: Path, content: str) -> None:
    """Write the rulebooks of a file, if it can be loaded."""
    path.write_bytes(content.encode("utf-8", "surrogatepass"))
    try:
        rules = trickbook.load(path)
    except TrickbookError:
        return
    for language in languages():
        books = {style: rules.rulebook(style, language) for style in FORMATS}
        assert all(book.encode() for book in books.values())
        widths = (
            sum(1 + (east_asian_width(char) in "WF") for char in line) for line in books["text"].split("\n")
        )
        assert max(widths) <= 80


@each_part
@given(content=mutated())
@PART
def test_mutated_rulesets(path: Path, part: int, content: str) -> None:
    told(path, content)


@each_part
@given(place=st.sampled_from(sorted(PLACES)), expression=typed())
@PART
def test_expressions_that_fit_together(path: Path, part: int, place: str, expression: str) -> None:
    told(path, f"trickbook: 1\nextends: hearts\n{PLACES[place].replace('{}', expression)}\n")
