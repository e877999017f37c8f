"""The worker process: slow calls time out, and warming up does not count."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator

import pytest

from trickbook.problems import TrickbookError
from trickbook.server.workers.worker import (
    MAX_QUEUED,
    MAX_QUEUED_PER_CLIENT,
    BusyError,
    WorkerProcess,
    WorkTimeoutError,
)


def slowly() -> None:
    time.sleep(1.5)


def said(word: str) -> str:
    return word


def fails() -> None:
    raise ValueError


@pytest.fixture
def worker() -> Iterator[WorkerProcess]:
    found = WorkerProcess(1)
    yield found
    found.stop()


def test_what_takes_too_long_is_ended_and_the_next_is_done(worker: WorkerProcess) -> None:
    async def tried() -> str:
        with pytest.raises(WorkTimeoutError):
            await worker.run(time.sleep, 600)
        worker.timeout = 600
        return str(await worker.run(said, "here"))

    assert asyncio.run(tried()) == "here"


def test_warming_up_does_not_count() -> None:
    worker = WorkerProcess(1, slowly)
    worker.start()
    assert asyncio.run(worker.run(said, "warm")) == "warm"
    worker.stop()


def test_what_fails_is_told_and_hinders_nothing(worker: WorkerProcess) -> None:
    async def tried() -> str:
        worker.timeout = 600
        with pytest.raises(TrickbookError, match="cannot be done"):
            await worker.run(fails)
        return str(await worker.run(said, "here"))

    assert asyncio.run(tried()) == "here"


def test_only_so_many_wait(worker: WorkerProcess) -> None:
    async def tried() -> None:
        worker.timeout = 600
        waiting = [asyncio.ensure_future(worker.run(said, str(number))) for number in range(MAX_QUEUED)]
        await asyncio.sleep(0)
        with pytest.raises(BusyError):
            await worker.run(said, "one more")
        assert await asyncio.gather(*waiting) == [str(number) for number in range(MAX_QUEUED)]

    asyncio.run(tried())


def test_one_who_asks_much_hinders_nobody_else(worker: WorkerProcess) -> None:
    async def tried() -> None:
        worker.timeout = 600
        waiting = [
            asyncio.ensure_future(worker.run(said, str(number), client="Ann"))
            for number in range(MAX_QUEUED_PER_CLIENT)
        ]
        await asyncio.sleep(0)
        with pytest.raises(BusyError):
            await worker.run(said, "one more", client="Ann")
        assert await worker.run(said, "Ben's", client="Ben") == "Ben's"
        assert await asyncio.gather(*waiting) == [str(number) for number in range(MAX_QUEUED_PER_CLIENT)]
        assert await worker.run(said, "later", client="Ann") == "later"

    asyncio.run(tried())


def unsendable() -> object:
    return lambda: None


def test_what_cannot_be_sent_back_is_told(worker: WorkerProcess) -> None:
    async def tried() -> str:
        worker.timeout = 600
        with pytest.raises(TrickbookError, match="cannot be done"):
            await worker.run(unsendable)
        return str(await worker.run(said, "here"))

    assert asyncio.run(tried()) == "here"


def test_whoever_stops_waits_for_nothing_that_is_being_done() -> None:
    async def tried() -> None:
        worker = WorkerProcess(600)
        await worker.run(said, "there")
        busy = [asyncio.ensure_future(worker.run(time.sleep, 600)) for _ in range(3)]
        await asyncio.sleep(0.05)
        worker.stop()
        worker.stop()
        found = await asyncio.gather(*busy, return_exceptions=True)
        assert all(isinstance(one, TrickbookError) for one in found)
        with pytest.raises(BusyError):
            await worker.run(said, "more")

    asyncio.run(tried())


def test_one_that_stops_while_it_warms_up() -> None:
    worker = WorkerProcess(600, slowly)
    worker.start()
    worker.stop()
    assert worker.worker is None
