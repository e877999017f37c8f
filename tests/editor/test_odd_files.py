"""Whatever somebody types, every question about it is answered."""

from __future__ import annotations

import random
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.fuzz.odd import FUZZ, PART, each_part, jumbled, mutated

from trickbook.language_server import Document, names, navigation
from trickbook.language_server.completion import proposals
from trickbook.language_server.cursor import cursor
from trickbook.language_server.hover import hover
from trickbook.language_server.navigation import renamed
from trickbook.loading import shipped
from trickbook.problems import TrickbookError

SOURCES = [path.read_text("utf-8") for path in sorted(shipped().values())]
PLACES = 6
FIXED = 2


def asked(text: str, places: random.Random, path: Path) -> None:
    """Ask everything that an editor asks, at some places."""
    document = Document(path, {path: text})
    for problem in document.problems[:FIXED]:
        edit = document.fix(problem)
        assert edit is None or 0 <= edit.begin <= edit.end <= len(text)
    for colour in names.colours(document, document):
        assert 0 <= colour.begin < colour.end <= len(text)
    assert all(first < last for first, last in names.folds(text))
    if document.own is not None:
        names.symbols(document.own, text)
    for _ in range(PLACES):
        where = cursor(text, places.randint(0, len(text)))
        word = text[where.begin : where.end]
        proposals(document, where, word)
        hover(document, where, word)
        navigation.definitions(document, where, word)
        navigation.uses(document, where, word)
        with suppress(TrickbookError):
            renamed(document, where, word, "another_name")


@each_part
@given(jumbled(SOURCES), st.randoms(use_true_random=False))
@PART
def test_jumbled_files(
    tmp_path_factory: pytest.TempPathFactory, part: int, text: str, places: random.Random
) -> None:
    asked(text, places, tmp_path_factory.getbasetemp() / "odd.yaml")


@each_part
@given(mutated(), st.randoms(use_true_random=False))
@PART
def test_mutated_files(
    tmp_path_factory: pytest.TempPathFactory, part: int, text: str, places: random.Random
) -> None:
    asked(text, places, tmp_path_factory.getbasetemp() / "odd.yaml")


@given(st.text(max_size=300), st.randoms(use_true_random=False))
@FUZZ
def test_any_text(tmp_path_factory: pytest.TempPathFactory, text: str, places: random.Random) -> None:
    asked(text, places, tmp_path_factory.getbasetemp() / "odd.yaml")
