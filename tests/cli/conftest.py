"""The command line, called in this process or in one of its own."""

import os
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from trickbook.batch.matches import Batch
from trickbook.cli.program import program
from trickbook.core.native import QUICK
from trickbook.lab import chunks
from trickbook.lab.chunks import RowEngine

ROOT = Path(__file__).parents[2]

Call = Callable[..., Result]
Run = Callable[..., subprocess.CompletedProcess[str]]


def play_rows(monkeypatch: pytest.MonkeyPatch, rows: Callable[..., Any]) -> None:
    """Let a function give the rows of all matches, one chunk after the other, as the interpreter does."""
    engine = RowEngine("interpreter", "", rows)
    monkeypatch.setattr(chunks, "choose_engine", lambda _study: engine)
    monkeypatch.setattr(chunks, "INTERPRETER", engine)
    monkeypatch.setattr(chunks, "is_compiled", lambda _studies: False)


def compile_in_a_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compile games at the quick level in this process: few deals of each are played here."""
    monkeypatch.setattr("trickbook.lab.machine_rows.Batch", partial(Batch, level=QUICK))


@pytest.fixture
def call(monkeypatch: pytest.MonkeyPatch) -> Call:
    """Call a command in this process: ``call("play", "hearts")``."""
    compile_in_a_moment(monkeypatch)
    monkeypatch.delenv("FORCE_COLOR", raising=False)

    def called(*words: str) -> Result:
        return CliRunner().invoke(program, words, prog_name="trickbook")

    return called


@pytest.fixture
def run() -> Run:
    """Run a command in a process of its own, with these variables set."""

    def ran(*words: str, **variables: str) -> subprocess.CompletedProcess[str]:
        environment = {**os.environ, "PYTHONPATH": str(ROOT / "interpreter"), "PYTHONIOENCODING": "utf-8"}
        return subprocess.run(
            [sys.executable, "-m", "trickbook", *words],
            env={**environment, **variables},
            capture_output=True,
            encoding="utf-8",
            check=False,
            timeout=300,
        )

    return ran
