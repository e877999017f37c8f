"""The compiled machine is kept privately for its sources, and one process at a time compiles it."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable
from fcntl import LOCK_EX, LOCK_NB, flock
from importlib import import_module
from pathlib import Path
from shutil import copytree

import pytest
from numba.core import config

from trickbook.fast import shared_compilation
from trickbook.fast.machine import actions, code_cache, loop, redeal
from trickbook.fast.machine.arithmetic import product
from trickbook.fast.machine.chance import mix
from trickbook.problems import MissingError

MACHINE = Path(code_cache.__file__).parent
PACKAGE = MACHINE.parents[1]
UNCOMPILED = {"loading/cache.py", "loading/private_files.py"}
"""What only the folder needs."""


def imports(path: Path) -> set[str]:
    """The modules of the package beside the machine that a module imports."""
    nodes = ast.walk(ast.parse(path.read_text("utf-8")))
    names = {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}
    ours = {name.removeprefix("trickbook.") for name in names if name.startswith("trickbook.")}
    return {f"{name.replace('.', '/')}.py" for name in ours if not name.startswith("fast.machine")}


def test_the_machine_is_kept_for_all_that_is_compiled_into_it() -> None:
    found = set[str]().union(*map(imports, MACHINE.glob("*.py")))
    assert found - UNCOMPILED == set(code_cache.OUTSIDE)


@pytest.mark.parametrize("name", ["fast/machine/card_sets.py", "cards/chance.py"])
def test_a_change_in_a_part_is_noticed(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for folder in ("fast", "cards", "engine", "expression"):
        copytree(PACKAGE / folder, tmp_path / folder)
    monkeypatch.setattr(code_cache, "__file__", str(tmp_path / "fast" / "machine" / "code_cache.py"))
    before = code_cache.machine_digest()
    assert before == code_cache.FOLDER.name.removeprefix(code_cache.PREFIX)
    with (tmp_path / name).open("a") as file:
        file.write("# changed\n")
    assert code_cache.machine_digest() != before


def test_all_that_is_compiled_is_kept_in_the_folder() -> None:
    compiled = (loop.run, redeal.redeal, actions.say_actions, product, mix)
    assert all(Path(one.stats.cache_path).parent == code_cache.FOLDER for one in compiled)


@pytest.mark.parametrize("mode", [0o777, 0o770])
def test_code_that_others_may_write_is_not_loaded(
    mode: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(config, "CACHE_DIR", str(tmp_path))
    folder = code_cache.machine_folder()
    assert (folder.parent, folder.stat().st_mode & 0o777) == (tmp_path, 0o700)
    folder.chmod(mode)
    with pytest.raises(PermissionError, match=r"machine-\w+ may be written by others: run `chmod go-w /"):
        code_cache.machine_folder()


def test_without_a_folder_of_its_own_it_lies_in_the_users_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(config, "CACHE_DIR", "")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert code_cache.machine_folder().parent == tmp_path / "trickbook"
    (tmp_path / "trickbook").rename(tmp_path / "elsewhere")
    (tmp_path / "trickbook").symlink_to("elsewhere")
    assert code_cache.machine_folder().parent == tmp_path / "trickbook"


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (lambda home: home.touch(), "is no folder: let"),
        (lambda home: home.symlink_to("nowhere"), "cannot be made or read: let"),
        (
            lambda home: (home.mkdir(), home.chmod(0o777)),
            "may be written by others: run `chmod go-w {}`, or let",
        ),
    ],
    ids=["file", "nowhere", "writable"],
)
def test_the_fast_engine_names_the_folder_and_the_reason(
    make: Callable[[Path], object], reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "trickbook"
    make(home)
    monkeypatch.setattr(config, "CACHE_DIR", "")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    for name in [one for one in sys.modules if one.startswith("trickbook.fast")]:
        monkeypatch.delitem(sys.modules, name)
    with pytest.raises(MissingError) as refused:
        import_module("trickbook.fast")
    start = f"the fast engine cannot keep what it compiles: {home} "
    assert str(refused.value) == f"{start}{reason.format(home)} NUMBA_CACHE_DIR name another folder"


def test_few_states_of_the_machine_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(config, "CACHE_DIR", str(tmp_path))
    for number in range(code_cache.MOST + 3):
        monkeypatch.setattr(code_cache, "machine_digest", lambda number=number: str(number))
        latest = code_cache.machine_folder()
    assert len([*tmp_path.iterdir()]) == code_cache.MOST
    assert latest.is_dir()


class Compiler:
    """It compiles nothing, and tries whether another process could compile meanwhile."""

    def __init__(self) -> None:
        self.alone: list[bool] = []

    def compile(self, _types: object) -> None:
        with (code_cache.FOLDER / shared_compilation.LOCK).open("w") as lock:
            try:
                flock(lock, LOCK_EX | LOCK_NB)
            except BlockingIOError:
                self.alone.append(True)
            else:
                self.alone.append(False)


def test_one_process_compiles_and_the_others_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    compiler = Compiler()
    monkeypatch.setattr(shared_compilation, "run", compiler)
    monkeypatch.setattr(shared_compilation, "COMPILED", set())
    for kind in ("small", "small", "large"):
        shared_compilation.compile_once(kind, (1, None))
    assert compiler.alone == [True, True]


def test_where_nothing_can_be_locked_it_is_compiled_nevertheless(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiler = Compiler()
    monkeypatch.setattr(shared_compilation, "run", compiler)
    monkeypatch.setattr(shared_compilation, "COMPILED", set())
    monkeypatch.setattr(shared_compilation, "FOLDER", tmp_path / "none")
    shared_compilation.compile_once("small", ())
    assert compiler.alone == [False]
