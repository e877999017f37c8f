"""Whatever a file holds: never an exception, and always problems with a place, or rules to play by."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.fuzz.odd import EXPRESSIONS, FUZZ, PART, PLACES, answer, each_part, jumbled, mutated, typed

from trickbook.loading import shipped

SOURCES = [path.read_text("utf-8") for path in shipped().values()]


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("fuzz") / "game.yaml"


@each_part
@given(content=mutated())
@PART
def test_mutated_rulesets(path: Path, part: int, content: str) -> None:
    answer(path, content)


@given(content=jumbled(SOURCES))
@FUZZ
def test_jumbled_lines(path: Path, content: str) -> None:
    answer(path, content)


@given(content=st.binary(max_size=300))
@FUZZ
def test_random_bytes(path: Path, content: bytes) -> None:
    assert not answer(path, content).fine


@given(content=st.text(max_size=300))
@FUZZ
def test_random_text(path: Path, content: str) -> None:
    assert not answer(path, content).fine


@given(place=st.sampled_from(sorted(PLACES)), expression=EXPRESSIONS)
@FUZZ
def test_words_strung_together(path: Path, place: str, expression: str) -> None:
    answer(path, f"trickbook: 1\nextends: hearts\n{PLACES[place].replace('{}', expression)}\n")


@each_part
@given(place=st.sampled_from(sorted(PLACES)), expression=typed())
@PART
def test_expressions_that_fit_together(path: Path, part: int, place: str, expression: str) -> None:
    answer(path, f"trickbook: 1\nextends: hearts\n{PLACES[place].replace('{}', expression)}\n")
