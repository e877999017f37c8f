"""Servers that the terminal calls on are waited for, however slow the machine."""

import pytest
from tests.server.timeouts import patience

from trickbook.server.workers.worker import WorkerProcess

__all__ = ["patience", "unprepared"]


@pytest.fixture(autouse=True)
def unprepared(monkeypatch: pytest.MonkeyPatch) -> None:
    """No table prepares its search of hints, which would take a process for each."""
    monkeypatch.setattr(WorkerProcess, "start", lambda _: None)
