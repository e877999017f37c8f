"""Seats are remembered by several processes at once, and the file is always whole."""

import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from trickbook.terminal.server_data import forget_seat, remember_seat, remembered_seat


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where seats are remembered."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    return tmp_path / "trickbook" / "seats.json"


def test_a_table_in_the_terminal_needs_no_numpy() -> None:
    """`trickbook sit --plain` needs no package that is not always installed."""
    script = "import sys; sys.modules['numpy'] = None; import trickbook.cli.table_session"
    subprocess.run([sys.executable, "-c", script], check=True)


def test_seats_that_are_remembered_at_the_same_time_are_all_kept(file: Path) -> None:
    """A lock is of an open file, so that threads exclude each other as processes do."""

    def remember(place: int) -> None:
        remember_seat("http://a", f"t{place}", None, place, f"k{place}")

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(remember, range(60)))
    seats = json.loads(file.read_text("utf-8"))
    assert sorted(one["seat"] for one in seats.values()) == list(range(60))


def test_the_file_is_replaced_as_a_whole(file: Path) -> None:
    remember_seat("http://a", "t1", "Ann", 1, "one")
    remember_seat("http://a", "t2", "Ann", 2, "two")
    with file.open(encoding="utf-8") as reader:
        forget_seat("one")
        assert len(json.load(reader)) == 2
    assert remembered_seat("http://a", "t1") is None
    assert remembered_seat("http://a", "t2") == {"seat": 2, "token": "two"}
    assert file.stat().st_mode & 0o777 == 0o600
    assert {one.name for one in file.parent.iterdir()} == {"seats.json", "lock"}


def test_a_file_that_cannot_be_written_stays(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    remember_seat("http://a", "t1", "Ann", 1, "one")

    def fail(*_: object) -> None:
        raise OSError

    monkeypatch.setattr(Path, "replace", fail)
    forget_seat("one")
    remember_seat("http://a", "t2", "Ann", 2, "two")
    assert remembered_seat("http://a", "t1") == {"seat": 1, "token": "one"}
    assert remembered_seat("http://a", "t2") is None
    assert {one.name for one in file.parent.iterdir()} == {"seats.json", "lock"}
