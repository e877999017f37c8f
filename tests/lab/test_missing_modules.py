"""Where a package is missing, the interpreter plays; a missing module of our own is an error."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from tests.cli.conftest import ROOT

WITHOUT = """
import sys
sys.modules["%s"] = None
sys.argv = ["trickbook", *sys.argv[1:]]
from trickbook.cli import main
main()
"""


def called(module: str, *words: str) -> subprocess.CompletedProcess[str]:
    """A command where a module is missing."""
    return subprocess.run(
        [sys.executable, "-c", WITHOUT % module, *words],
        env={**os.environ, "PYTHONPATH": str(ROOT / "interpreter")},
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=300,
    )


ONE_DEAL = ("simulate", "hearts", "--seed", "7", "--deals", "1", "--bots")


@pytest.mark.parametrize("bots", ["random", "montecarlo@1,random", "ismcts@1,random"])
def test_without_numba_the_interpreter_plays(bots: str) -> None:
    result = called("numba", *ONE_DEAL, bots)
    assert (result.returncode, result.stderr) == (0, "")
    assert "(interpreter: the fast engine needs Numba: run `make lab` in your clone" in result.stdout


@pytest.mark.parametrize("bots", ["random", "montecarlo@1,random", "ismcts@1,random"])
def test_a_missing_module_of_our_own_is_an_error(bots: str) -> None:
    result = called("trickbook.fast.machine.search", *ONE_DEAL, bots)
    assert result.returncode == 1
    assert "trickbook.fast.machine.search" in result.stderr
    assert "Numba" not in result.stdout + result.stderr
