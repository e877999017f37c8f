"""Perft: as many sequences of plays as the rules allow, counted by the interpreter and by hand."""

from __future__ import annotations

from typing import Any

import pytest
import yaml
from tests.perft.counting import HERE, by_hand, case_of, counted

FILE = HERE / "perft.yaml"
CASES: list[dict[str, Any]] = yaml.safe_load(FILE.read_text("utf-8"))
each_case = pytest.mark.parametrize("entry", CASES, ids=[entry["says"] for entry in CASES])


@each_case
def test_the_interpreter_counts_as_many(entry: dict[str, Any]) -> None:
    assert counted(case_of(entry)) == entry["counts"]


@each_case
def test_counting_by_hand_gives_as_many(entry: dict[str, Any]) -> None:
    assert by_hand(case_of(entry)) == entry["counts"]
