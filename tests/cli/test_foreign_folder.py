"""Nothing in the current folder is code: it may be a stranger's, with traps beside its rulesets."""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import subprocess
import sys
from importlib.metadata import packages_distributions
from pathlib import Path
from threading import Timer
from typing import Final

import pytest
from tests.cli.conftest import ROOT

import trickbook
from trickbook.cli.program import COMMANDS

CONSOLE_SCRIPT: Final = (
    "import sys\nfrom trickbook.cli import command\nif __name__ == '__main__':\n    sys.exit(command())\n"
)
TRAP: Final = "open({0!r}, 'w').close()\nraise ImportError({0!r})\n"
"""A module that leaves a file behind; it imports nothing, for what it would import is a trap, too."""

CALLS: Final = {
    "arena": "arena game.yaml --deals 2 --workers 1",
    "compare": "compare game.yaml +omnibus --deals 1 --workers 1 --svg compared.svg",
    "diff": "diff game.yaml hearts",
    "explain": "explain missing-file",
    "help": "help points",
    "fmt": "fmt game.yaml --check",
    "graph": "graph game.yaml",
    "list": "list",
    "lsp": "lsp",
    "new": "new ours --from game.yaml",
    "play": "play game.yaml --seed 1",
    "replay": "replay match.record",
    "report": "report game.yaml --deals 1 --changes none --out report.html",
    "results": "results . --where 'players = 4'",
    "rulebook": "rulebook game.yaml",
    "serve": "serve --workers 2 --port 0 --data tables --backups 0",
    "show": "show game.yaml --resolved",
    "simulate": "simulate game.yaml --deals 1 --on dask --workers 1",
    "sit": "sit game.yaml --plain",
    "tables": "tables list --data nowhere",
    "test": "test game.yaml",
    "translate": "translate words.yaml --into zh",
    "validate": "validate game.yaml --quick",
    "verify-deal": "verify-deal match.record",
    "why": "why match.record",
}
"""A call of each command; serve stops at SIGTERM, and others at the end of their input."""

HUNG: Final = 300
"""Seconds after which a call that does not end is stopped."""

ENDS: Final = {"tables": 1, "verify-deal": 1}
"""Exit codes of calls that are refused after the command has been imported."""


@pytest.fixture(scope="module")
def traps(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a ruleset and a record, and with modules named as all that Python could look for."""
    folder = tmp_path_factory.mktemp("traps")
    (folder / "sprung").mkdir()
    names = {
        *sys.stdlib_module_names,
        *packages_distributions(),
        "trickbook",
        "sitecustomize",
        "usercustomize",
    }
    for name in names:
        (folder / f"{name}.py").write_text(TRAP.format(str(folder / "sprung" / name)))
    (folder / "latex").write_text(f"#!/bin/sh\ntouch {shlex.quote(str(folder / 'sprung' / 'latex'))}\n")
    (folder / "latex").chmod(0o755)
    (folder / "matplotlibrc").write_text("text.usetex: True\n")
    (folder / "game.yaml").write_text("trickbook: 1\nextends: hearts\n")
    (folder / "words.yaml").write_text("trickbook: 1\nextends: hearts\nname: Ours\n")
    game = trickbook.load(folder / "game.yaml").new_game(seed=1)
    (folder / "match.record").write_text(game.record().replace(str(folder / "game.yaml"), "game.yaml"))
    return folder


def environment(folder: Path) -> dict[str, str]:
    """Variables with which the package is found, and programs in the folder, too."""
    found = {"PYTHONPATH": str(ROOT / "interpreter"), "PATH": f"{folder}{os.pathsep}{os.environ['PATH']}"}
    return {**os.environ, **found}


def sprung(folder: Path) -> list[str]:
    """The names of the traps that were loaded; they are set again."""
    found = sorted((folder / "sprung").iterdir())
    for path in found:
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    return [path.name for path in found]


def test_every_command_is_called() -> None:
    assert CALLS.keys() == COMMANDS.keys()


@pytest.mark.parametrize("name", CALLS)
def test_no_command_runs_what_lies_in_the_current_folder(traps: Path, tmp_path: Path, name: str) -> None:
    script = tmp_path / "trickbook"
    script.write_text(CONSOLE_SCRIPT)
    call = [sys.executable, str(script), *shlex.split(CALLS[name])]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        call, stdin=pipe, stdout=pipe, stderr=pipe, cwd=traps, env=environment(traps)
    ) as process:
        assert process.stdout
        if name == "serve":
            hung = Timer(HUNG, process.kill)
            hung.start()
            while b"http" not in process.stdout.readline():
                assert process.poll() is None
            hung.cancel()
            process.send_signal(signal.SIGTERM)
        output = process.communicate(timeout=HUNG)
    assert (process.returncode, sprung(traps)) == (ENDS.get(name, 0), []), output


def test_python_m_trickbook_looks_for_no_more_there_than_python_does(traps: Path, tmp_path: Path) -> None:
    """Python itself has the current folder first until the command begins; helpers never have it."""
    asked = "import runpy, sys, trickbook.cli; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-P", "-c", asked],
        capture_output=True,
        text=True,
        check=True,
        env=environment(traps),
    ).stdout.split()
    for path in traps.iterdir():
        if path.suffix == ".py" and path.stem not in loaded:
            (tmp_path / path.name).write_bytes(path.read_bytes())
    call = [sys.executable, "-m", "trickbook", "simulate", "hearts", "--deals", "1", "--workers", "1"]
    done = subprocess.run(call, cwd=tmp_path, env=environment(traps), capture_output=True, check=False)
    assert (done.returncode, sprung(traps)) == (0, []), done
