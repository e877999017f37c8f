"""What is imported to load a good ruleset, and which libraries by each command: no more than that needs."""

import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

ASKING = """
import json, sys
import trickbook
game = trickbook.load("hearts").new_game(seed=1)
game.legal(game.turn)
print(json.dumps([name for name in sys.modules if name.startswith("trickbook")]))
"""


@cache
def imported() -> set[str]:
    """The modules of the package, when the shipped files have been read before."""
    subprocess.run([sys.executable, "-c", ASKING], stdout=subprocess.DEVNULL, check=True)
    found = subprocess.run([sys.executable, "-c", ASKING], capture_output=True, text=True, check=True)
    return {*json.loads(found.stdout)}


def test_what_was_likely_meant_is_imported_after_something_failed() -> None:
    assert [name for name in imported() if "diagnostics" in name.split(".")] == []


def test_reasons_records_and_views_are_imported_when_they_are_asked_for() -> None:
    assert not {"trickbook.explain", "trickbook.records", "trickbook.game.view"} & imported()


COMMAND = """
import json, sys
from trickbook.cli.program import program
program(sys.argv[1:], standalone_mode=False)
print(json.dumps(sorted(sys.modules)), file=sys.stderr)
"""

LIBRARIES = {"jsonschema", "lark", "llvmlite", "numpy", "rich", "yaml"}
"""What others wrote; each takes long to import."""

OWN = "trickbook: 1\nname: Omnibus\nextends: hearts\nworth:\n  bonus_jack: {cards: JD, is: -10}\n"

COMMANDS: tuple[tuple[tuple[str, ...], set[str]], ...] = (
    (("list",), {"yaml"}),
    (("validate", "hearts"), {"yaml"}),
    (("validate", "--quick", "own.yaml"), {"jsonschema", "lark", "yaml"}),
    (("test", "hearts"), {"lark"}),
    (("test", "own.yaml"), {"jsonschema", "lark", "yaml"}),
    (("rulebook", "hearts"), {"lark", "yaml"}),
    (("rulebook", "own.yaml"), {"jsonschema", "lark", "yaml"}),
    (("diff", "hearts", "own.yaml"), {"jsonschema", "lark", "yaml"}),
    (("play", "hearts", "--deals", "1", "--seed", "1"), {"lark", "rich"}),
    (("play", "own.yaml", "--deals", "1", "--seed", "1"), {"jsonschema", "lark", "rich", "yaml"}),
)
"""Commands, and the libraries that each needs."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("own")
    (path / "own.yaml").write_text(OWN, "utf-8")
    return path


def modules(command: tuple[str, ...], folder: Path) -> set[str]:
    """The modules that a command imports when it was given before; its cache is used by nothing else."""
    call, own = [sys.executable, "-c", COMMAND, *command], {**os.environ, "XDG_CACHE_HOME": str(folder)}
    for _ in range(2):
        done = subprocess.run(call, capture_output=True, text=True, check=True, cwd=folder, env=own)
    return {*json.loads(done.stderr.splitlines()[-1])}


@pytest.mark.parametrize(
    ("command", "libraries"),
    COMMANDS,
    ids=lambda one: " ".join(one) if isinstance(one, tuple) else "",
)
def test_a_command_imports_what_it_needs(command: tuple[str, ...], libraries: set[str], folder: Path) -> None:
    assert modules(command, folder) & LIBRARIES == libraries
