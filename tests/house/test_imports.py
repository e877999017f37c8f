"""What is imported to load a good ruleset and to ask what may be played: no more than that needs."""

import json
import subprocess
import sys
from functools import cache
from pathlib import Path

ASKING = """
import json, sys
import trickbook
game = trickbook.load("hearts").new_game(seed=1)
game.legal(game.turn)
ours = {name: module for name, module in sys.modules.items() if name.startswith("trickbook")}
print(json.dumps({name: module.__file__ for name, module in ours.items()}))
"""

MOST_MODULES = 60
MOST_LINES = 8_000


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
