"""What the lab lacks is told: a package, or a folder to compile in. A module of our own is an error."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.conftest import ROOT
from tests.lab.test_simulate import HEARTS

WITHOUT = """
import sys
sys.modules["%s"] = None
sys.argv = ["trickbook", *sys.argv[1:]]
from trickbook.cli import main
main()
"""

ONE_DEAL = ("simulate", "schnapsen", "--seed", "7", "--deals", "1", "--bots")


def run_without(module: str, *words: str) -> subprocess.CompletedProcess[str]:
    """A command where a module is missing."""
    return subprocess.run(
        [sys.executable, "-c", WITHOUT % module, *words],
        env={**os.environ, "PYTHONPATH": str(ROOT / "interpreter")},
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=300,
    )


@pytest.mark.parametrize(("module", "called"), [("numpy", "NumPy"), ("duckdb", "DuckDB")])
def test_a_missing_extra_is_told(tmp_path: Path, module: str, called: str) -> None:
    result = run_without(module, *HEARTS, "--out", str(tmp_path / "r.parquet"))
    assert result.returncode == 1
    assert called in result.stderr
    assert result.stderr.endswith("run `make lab` in your clone of Trickbook\n")
    assert result.stderr.count("\n") == 1
    assert not [*tmp_path.iterdir()]


def test_measures_tell_what_they_need() -> None:
    result = run_without("llvmlite", "report", "hearts", "--measures", "--deals", "2")
    assert result.returncode == 1, result.stderr
    assert result.stderr.count("\n") == 1
    assert result.stderr.endswith("run `make lab` in your clone of Trickbook\n")


@pytest.mark.parametrize("bots", ["random", "montecarlo@1,random", "ismcts@1,random"])
def test_without_llvmlite_the_interpreter_plays(bots: str) -> None:
    result = run_without("llvmlite", *ONE_DEAL, bots)
    assert (result.returncode, result.stderr) == (0, "")
    assert "(interpreter: machine code needs llvmlite: run `make lab` in your clone" in result.stdout


@pytest.mark.parametrize(
    ("module", "bots"),
    [
        ("trickbook.batch.deals", "random"),
        ("trickbook.batch.deals", "montecarlo@1,random"),
        ("trickbook.batch.nodes", "ismcts@1,random"),
    ],
)
def test_a_missing_module_of_our_own_is_an_error(module: str, bots: str) -> None:
    result = run_without(module, *ONE_DEAL, bots)
    assert result.returncode == 1
    assert module in result.stderr
    assert "`make lab`" not in result.stdout + result.stderr


OWN = {
    "trickbook.language_server.requests": ["lsp"],
    "trickbook.server.web.origins": ["serve", "--port", "0"],
    "trickbook.server.client_state": [
        "sit",
        "hearts",
        "--plain",
        "--as",
        "Ann",
        "--join",
        "http://127.0.0.1:1/",
    ],
}


@pytest.mark.parametrize("module", OWN)
def test_commands_do_not_take_a_module_of_our_own_for_a_package(module: str, tmp_path: Path) -> None:
    folder = ["--data", str(tmp_path)] if OWN[module][0] == "serve" else []
    result = run_without(module, *OWN[module], *folder)
    assert result.returncode == 1
    assert module in result.stderr
    assert "run `make" not in result.stderr
