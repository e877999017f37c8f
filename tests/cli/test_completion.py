"""Completion in the shell knows games, own files, house rules, options with their values, and bots."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.cli.conftest import ROOT

import trickbook.cli.completion  # noqa: F401 - it adds what Bash needs
from trickbook.cli.program import COMPLETION, program

RUN = (sys.executable, "-m", "trickbook")
HOME = {"PYTHONPATH": str(ROOT / "interpreter")}

BASH = """
trickbook() { "$PYTHON" -m trickbook "$@"; }
eval "$(_TRICKBOOK_COMPLETE=bash_source trickbook)"
COMP_WORDS=(trickbook play hearts --option moon = sh) COMP_CWORD=6
_trickbook_completion ./trickbook
echo "${COMPREPLY[@]}"
"""


def asking(*words: str, by: str = "bash") -> dict[str, str]:
    """What a shell sets in order to complete the last of these words."""
    return {
        COMPLETION: f"{by}_complete",
        "COMP_WORDS": "\n".join(("trickbook", *words)),
        "COMP_CWORD": words[-1] if by == "fish" else str(len(words)),
    }


def completed(*words: str, by: str = "bash") -> list[str]:
    """What a shell is told when the last of these words is to be completed."""
    variables = {**os.environ, **HOME, **asking(*words, by=by)}
    found = subprocess.run(RUN, env=variables, capture_output=True, text=True, check=False, timeout=300)
    assert not found.stderr
    return found.stdout.split()


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("gr", ["graph"]),
        ("play heart", ["hearts", "heartsette"]),
        ("play hearts --house omn", ["omnibus"]),
        ("play hearts --option moo", ["moon=old", "moon=convention", "moon=shooter_chooses"]),
        ("play hearts --option moon=s", ["moon=shooter_chooses"]),
        ("play hearts --option moon = s", ["shooter_chooses"]),
        ("play hearts --option = moon = s", ["shooter_chooses"]),
        ("play hearts --option safe_first =", ["yes", "no"]),
        ("play --option moo", []),
        ("play nothing --option moo", []),
        ("diff hearts oh-hell --option-b larg", ["largest=10", "largest=1", "largest=17"]),
        ("new mine --from hearts --option tar", ["target=100", "target=1", "target=1000"]),
        ("compare hearts +omn", ["+omnibus"]),
        ("compare hearts+omnibus+moon = o", ["old"]),
        ("simulate hearts --bots duck,m", ["duck,montecarlo"]),
        ("validate my-", ["my-game.yaml", "my-games/"]),
        ("validate my-games/o", ["my-games/one.yaml"]),
        ("validate ./my-games/o", ["./my-games/one.yaml"]),
    ],
)
def test_bash(words: str, found: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my-games").mkdir()
    for name in ("my-game.yaml", "my-notes.txt", "my-games/one.yaml"):
        (tmp_path / name).touch()
    done = CliRunner(env=asking(*words.split(" "))).invoke(program, prog_name="trickbook")
    assert not done.stderr
    assert done.stdout.split() == [f"plain,{item}" for item in found]


def test_each_shell_is_answered_by_a_process() -> None:
    assert completed("play", "hearts", "--house", "omn") == ["plain,omnibus"]


def test_zsh_and_fish_show_what_each_is() -> None:
    assert completed("play", "skat", by="zsh") == ["plain", "skat", "Skat"]
    assert completed("play", "skat", by="fish") == ["plain,skat", "Skat"]


@pytest.mark.skipif(sys.platform == "win32", reason="there is no Bash")
def test_bash_itself_completes(tmp_path: Path) -> None:
    (tmp_path / "trickbook").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m trickbook "$@"\n', "utf-8")
    (tmp_path / "trickbook").chmod(0o755)
    found = subprocess.run(
        ["bash", "--norc", "-c", BASH],  # noqa: S607 - wherever it is
        env={**os.environ, **HOME, "PYTHON": sys.executable},
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=True,
        timeout=300,
    )
    assert found.stdout == "shooter_chooses\n"
