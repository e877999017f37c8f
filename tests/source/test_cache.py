"""What earlier runs kept of shipped files is what reading them gives, and nothing else is believed."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from trickbook.loading import resolve, shipped
from trickbook.loading.dependencies import ParsedFile, parsed_file
from trickbook.loading.diagnostics import other_files
from trickbook.source import cache, read
from trickbook.source.cache import keep, known, place_of_another
from trickbook.source.files import FileName, label

HEARTS = FileName("rulesets/hearts.yaml", shipped()["hearts"])


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))


def kept(tmp_path: Path) -> Path:
    return next(tmp_path.rglob("*.json"))


def reopened(name: str) -> ParsedFile:
    parsed_file.__globals__["_opened"].cache_clear()
    return parsed_file(shipped()[name], label(shipped()[name]))


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
    assert other_files.game_of(root) == told
    assert str(told) == "`penalty` is a word of the game `hearts`: write `extends: hearts`"


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
    assert known(HEARTS) is None
    assert reopened("hearts") == read


@pytest.mark.parametrize(
    "odd", [None, 1, [], ["text"], ["text", {}], ["text", [[], 1]], ["text", [{"a": 1}]]]
)
def test_what_is_no_tree_is_not_believed(odd: object) -> None:
    read = reopened("hearts")
    keep(HEARTS, odd)
    assert reopened("hearts") == read


def test_only_data_is_kept(tmp_path: Path) -> None:
    reopened("hearts")
    _, _, data = kept(tmp_path).read_bytes().partition(b"\n")
    assert json.loads(data)[0] == shipped()["hearts"].read_text("utf-8")


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Let the installation of a name be the one that runs."""

    def install(name: str) -> None:
        (tmp_path / name).mkdir(exist_ok=True)
        monkeypatch.setattr(cache, "PACKAGE", str(tmp_path / name))

    return install


def test_two_installations_keep_their_own(installed: Callable[[str], None]) -> None:
    for name in ("one", "other"):
        installed(name)
        keep("hearts", name)
    for name in ("one", "other"):
        installed(name)
        assert known("hearts") == name


def test_the_installations_used_last_keep_what_they_have(
    installed: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "MOST", 3)
    (cache.cache_folder()).mkdir(mode=0o700)
    (cache.cache_folder() / "hearts.pickle").touch()
    for number in range(4):
        installed(str(number))
        keep("hearts", number)
        os.utime(next(iter(cache.cache_folder().glob("*/hearts.json"))).parent, (number, number))
    assert not [*cache.cache_folder().glob("*.pickle")]
    assert len([*cache.cache_folder().iterdir()]) == 3


def loose_folder(path: Path) -> None:
    path.parents[1].chmod(0o777)


def loose_own_folder(path: Path) -> None:
    path.parent.chmod(0o770)


def loose_file(path: Path) -> None:
    path.chmod(0o666)


def linked_file(path: Path) -> None:
    path.symlink_to(path.rename(path.with_suffix(".moved")))


def linked_folder(path: Path) -> None:
    folder = path.parents[1]
    folder.symlink_to(folder.rename(folder.with_suffix(".moved")))


def link_to_loose_folder(path: Path) -> None:
    linked_folder(path)
    loose_folder(path)


@pytest.mark.parametrize(
    "loosen",
    [loose_folder, loose_own_folder, loose_file, linked_file, link_to_loose_folder],
    ids=lambda one: one.__name__,
)
def test_what_others_may_write_is_not_read(loosen: Callable[[Path], None], tmp_path: Path) -> None:
    keep("hearts", "found")
    assert known("hearts") == "found"
    assert place_of_another("hearts.json") == str(kept(tmp_path))
    loosen(kept(tmp_path))
    assert known("hearts") is None
    assert place_of_another("hearts.json") is None


def test_a_link_to_a_private_folder_is_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Unless the link belongs to another user, who could let it lead elsewhere."""
    keep("hearts", "found")
    linked_folder(kept(tmp_path))
    assert known("hearts") == "found"
    lstat = os.lstat

    def of_another(path: str | os.PathLike[str]) -> os.stat_result:
        about = [*lstat(path)]
        about[4] += Path(path).is_symlink()
        return os.stat_result(about)

    monkeypatch.setattr(os, "lstat", of_another)
    assert known("hearts") is None


def test_what_another_user_wrote_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keep("hearts", "found")
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)
    assert known("hearts") is None
    keep("hearts", "other")
    assert kept(tmp_path).read_bytes().endswith(b'"found"')


def test_a_loose_umask_leaves_what_is_kept_closed(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        keep("hearts", "found")
    finally:
        os.umask(before)
    assert known("hearts") == "found"
    assert not kept(tmp_path).stat().st_mode & 0o077


def test_when_a_shipped_file_changes_nothing_counts_any_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("rulesets", "schema", "grammar"):
        (tmp_path / name).mkdir()
    monkeypatch.setattr(cache, "folder", lambda name: tmp_path / name)
    for state in (1, 2):
        monkeypatch.setattr(cache, "state_of_shipped", lambda state=state: state)
        assert known("hearts") is None
        keep("hearts", "found")
        assert known("hearts") == "found"
        (tmp_path / "rulesets" / "new.yaml").touch()


def test_without_a_cache_folder_all_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    keep("hearts", "found")
    assert known("hearts") is None


def test_folders_that_nothing_is_read_from_do_not_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("rulesets", "schema", "grammar"):
        (tmp_path / name).mkdir()
    monkeypatch.setattr(cache, "folder", lambda name: tmp_path / name)
    monkeypatch.setattr(cache, "state_of_shipped", lambda: 3)
    keep("hearts", "found")
    for name in ("bundle", "editors", "node_modules", "__pycache__"):
        (tmp_path / "schema" / name / "vscode").mkdir(parents=True)
        (tmp_path / "schema" / name / "vscode" / "new.yaml").touch()
    monkeypatch.setattr(cache, "state_of_shipped", lambda: 4)
    assert known("hearts") == "found"


def test_a_file_with_another_time_is_another_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.yaml"
    path.write_text("trickbook: 1\n", "utf-8")
    monkeypatch.setattr(cache, "folder", lambda _name: tmp_path)
    states = []
    for time in (-1, -2):
        os.utime(path, ns=(time, time))
        states.append(cache.state_of_shipped())
    assert states[0] != states[1]


def test_a_folder_that_may_not_be_searched_keeps_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Root may search each, so the system's answer to others is given here."""
    folder = tmp_path / "trickbook"
    folder.mkdir(0o700)
    for name in ("stat", "lstat", "mkdir"):
        monkeypatch.setattr(os, name, forbidden(folder, getattr(os, name)))
    keep("name", 1)
    assert known("name") is None
    assert reopened("hearts").problems == ()


def forbidden(folder: Path, call: Callable[..., Any]) -> Callable[..., Any]:
    """A call of the system that refuses all that lies in a folder."""

    def called(path: Any, *rest: Any, **options: Any) -> Any:
        if not isinstance(path, int) and folder in Path(os.fsdecode(path)).parents:
            raise PermissionError(13, "Permission denied", os.fspath(path))
        return call(path, *rest, **options)

    return called
