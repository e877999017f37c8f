"""What takes a while is done beside the table; whoever leaves waits for none of it."""

from __future__ import annotations

import asyncio
import threading

import pytest

from trickbook.terminal import in_thread


def test_what_comes_of_it_is_given() -> None:
    assert asyncio.run(in_thread(sorted, "cab", reverse=True)) == ["c", "b", "a"]


def test_what_goes_wrong_is_told() -> None:
    with pytest.raises(ValueError, match="no number"):
        asyncio.run(in_thread(_fails))


def _fails() -> None:
    raise ValueError("no number")


def test_whoever_leaves_does_not_wait() -> None:
    begun, let, ended = threading.Event(), threading.Event(), threading.Event()

    def thinks() -> None:
        begun.set()
        let.wait(300)
        ended.set()

    async def leaves() -> None:
        thinking = asyncio.ensure_future(in_thread(thinks))
        await asyncio.to_thread(begun.wait, 300)
        thinking.cancel()

    asyncio.run(leaves())
    assert not ended.is_set()
    let.set()
    assert ended.wait(300)
