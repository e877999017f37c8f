"""The command line, called as its own tests call it; games are compiled in a moment."""

import pytest
from tests.cli.conftest import call, compile_in_a_moment, run

__all__ = ["call", "run"]


@pytest.fixture(autouse=True)
def _compiled_in_a_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    compile_in_a_moment(monkeypatch)
