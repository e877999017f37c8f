"""The worker process: slow calls time out, and warming up does not count."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import Pipe
from typing import Any

import pytest

from trickbook.problems import TrickbookError
from trickbook.server.workers import worker
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
def process() -> Iterator[WorkerProcess]:
    found = WorkerProcess(1)
    yield found
    found.stop()


def test_what_takes_too_long_is_ended_and_the_next_is_done(process: WorkerProcess) -> None:
    async def tried() -> str:
        with pytest.raises(WorkTimeoutError):
            await process.run(time.sleep, 600)
        process.timeout = 600
        return str(await process.run(said, "here"))

    assert asyncio.run(tried()) == "here"


def test_what_can_wait_is_done_by_a_process_that_is_ready(process: WorkerProcess) -> None:
    """The first call starts the process and is not done; one that fails gives nothing."""

    async def tried() -> None:
        process.timeout = 600
        assert await process.run_if_ready(said, "early") is None
        await process.run(said, "ready")
        assert await process.run_if_ready(said, "here") == "here"
        assert await process.run_if_ready(fails) is None
        process.timeout = 1
        assert await process.run_if_ready(time.sleep, 600) is None

    asyncio.run(tried())


def test_warming_up_does_not_count() -> None:
    process = WorkerProcess(1, slowly)
    process.start()
    assert asyncio.run(process.run(said, "warm")) == "warm"
    process.stop()


def test_what_fails_is_told_and_hinders_nothing(process: WorkerProcess) -> None:
    async def tried() -> str:
        process.timeout = 600
        with pytest.raises(TrickbookError, match="cannot be done"):
            await process.run(fails)
        return str(await process.run(said, "here"))

    assert asyncio.run(tried()) == "here"


def test_only_so_many_wait(process: WorkerProcess) -> None:
    async def tried() -> None:
        process.timeout = 600
        waiting = [asyncio.ensure_future(process.run(said, str(number))) for number in range(MAX_QUEUED)]
        await asyncio.sleep(0)
        with pytest.raises(BusyError):
            await process.run(said, "one more")
        assert await asyncio.gather(*waiting) == [str(number) for number in range(MAX_QUEUED)]

    asyncio.run(tried())


def test_one_who_asks_much_hinders_nobody_else(process: WorkerProcess) -> None:
    async def tried() -> None:
        process.timeout = 600
        waiting = [
            asyncio.ensure_future(process.run(said, str(number), client="Ann"))
            for number in range(MAX_QUEUED_PER_CLIENT)
        ]
        await asyncio.sleep(0)
        with pytest.raises(BusyError):
            await process.run(said, "one more", client="Ann")
        assert await process.run(said, "Ben's", client="Ben") == "Ben's"
        assert await asyncio.gather(*waiting) == [str(number) for number in range(MAX_QUEUED_PER_CLIENT)]
        assert await process.run(said, "later", client="Ann") == "later"

    asyncio.run(tried())


def unsendable() -> object:
    return lambda: None


def test_what_cannot_be_sent_back_is_told(process: WorkerProcess) -> None:
    async def tried() -> str:
        process.timeout = 600
        with pytest.raises(TrickbookError, match="cannot be done"):
            await process.run(unsendable)
        return str(await process.run(said, "here"))

    assert asyncio.run(tried()) == "here"


def test_whoever_stops_waits_for_nothing_that_is_being_done() -> None:
    async def tried() -> None:
        process = WorkerProcess(600)
        await process.run(said, "there")
        busy = [asyncio.ensure_future(process.run(time.sleep, 600)) for _ in range(3)]
        await asyncio.sleep(0.05)
        process.stop()
        process.stop()
        found = await asyncio.gather(*busy, return_exceptions=True)
        assert all(isinstance(one, TrickbookError) for one in found)
        with pytest.raises(BusyError):
            await process.run(said, "more")

    asyncio.run(tried())


def test_one_that_stops_while_it_warms_up() -> None:
    process = WorkerProcess(600, slowly)
    process.start()
    process.stop()
    assert process.worker is None


def asked(*work: Any) -> list[tuple[Any, Exception | None]]:
    """What the process answers to each piece of work, here in a thread; it ends when nobody asks any more."""
    near, far = Pipe()
    with ThreadPoolExecutor() as there:
        end = there.submit(worker.serve, far, None)
        assert near.recv() is None
        answers = []
        for one, *given in work:
            near.send((one, tuple(given), {}))
            answers.append(near.recv())
        near.close()
        end.result()
    return answers


def refuses() -> None:
    raise TrickbookError("not so")


def test_each_piece_of_work_is_answered_on_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "_bound", lambda: None)
    answers = asked((said, "here"), (refuses,), (fails,), (unsendable,), (said, "there"))
    assert [(found, str(error or "")) for found, error in answers] == [
        ("here", ""),
        (None, "not so"),
        (None, "this cannot be done"),
        (None, "this cannot be done"),
        ("there", ""),
    ]
