"""What searches run is compiled once, by a process beside the one that needs it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import trickbook
from trickbook.lab import compilation
from trickbook.lab.compilation import begin_compilation, compile_and_keep, compile_beside
from trickbook.loading.cache import cache_folder, known
from trickbook.loading.folder_lock import lock_folder

GAME = trickbook.load("hearts"), 4
KINDS = compilation.machine_kinds([GAME])


@pytest.fixture(autouse=True)
def _nothing_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    _nothing_is_awaited()  # another test may have left its compiler behind
    yield
    _nothing_is_awaited()


def _nothing_is_awaited() -> None:
    if compilation.Beside.compiler:
        compilation.Beside.compiler.kill()
        compilation.Beside.compiler.wait()
    compilation.Beside.compiler = None


def compiler_ends() -> int:
    compiler = compilation.Beside.compiler
    assert compiler
    return compiler.wait()


def test_it_is_compiled_once_by_a_process_beside_this_one() -> None:
    assert begin_compilation([GAME])
    assert not compiler_ends()
    assert not begin_compilation([GAME])


def test_whoever_needs_it_waits_for_that_process() -> None:
    compile_beside([GAME])
    assert all(map(known, KINDS))
    assert compilation.Beside.compiler


def test_what_another_process_compiles_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    ready, compiled = iter([True, True, False]), list[object]()

    class Ended:
        """It leaves the work to another."""

        def wait(self) -> int:
            return 0

    monkeypatch.setattr(compilation, "RETRY", 0)
    monkeypatch.setattr(compilation.Beside, "compiler", Ended())
    monkeypatch.setattr(compilation, "begin_compilation", lambda _studies: next(ready))
    monkeypatch.setattr(compilation, "warm_up", compiled.extend)
    compile_beside([GAME])
    assert not [*ready]
    assert not compiled
    monkeypatch.undo()


def test_what_another_process_compiles_is_left_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    cache_folder().mkdir()
    monkeypatch.setattr("trickbook.lab.compilation.lock_folder", lambda _folder: _refused())
    compile_and_keep([GAME])
    assert not any(map(known, KINDS))
    monkeypatch.undo()


def _refused() -> int:
    lock_folder(cache_folder())
    return lock_folder(cache_folder())


def test_a_compilation_that_fails_is_tried_here(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[object] = []
    monkeypatch.setattr(compilation, "SCRIPT", "raise SystemExit(1)")
    monkeypatch.setattr(compilation, "warm_up", compiled.extend)
    compile_beside([GAME])
    assert compiled == [GAME]


def test_where_nothing_can_be_kept_it_is_compiled_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    compiled: list[object] = []
    monkeypatch.setattr(compilation, "warm_up", compiled.extend)
    assert not begin_compilation([GAME])
    assert compiled == [GAME]
