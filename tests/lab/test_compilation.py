"""The interpreter plays until the fast engine is compiled, and the figures are the same to the bit."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import chain, repeat
from pathlib import Path

import pytest
from tests.cli.conftest import Call
from tests.lab.test_rows import a_study

from trickbook.lab import compilation, engine_choice
from trickbook.lab.compilation import (
    begin_compilation,
    compile_and_keep,
    compile_beside,
    engine_played,
    is_compiled,
)
from trickbook.loading.cache import cache_folder, known
from trickbook.loading.folder_lock import lock_folder

STUDY = a_study("hearts")
KINDS = engine_choice.machine_kinds([STUDY])
TOLD = "Compiling the fast engine, once; the interpreter plays until it is ready."


@pytest.fixture(autouse=True)
def _nothing_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    _nothing_is_awaited()  # another test may have left its compiler behind
    yield
    _nothing_is_awaited()


def _nothing_is_awaited() -> None:
    if compilation.Awaited.compiler:
        compilation.Awaited.compiler.kill()
        compilation.Awaited.compiler.wait()
    compilation.Awaited.stage, compilation.Awaited.compiler = compilation.Stage.NONE, None


def compiler_ends() -> int:
    compiler = compilation.Awaited.compiler
    assert compiler
    return compiler.wait()


def test_it_is_compiled_once_by_a_process_beside_this_one() -> None:
    assert begin_compilation([STUDY])
    assert not compiler_ends()
    assert is_compiled()
    assert engine_played(STUDY).name == "fast"
    assert engine_played(STUDY).reason == "the interpreter played until it was compiled"
    assert not begin_compilation([STUDY])
    assert engine_played(STUDY)[:2] == ("fast", "")


def test_whoever_needs_it_waits_for_that_process() -> None:
    compile_beside([STUDY])
    assert all(map(known, KINDS))
    assert compilation.Awaited.compiler


def test_what_another_process_compiles_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    ready, compiled = iter([True, True, False]), list[object]()

    class Ended:
        """It leaves the work to another."""

        def wait(self) -> int:
            return 0

    monkeypatch.setattr(compilation, "RETRY", 0)
    monkeypatch.setattr(compilation.Awaited, "compiler", Ended())
    monkeypatch.setattr(compilation, "begin_compilation", lambda _studies: next(ready))
    monkeypatch.setattr(engine_choice, "warm_up", compiled.extend)
    compile_beside([STUDY])
    assert not [*ready]
    assert not compiled
    monkeypatch.undo()


@pytest.mark.parametrize("chunks", [0, 1, 3])
@pytest.mark.parametrize("words", [("simulate", "hearts"), ("compare", "hearts", "+omnibus")])
def test_figures_do_not_depend_on_when_the_engine_is_ready(
    call: Call, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], chunks: int
) -> None:
    def figures() -> object:
        result = call(*words, "--seed", "7", "--deals", "150", "--json")
        assert result.exit_code == 0, result.output
        return json.loads(result.stdout, object_hook=_without_speed)

    whole = figures()
    ready = chain([False] * chunks, repeat(object=True))
    monkeypatch.setattr(compilation, "is_compiled", lambda: bool(next(ready)))
    assert figures() == whole


def _without_speed(found: dict[str, object]) -> dict[str, object]:
    speed = {"elapsed_s", "deals_per_second", "engine", "engine_reason"}
    return {key: value for key, value in found.items() if key not in speed}


def test_a_line_on_stderr_says_so(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trickbook.lab.compilation.begin_compilation", lambda _studies: True)
    result = call("simulate", "hearts", "--deals", "1", "--seed", "1")
    assert result.stderr.splitlines() == [TOLD]
    assert TOLD not in result.stdout


def test_what_another_process_compiles_is_left_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    cache_folder().mkdir()
    monkeypatch.setattr("trickbook.lab.compilation.lock_folder", lambda _folder: _refused())
    compile_and_keep([STUDY])
    assert not any(map(known, KINDS))
    monkeypatch.undo()


def _refused() -> int:
    lock_folder(cache_folder())
    return lock_folder(cache_folder())


def test_a_compilation_that_fails_leaves_the_interpreter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compilation, "SCRIPT", "raise SystemExit(1)")
    assert begin_compilation([STUDY])
    assert compiler_ends() == 1
    assert not is_compiled()
    assert engine_played(STUDY)[:2] == ("interpreter", "the fast engine could not be compiled")


def test_where_nothing_can_be_kept_it_is_compiled_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    compiled: list[object] = []
    monkeypatch.setattr(engine_choice, "warm_up", compiled.extend)
    assert not begin_compilation([STUDY])
    assert compiled == [STUDY]
    assert is_compiled()
