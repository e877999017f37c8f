"""What earlier runs kept of shipped files is what reading them gives, and nothing else is believed."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from trickbook.loading import cache, resolve, shipped
from trickbook.loading.cache import keep, known
from trickbook.loading.dependencies import open_sheet
from trickbook.loading.diagnostics import other_files
from trickbook.loading.files import label
from trickbook.rulebook.phrases import languages, read_language
from trickbook.source import read
from trickbook.source.files import FileName

HEARTS = FileName("rulesets/hearts.yaml", shipped()["hearts"])


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))


def kept(tmp_path: Path) -> Path:
    return next(tmp_path.rglob("*.pickle"))


def reopened(name: str) -> object:
    open_sheet.__globals__["_opened"].cache_clear()
    return open_sheet(shipped()[name], label(shipped()[name]))


@pytest.mark.parametrize("name", shipped())
def test_a_kept_sheet_equals_a_read_one(name: str, tmp_path: Path) -> None:
    opened = reopened(name)
    assert kept(tmp_path).stat().st_size
    assert reopened(name) == opened


def test_the_words_of_shipped_games_are_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    root, _ = read("points: {bonus: {when: taken has all penalty, player: points - 1}}", "mine.yaml")
    assert root
    told = other_files.game_of(root)
    monkeypatch.delattr(other_files, "read")
    assert (
        other_files.game_of(root)
        == told
        == "`penalty` is a word of the game `hearts`: write `extends: hearts`"
    )


def test_places_of_a_kept_tree_know_their_file() -> None:
    reopened("hearts")
    resolve.__globals__["_shipped"].cache_clear()
    file = resolve("hearts").root.entries["worth"].node.place.file
    assert isinstance(file, FileName)
    assert file.path == shipped()["hearts"]


@pytest.mark.parametrize("share", [0, 10, 50, 99])
def test_a_file_that_was_cut_short_is_not_believed(share: int, tmp_path: Path) -> None:
    read = reopened("hearts")
    path = kept(tmp_path)
    path.write_bytes(path.read_bytes()[: path.stat().st_size * share // 100])
    assert known(HEARTS, HEARTS) is None
    assert reopened("hearts") == read


def test_nothing_is_loaded_that_is_no_tree(tmp_path: Path) -> None:
    keep("odd", 1)
    path = kept(tmp_path)
    head = path.read_bytes()[: -len(pickle.dumps(1, pickle.HIGHEST_PROTOCOL))]
    path.write_bytes(head + pickle.dumps(Path.home))
    assert known("odd", HEARTS) is None


def test_when_a_shipped_file_changes_nothing_counts_any_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("rulesets", "schema"):
        (tmp_path / name).mkdir()
    monkeypatch.setattr(cache, "folder", lambda name: tmp_path / name)
    for state in (1, 2):
        monkeypatch.setattr(cache, "state_of_shipped", lambda state=state: state)
        assert known("hearts", HEARTS) is None
        keep("hearts", "found")
        assert known("hearts", HEARTS) == "found"
        (tmp_path / "rulesets" / "new.yaml").touch()


def test_without_a_cache_folder_all_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    keep("hearts", "found")
    assert known("hearts", HEARTS) is None


def test_folders_that_nothing_is_read_from_do_not_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("rulesets", "schema"):
        (tmp_path / name).mkdir()
    monkeypatch.setattr(cache, "folder", lambda name: tmp_path / name)
    monkeypatch.setattr(cache, "state_of_shipped", lambda: 3)
    keep("hearts", "found")
    for name in ("bundle", "editors", "node_modules", "__pycache__"):
        (tmp_path / "schema" / name / "vscode").mkdir(parents=True)
        (tmp_path / "schema" / name / "vscode" / "new.yaml").touch()
    monkeypatch.setattr(cache, "state_of_shipped", lambda: 4)
    assert known("hearts") == "found"


@pytest.mark.parametrize("language", languages())
def test_kept_phrases_equal_read_ones(language: str, tmp_path: Path) -> None:
    read_language.cache_clear()
    read = read_language(language)
    assert kept(tmp_path).stat().st_size
    read_language.cache_clear()
    assert read_language(language) == read
