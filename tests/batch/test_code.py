"""Machine code is kept for later runs, as long as it is whole and for the same source and processor."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from tests.cli.conftest import ROOT

import trickbook
from trickbook.batch import machine
from trickbook.batch.matches import Batch
from trickbook.core.native import QUICK, object_code
from trickbook.lab.interpreter_rows import count_exposed
from trickbook.source.cache import cache_folder

SEEDS = np.arange(5, dtype=np.uint64)


@pytest.fixture
def compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The levels at which something was compiled, with nothing kept before."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    levels = list[int]()

    def noted(text: str, level: int) -> bytes:
        levels.append(level)
        return object_code(text, level)

    monkeypatch.setattr(machine, "object_code", noted)
    return levels


def scores(name: str = "whist", level: int = QUICK + 1) -> list[list[int]]:
    """The scores after some matches."""
    found: list[list[int]] = (
        Batch(count_exposed(trickbook.load(name)).engine(), level=level).play(SEEDS).columns["score"].tolist()
    )
    return found


def test_what_is_kept_is_not_compiled_again(compiled: list[int]) -> None:
    first = scores()
    assert scores() == first
    assert len(compiled) == 1


def test_every_process_writes_the_same_program() -> None:
    """Python orders sets of words anew in each process: what is kept would not be found again."""
    asked = (
        "import trickbook; from trickbook.batch import matches, playouts\n"
        "for name in ('skat', 'doppelkopf', 'chinese-hearts'):\n"
        "    engine = trickbook.load(name).engine()\n"
        "    print(matches.program_of(engine).draft())\n"
        "    print(playouts.program_of(engine, None, searches=True).draft())"
    )
    one, other = (
        subprocess.run(
            [sys.executable, "-c", asked],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT / "interpreter")},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    )
    assert one == other
    assert one


def test_what_is_compiled_quickly_is_not_kept(compiled: list[int]) -> None:
    assert scores(level=QUICK) == scores(level=QUICK) == scores()
    assert compiled == [QUICK, QUICK, QUICK + 1]


@pytest.mark.parametrize(
    "harm", [lambda data: data[:-9], lambda data: data[:-1] + b"?", lambda data: data[:80]]
)
def test_what_is_damaged_is_compiled_again(compiled: list[int], harm: object) -> None:
    assert callable(harm)
    first = scores()
    (kept,) = cache_folder().glob(f"*/{machine.KEPT}*")
    kept.write_bytes(harm(kept.read_bytes()))
    assert scores() == first
    assert len(compiled) == 2


def test_only_so_many_programs_are_kept(compiled: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "MOST", 2)
    for name in ("whist", "reverse", "polignac"):
        scores(name)
    assert len(compiled) == 3
    assert len([*cache_folder().glob(f"*/{machine.KEPT}*")]) == 2


def test_where_nothing_can_be_kept_it_is_compiled_each_time(
    compiled: list[int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert scores() == scores()
    assert len(compiled) == 2
