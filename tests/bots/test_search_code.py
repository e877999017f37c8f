"""What is compiled for searches: in a moment, or the best where it is prepared; and both are found again."""

from __future__ import annotations

from pathlib import Path

import pytest

import trickbook
from trickbook.batch import machine
from trickbook.bots.montecarlo import prepare_search
from trickbook.bots.search_effort import search_code
from trickbook.core.native import BEST, QUICK, object_code
from trickbook.core.translation import BeyondError


@pytest.fixture
def levels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The levels at which something was compiled, with nothing kept before; it is compiled quickly."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    search_code.cache_clear()
    found = list[int]()

    def noted(text: str, level: int) -> bytes:
        found.append(level)
        return object_code(text, QUICK)

    monkeypatch.setattr(machine, "object_code", noted)
    return found


def forgotten() -> None:
    """Let this process forget what it has compiled."""
    search_code.cache_clear()


@pytest.mark.parametrize("name", ["hearts", "pinochle-for-two"])
def test_whoever_cannot_wait_has_what_is_compiled_in_a_moment(name: str, levels: list[int]) -> None:
    """Ducks may not see all that Pinochle for two asks: it is searched without them."""
    rules = trickbook.load(name)
    for _ in range(2):
        assert search_code(rules, rules.usual).search().ducks is (name == "hearts")
    assert levels == [QUICK]


@pytest.mark.parametrize("name", ["hearts", "pinochle-for-two"])
@pytest.mark.parametrize("folder", ["", "file"])
def test_what_is_prepared_is_compiled_once(
    name: str, folder: str, levels: list[int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In this process even where nothing can be kept for others."""
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / folder))
    rules = trickbook.load(name)
    prepare_search(rules, rules.usual)
    compiled = [*levels]
    assert {*compiled} == {BEST}
    search_code(rules, rules.usual).search()
    assert levels == compiled
    if not folder:
        forgotten()
        search_code(rules, rules.usual).search()
        assert levels == compiled


def test_the_best_code_takes_the_place_of_the_first(levels: list[int]) -> None:
    rules = trickbook.load("hearts")
    search_code(rules, 4).search()
    prepare_search(rules, 4)
    assert levels == [QUICK, BEST, BEST]


def test_trees_are_prepared_where_they_are_searched(levels: list[int]) -> None:
    prepare_search(trickbook.load("hearts"), 4, trees=False)
    assert levels == [BEST]


def test_what_machine_code_cannot_play_is_told_each_time(levels: list[int], tmp_path: Path) -> None:
    path = tmp_path / "large.yaml"
    path.write_text("trickbook: 1\nextends: hearts\ndeck: {packs: 3}\n", "utf-8")
    rules = trickbook.load(path)
    for _ in range(2):
        with pytest.raises(BeyondError, match="127 cards at most"):
            search_code(rules, 4).search()
    prepare_search(rules, 4)
    assert not levels
