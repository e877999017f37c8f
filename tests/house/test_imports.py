"""What is imported to load a good ruleset, and by each command: no more than that needs."""

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
ours = {name: module for name, module in sys.modules.items() if name.startswith("trickbook")}
print(json.dumps({name: module.__file__ for name, module in ours.items()}))
"""

MOST_MODULES = 81
MOST_LINES = 10_550


@cache
def imported() -> dict[str, str]:
    """The modules of the package, with their files, when the shipped files have been read before."""
    subprocess.run([sys.executable, "-c", ASKING], stdout=subprocess.DEVNULL, check=True)
    found = subprocess.run([sys.executable, "-c", ASKING], capture_output=True, text=True, check=True)
    return {name: str(file) for name, file in json.loads(found.stdout).items()}


def test_what_was_likely_meant_is_imported_after_something_failed() -> None:
    assert [name for name in imported() if "diagnostics" in name.split(".")] == []


def test_reasons_records_and_views_are_imported_when_they_are_asked_for() -> None:
    assert not {"trickbook.explain", "trickbook.records.record", "trickbook.game.view"} & imported().keys()


def test_few_modules_are_needed_to_ask_what_may_be_played() -> None:
    assert len(imported()) <= MOST_MODULES


def test_few_lines_are_needed_to_ask_what_may_be_played() -> None:
    assert sum(len(Path(file).read_text("utf-8").splitlines()) for file in imported().values()) <= MOST_LINES


COMMAND = """
import json, sys
from trickbook.cli.program import program
program(sys.argv[1:], standalone_mode=False)
print(json.dumps(sorted(sys.modules)), file=sys.stderr)
"""

LIBRARIES = {
    "attr",
    "idna",
    "interegular",
    "jsonschema",
    "lark",
    "numba",
    "numpy",
    "referencing",
    "rich",
    "yaml",
}
"""What others wrote, and what that imports in turn; each takes long to import."""

OWN = "trickbook: 1\nname: Omnibus\nextends: hearts\nworth:\n  bonus_jack: {cards: JD, is: -10}\n"

COMMANDS: tuple[tuple[tuple[str, ...], int, set[str]], ...] = (
    (("list",), 50, {"yaml"}),
    (("validate", "hearts"), 75, {"yaml"}),
    (("validate", "--quick", "own.yaml"), 85, {"yaml"}),
    (("test", "hearts"), 120, set()),
    (("test", "own.yaml"), 120, {"yaml"}),
    (("rulebook", "hearts"), 171, set()),
    (("rulebook", "own.yaml"), 163, {"yaml"}),
    (("diff", "hearts", "own.yaml"), 123, {"yaml"}),
    (("play", "hearts", "--deals", "1", "--seed", "1"), 145, {"rich"}),
    (("play", "own.yaml", "--deals", "1", "--seed", "1"), 149, {"rich", "yaml"}),
)
"""Commands, the most modules of the package that each may import, and the libraries that it needs."""


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
    ("command", "most", "libraries"),
    COMMANDS,
    ids=lambda one: " ".join(one) if isinstance(one, tuple) else "",
)
def test_a_command_imports_what_it_needs(
    command: tuple[str, ...], most: int, libraries: set[str], folder: Path
) -> None:
    found = modules(command, folder)
    assert {name for name in found if name in LIBRARIES} == libraries
    assert sum(name.split(".")[0] == "trickbook" for name in found) <= most
