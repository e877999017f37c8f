"""Lanes of worker processes: what is quick does not wait for what is slow."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from tests.server.local_server import LONG
from tests.server.test_worker import said, until_there

from trickbook.server.workers.worker import WorkerProcess, WorkTimeoutError, run_in_lanes


def test_what_is_quick_does_not_wait_for_what_is_slow(tmp_path: Path) -> None:
    """A slow call goes on in the next process; the first one remembers it, and whose it was."""
    lanes, ended = [WorkerProcess(0.5, quick=True), WorkerProcess(LONG)], tmp_path / "ended"

    async def tried() -> None:
        slow = asyncio.ensure_future(run_in_lanes(lanes, until_there, ended, client="Ann"))
        while not lanes[1].waiting:  # noqa: ASYNC110 - nobody is told
            await asyncio.sleep(0.01)
        lanes[0].timeout = LONG
        assert await run_in_lanes(lanes, said, "quick", client="Ben") == "quick"
        assert not slow.done()
        ended.touch()
        assert await slow == "there"
        with pytest.raises(WorkTimeoutError):
            await lanes[0].run(until_there, ended, client="Ann")
        assert await run_in_lanes(lanes, until_there, ended, client="Ann") == "there"
        with pytest.raises(WorkTimeoutError):
            await lanes[0].run(said, "another", client="Ann")
        assert await run_in_lanes(lanes, said, "another", client="Ann") == "another"

    asyncio.run(tried())
    for lane in lanes:
        lane.stop()
