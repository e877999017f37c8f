"""A folder is written by one process at a time, by the locks of whichever system."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
from tests.cli.conftest import ROOT

from trickbook.loading import folder_lock
from trickbook.problems import TrickbookError

TAKING = """
import sys
from pathlib import Path
from trickbook.loading import folder_lock
folder_lock.lock_folder(Path(sys.argv[1]))
print(1, flush=True)
input()
"""


def fake(monkeypatch: pytest.MonkeyPatch, refuses: Callable[[int], bool]) -> list[tuple[int, int, int]]:
    """Another system's way to lock a file, as Windows documents it: what is locked is denied."""
    asked = []

    def lock(file: int, mode: int, many: int) -> None:
        asked.append((file, mode, many))
        if refuses(file):
            raise PermissionError(13, "Permission denied")

    monkeypatch.setitem(sys.modules, "msvcrt", SimpleNamespace(locking=lock, LK_NBLCK=2))
    monkeypatch.setattr(folder_lock, "sys", SimpleNamespace(platform="win32"))
    return asked


def test_two_do_not_have_a_folder(tmp_path: Path) -> None:
    folder = tmp_path / "r.parts"
    folder.mkdir()
    lock = folder_lock.lock_folder(folder)
    with pytest.raises(TrickbookError, match=r"r\.parts: another process writes there"):
        folder_lock.lock_folder(folder)
    folder_lock.unlock_folder(folder, lock)
    assert not folder.exists()


def test_a_folder_with_parts_stays(tmp_path: Path) -> None:
    (tmp_path / "part").touch()
    for _ in range(2):
        folder_lock.unlock_folder(tmp_path, folder_lock.lock_folder(tmp_path))
        assert (tmp_path / "part").exists()


def test_a_file_of_somebodys_that_is_called_as_the_lock_stays(tmp_path: Path) -> None:
    (tmp_path / folder_lock.LOCK_FILE).write_text("precious")
    folder_lock.unlock_folder(tmp_path, folder_lock.lock_folder(tmp_path))
    assert (tmp_path / folder_lock.LOCK_FILE).read_text() == "precious"


def test_on_windows_as_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "r.parts"
    folder.mkdir()
    held: list[int] = []
    asked = fake(monkeypatch, lambda _file: bool(held))
    held.append(folder_lock.lock_folder(folder))
    with pytest.raises(TrickbookError, match="another process writes there"):
        folder_lock.lock_folder(folder)
    folder_lock.unlock_folder(folder, held.pop())
    assert not folder.exists()
    assert [(mode, many) for _, mode, many in asked] == [(2, 1), (2, 1)]
    for file, *_ in asked:
        with pytest.raises(OSError, match="Bad file descriptor"):
            os.fstat(file)


def test_where_there_are_no_locks_one_writes_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none(_file: int) -> None:
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr(folder_lock, "_hold", none)
    folder = tmp_path / "r.parts"
    folder.mkdir()
    lock = folder_lock.lock_folder(folder)
    assert [path.name for path in folder.iterdir()] == [folder_lock.LOCK_FILE]
    folder_lock.unlock_folder(folder, lock)
    assert not folder.exists()


def test_a_killed_process_has_no_folder_any_more(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", TAKING, str(tmp_path)],
        env={**os.environ, "PYTHONPATH": str(ROOT / "interpreter")},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as process:
        assert process.stdout
        process.stdout.readline()
        with pytest.raises(TrickbookError, match="another process writes there"):
            folder_lock.lock_folder(tmp_path)
        process.send_signal(signal.SIGTERM if sys.platform == "win32" else signal.SIGKILL)
    folder_lock.unlock_folder(tmp_path, folder_lock.lock_folder(tmp_path))
