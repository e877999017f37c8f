"""The process of an outside player: how far its output is read, and which variables it has."""

import os
import sys

import pytest

from trickbook.bots import process
from trickbook.bots.process import LineProcess
from trickbook.current_folder import SETTINGS, distrust_current_folder


def test_a_line_without_end_is_read_no_further_than_to_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "MAX_LINE_BYTES", 100)
    flood = LineProcess([sys.executable, "-c", "while True: print('x' * 1000, end='', flush=True)"])
    line = flood.hear(300)
    flood.close()
    assert line
    assert 100 < len(line) <= 201
    assert flood.early is None


def test_a_players_python_is_as_the_user_has_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """It finds modules beside its script, though the processes of this program have no such folder."""
    for name in SETTINGS:
        monkeypatch.setenv(name, "")
    monkeypatch.setattr(sys, "path", list(sys.path))
    distrust_current_folder()
    assert os.environ["PYTHONSAFEPATH"]
    asked = LineProcess([sys.executable, "-c", "import sys; print(sys.flags.safe_path, flush=True)"])
    assert asked.hear(300) == b"False\n"
    asked.close()
