"""The worker process: slow calls time out, and warming up does not count."""

from __future__ import annotations

import asyncio
import gc
import re
import time
import weakref
from collections.abc import Iterator
from pathlib import Path

import pytest

from trickbook.problems import TrickbookError
from trickbook.server.limits import Rate, RateLimiter
from trickbook.server.workers import REMEMBERED_CALLS, REMEMBERED_SECONDS, BusyError, Refusals, worker
from trickbook.server.workers.worker import WorkerProcess, WorkTimeoutError


def slowly() -> None:
    time.sleep(1.5)


def until_there(file: Path) -> str:
    while not file.exists():
        time.sleep(0.01)
    return "there"


def said(word: str) -> str:
    return word


def fails(secret: str = "") -> None:
    raise ValueError(secret)


def refuses() -> None:
    raise TrickbookError("not so")


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


def test_what_fails_is_told_and_hinders_nothing(
    process: WorkerProcess, caplog: pytest.LogCaptureFixture
) -> None:
    async def tried() -> str:
        process.timeout = 600
        for name in ("one", "another"):
            with pytest.raises(TrickbookError, match="cannot be done"):
                await process.run(fails, name)
        return str(await process.run(said, "here"))

    assert asyncio.run(tried()) == "here"
    (line,) = caplog.messages
    assert re.fullmatch(
        r"a call of a process failed: ValueError \(test_worker\.py:\d+, workers/__init__\.py:\d+\)", line
    )


def test_one_who_asks_much_hinders_nobody_else(process: WorkerProcess) -> None:
    async def tried() -> None:
        process.timeout = 600
        done = list[str]()

        async def ask(client: str, number: int) -> None:
            done.append(str(await process.run(said, f"{client}{number}", client=client)))

        calls = [("Ann", 0), ("Ann", 1), ("Ann", 2), ("Ben", 3)]
        waiting = [asyncio.ensure_future(ask(*call)) for call in calls]
        await asyncio.sleep(0)
        with pytest.raises(BusyError):
            await process.run(said, "one more", client="Ann")
        await asyncio.gather(*waiting)
        assert done == ["Ann0", "Ben3", "Ann1", "Ann2"]
        assert await process.run(said, "later", client="Ann") == "later"

    asyncio.run(tried())


def test_who_gives_up_leaves_the_process_to_its_call(process: WorkerProcess, tmp_path: Path) -> None:
    """The next call begins when the process is free, not before."""
    ended = tmp_path / "ended"

    async def tried() -> None:
        process.timeout = 600
        await process.run(said, "there")
        gone = asyncio.ensure_future(process.run(until_there, ended))
        await asyncio.sleep(0)
        gone.cancel()
        following = asyncio.ensure_future(process.run(said, "here"))
        await asyncio.wait([gone])
        assert process.waiting == 2
        assert not following.done()
        ended.touch()
        assert await following == "here"
        assert process.waiting == 0

    asyncio.run(tried())


def test_a_client_pays_for_its_seconds() -> None:
    """Starting the process costs nobody anything."""
    limiter = RateLimiter(Rate(1e-9, 1))
    process = WorkerProcess(600, None, limiter)

    async def tried() -> None:
        await process.run(said, "there", client="Ann")
        assert limiter.level("Ann", time.monotonic()) > 0
        await process.run(slowly, client="Ann")
        with pytest.raises(BusyError, match="took the server too long"):
            await process.run(said, "more", client="Ann")
        assert await process.run(said, "here", client="Ben") == "here"

    asyncio.run(tried())
    process.stop()


def test_a_refusal_is_remembered(process: WorkerProcess) -> None:
    """A call that failed or timed out is not tried again for a while; one that found the server busy is."""

    async def tried() -> None:
        with pytest.raises(WorkTimeoutError):
            await process.run(time.sleep, 600)
        assert process.worker is None
        with pytest.raises(WorkTimeoutError):
            await process.run(time.sleep, 600)
        assert process.worker is None
        process.timeout = 600
        for _ in range(2):
            with pytest.raises(BusyError):
                await process.run(busy)
        assert not process.refusals.find(worker.packed((busy, (), {})), time.monotonic())

    asyncio.run(tried())


class Sent:
    """What a client sent; whether it is kept is seen by a weak reference."""


async def refused_while_held(process: WorkerProcess) -> weakref.ref[Sent]:
    """A reference to what the caller of a refused call had."""
    held = Sent()
    with pytest.raises(TrickbookError):
        await process.run(refuses)
    return weakref.ref(held)


def test_remembered_refusals_keep_nothing_of_their_callers(process: WorkerProcess) -> None:
    """A client could fill the memory with large texts that are refused."""
    gc.freeze()  # what other tests have left takes a second each time to look through

    async def tried() -> None:
        for _ in range(2):
            held = await refused_while_held(process)
            async with asyncio.timeout(300):  # the thread forgets the call a little later
                while held() is not None:
                    await asyncio.sleep(0.02)
                    gc.collect()

    asyncio.run(tried())
    assert [str(error) for _, error in process.refusals.known.values()] == ["not so"]


def test_old_refusals_are_forgotten() -> None:
    known = Refusals()
    for number in range(REMEMBERED_CALLS + 1):
        known.add(b"%d" % number, TrickbookError("no"), 0)
    assert known.find(b"0", 1) is None
    assert str(known.find(b"1", 1)) == "no"
    assert known.find(b"1", REMEMBERED_SECONDS) is None


def busy() -> None:
    raise BusyError


def grow() -> int:
    return len(bytearray(1 << 30))


def test_what_needs_too_much_memory_is_refused() -> None:
    """Its process is renewed, and the next call is done."""
    process = WorkerProcess(600)
    process.memory = 1 << 29

    async def tried() -> None:
        await process.run(said, "there")
        first = process.worker
        with pytest.raises(TrickbookError, match="too much memory"):
            await process.run(grow)
        assert await process.run(said, "here") == "here"
        assert process.worker is not first

    asyncio.run(tried())
    process.stop()


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
        await asyncio.sleep(0)
        assert process.waiting == 3
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
