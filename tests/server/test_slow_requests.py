"""Slow requests delay nothing else, and are answered when the server stops."""

from __future__ import annotations

import asyncio
import json
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from tests.server.local_server import LONG, serving
from tests.server.raw_client import status

import trickbook
from trickbook.server.client import request
from trickbook.server.workers.worker import WorkerProcess

RECORD = trickbook.load("hearts", {"passing": ["hold"]}).new_game(seed=7).apply(3, "2C").record()


def forever() -> None:
    """Come to no end."""
    time.sleep(2 * LONG)


@pytest.fixture
def studies(monkeypatch: pytest.MonkeyPatch) -> list[WorkerProcess]:
    """What works apart from the server once that is there; what tries moves comes to no end."""
    made: list[WorkerProcess] = []

    def noted(*given: Any, **named: Any) -> WorkerProcess:
        made.append(WorkerProcess(*given, **named))
        return made[-1]

    monkeypatch.setattr("trickbook.server.app.WorkerProcess", noted)
    monkeypatch.setattr("trickbook.server.app.warm_up", forever)
    return made


def waiting(studies: list[WorkerProcess], count: int) -> None:
    """Wait until so many wait."""
    while sum(one.waiting for one in studies) < count:
        time.sleep(0.01)


def test_a_moment_of_a_record_comes_at_once_while_moves_are_tried(
    tmp_path: Path, studies: list[WorkerProcess]
) -> None:
    wish = {"record": RECORD, "deal": 1, "trick": 1, "play": 1}
    with ThreadPoolExecutor(1) as pool, serving(tmp_path) as url:
        pool.submit(status, url, "/api/study", json.dumps(wish).encode())
        waiting(studies, 1)
        found = asyncio.run(request(url, "/api/study", {**wish, "tried": False}))
    assert (found["playouts"], found["bots"], found["seat"]) == (0, {}, 3)
    assert {one["move"] for one in found["moves"]} == {"2C"}


def test_those_who_wait_for_a_study_are_told(tmp_path: Path, studies: list[WorkerProcess]) -> None:
    wish = json.dumps({"record": RECORD}).encode()
    with ThreadPoolExecutor(2) as pool:
        with serving(tmp_path) as url:
            asking = [pool.submit(status, url, "/api/study", wish) for _ in range(2)]
            waiting(studies, 2)
        assert [one.result() for one in asking] == [503, 503]
