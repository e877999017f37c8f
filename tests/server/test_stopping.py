"""A server that is told to stop in the midst of something long lets nobody wait, and complains of nothing."""

from __future__ import annotations

import json
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from tests.server.calling import status
from tests.server.serving import LONG, serving

from trickbook.server.apart import Apart


def forever() -> None:
    """Come to no end."""
    time.sleep(2 * LONG)


def test_those_who_wait_for_a_study_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Apart] = []

    def noted(*given: Any) -> Apart:
        made.append(Apart(*given))
        return made[-1]

    monkeypatch.setattr("trickbook.server.app.Apart", noted)
    monkeypatch.setattr("trickbook.server.app.warm", forever)
    asked = json.dumps({"record": "Trickbook record 1"}).encode()
    with ThreadPoolExecutor(2) as pool:
        with serving(tmp_path) as url:
            waiting = [pool.submit(status, url, "/api/study", asked) for _ in range(2)]
            while sum(one.waiting for one in made) < len(waiting):
                time.sleep(0.01)
        assert [one.result() for one in waiting] == [503, 503]
