"""Lanes of worker processes: what is quick does not wait for what is slow."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from tests.server.local_server import LONG
from tests.server.test_worker import said, until_there
from tests.server.timeouts import nothing

from trickbook.seat.setup_form import setup_form
from trickbook.server import process
from trickbook.server.app import helper_processes
from trickbook.server.limits import Rate, RateLimiter
from trickbook.server.process import usual_reading
from trickbook.server.workers import BusyError
from trickbook.server.workers.worker import (
    CONTEXT,
    WorkerProcess,
    WorkTimeoutError,
    run_in_lanes,
)


def a_second() -> None:
    """Do what is usual on a slow machine."""
    time.sleep(1)


def the_end() -> None:
    """End the process."""
    os._exit(1)


def test_what_is_quick_does_not_wait_for_what_is_slow(tmp_path: Path) -> None:
    """A slow call goes on in the next process; the first one remembers it, and whose it was."""
    lanes, ended = [WorkerProcess(0.5, usual=nothing), WorkerProcess(LONG)], tmp_path / "ended"

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


def is_loaded(name: str) -> bool:
    """Return whether this process has a module."""
    return name in sys.modules


def test_a_process_that_is_copied_has_read_a_ruleset() -> None:
    """So its first call is as quick as the others, also after one that timed out."""
    lane = WorkerProcess(LONG)
    found = asyncio.run(lane.run(is_loaded, "trickbook.server.workers.read_once"))
    assert found is (CONTEXT.get_start_method() == "forkserver")
    lane.stop()


@pytest.mark.parametrize(("set_to", "least", "most"), [(0.5, 1.25, 1.25), (2, 3, 5)])
def test_a_quick_process_gives_more_time_where_what_is_usual_takes_more(
    set_to: float, least: float, most: float
) -> None:
    """It measures once, and there is a limit, so that a busy moment does not lengthen it without end."""
    lane = WorkerProcess(set_to, usual=a_second)
    assert asyncio.run(lane.run(said, "quick")) == "quick"
    assert least <= lane.timeout <= most
    assert lane.usual is None
    lane.stop()


def test_a_process_that_ends_while_it_measures_is_started_again() -> None:
    lane = WorkerProcess(LONG, usual=the_end)
    with pytest.raises(BusyError):
        asyncio.run(lane.run(said, "quick"))
    assert asyncio.run(lane.run(said, "quick")) == "quick"
    assert lane.timeout == LONG
    lane.stop()


def test_what_is_usual_is_fine() -> None:
    with pytest.MonkeyPatch.context() as patch:
        found = list[dict[str, Any]]()
        patch.setattr(process, "setup_form", lambda **named: found.append(setup_form(**named)))
        usual_reading()
    assert [one["problems"] for one in found] == [[]]
    lanes = helper_processes({name: RateLimiter(Rate(1, 1)) for name in ("reading", "working")})
    assert [name for name, lane in lanes.items() if lane.quick] == ["quick reader"]
