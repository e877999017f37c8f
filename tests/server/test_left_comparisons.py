"""A comparison of the desk ends with its client, whenever that disconnects; nothing of it remains."""

from __future__ import annotations

import asyncio
import json
from collections import deque
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.requests import Request
from tests.server.local_server import FREELY, PLENTY

from trickbook.desk.comparison import Progress
from trickbook.server.limits import Counts, RateLimiter
from trickbook.server.web.desk_routes import MOST_COMPARISONS, desk_comparison


class Desk:
    """A desk that has a first piece at once, and others never."""

    async def run(self, _work: Any, _text: str, _lang: str, progress: Progress, **_: Any) -> Any:
        if progress != Progress():
            await asyncio.Event().wait()
        return Progress(deals=1), {}


async def asked(state: Any, address: str, *, reads: bool) -> None:
    """Ask for a comparison and disconnect; who does not read is sent nothing before that."""
    body = json.dumps({"text": "some"}).encode()
    waits = deque([{"type": "http.request", "body": body}, {"type": "http.disconnect"}])
    scope = {
        "type": "http",
        "method": "POST",
        "path": "/api/desk/comparison",
        "query_string": b"",
        "headers": [(b"host", b"localhost"), (b"content-type", b"application/json")],
        "client": (address, 1),
        "app": SimpleNamespace(state=state),
        "state": {},
    }

    async def receive() -> Any:
        return waits.popleft()

    async def send(_: Any) -> None:
        if not reads:
            await asyncio.Event().wait()

    answer = await desk_comparison(Request(scope, receive))
    assert answer.status_code == 200
    await answer(scope, receive, send)


@pytest.mark.parametrize("reads", [True, False])
def test_who_disconnects_before_the_first_line_may_compare_again(*, reads: bool) -> None:
    context = SimpleNamespace(settings=FREELY)
    state = SimpleNamespace(
        registry=SimpleNamespace(context=context),
        buckets={"heavy": RateLimiter(PLENTY)},
        comparisons=Counts(MOST_COMPARISONS, 1),
        workers={"desk": Desk()},
    )
    for number in range(3):
        asyncio.run(asked(state, f"192.0.2.{number % 2}", reads=reads))
        assert not state.comparisons.of
