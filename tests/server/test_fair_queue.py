"""The fair queue: clients take turns, and none fills the room of the others."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress

import pytest

from trickbook.server import workers
from trickbook.server.workers import MAX_QUEUED, BusyError, FairQueue


async def order(calls: Sequence[str], gone: Sequence[int], used: Mapping[str, float]) -> list[str]:
    """The order in which calls get their turns; some clients give up waiting."""
    queue, done = FairQueue(used.__getitem__), list[str]()

    async def call(client: str, number: int) -> None:
        await queue.enter(client)
        done.append(f"{client}{number}")
        await asyncio.sleep(0)
        queue.leave(client)

    tasks = [asyncio.ensure_future(call(client, number)) for number, client in enumerate(calls)]
    await asyncio.sleep(0)
    for number in gone:
        tasks[number].cancel()
    for task in tasks:
        with suppress(asyncio.CancelledError):
            await task
    assert not queue.calls
    assert not queue.queues
    assert not queue.running
    return done


@pytest.mark.parametrize(
    ("calls", "gone", "expected"),
    [
        ("AAABBC", [], ["A0", "B3", "C5", "A1", "B4", "A2"]),
        ("AAA", [], ["A0", "A1", "A2"]),
        ("ABBC", [1], ["A0", "B2", "C3"]),
        ("AAAB", [1, 2], ["A0", "B3"]),
        ("AB", [1], ["A0"]),
    ],
)
def test_clients_take_turns(calls: str, gone: list[int], expected: list[str]) -> None:
    assert asyncio.run(order(calls, gone, dict.fromkeys(calls, 0))) == expected


def test_the_client_that_used_least_is_next() -> None:
    calls = "AABBCC"
    assert asyncio.run(order(calls, [], {"A": 5, "B": 2, "C": 0})) == ["A0", "C4", "C5", "B2", "B3", "A1"]


def test_a_turn_that_is_granted_to_somebody_who_gives_up_goes_on() -> None:
    async def tried() -> None:
        queue = FairQueue(lambda _: 0)
        await queue.enter("Ann")
        ben, eve = (asyncio.ensure_future(queue.enter(client)) for client in ("Ben", "Eve"))
        await asyncio.sleep(0)
        queue.leave("Ann")
        ben.cancel()
        await eve
        assert queue.calls == {"Eve": 1}

    asyncio.run(tried())


def test_each_client_has_room_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Too many clients find no room either."""
    monkeypatch.setattr(workers, "MAX_CLIENTS", 2)

    async def tried() -> None:
        queue = FairQueue(lambda _: 0)
        waiting = [asyncio.ensure_future(queue.enter("Eve")) for _ in range(MAX_QUEUED)]
        await asyncio.sleep(0)
        with pytest.raises(BusyError):
            await queue.enter("Eve")
        waiting.append(asyncio.ensure_future(queue.enter("Ben")))
        await asyncio.sleep(0)
        with pytest.raises(BusyError):
            await queue.enter("Cleo")
        for task in waiting:
            task.cancel()

    asyncio.run(tried())
