"""The process that starts the workers of a server: whatever happens to one of them, it goes on."""

from __future__ import annotations

import asyncio
import errno
import socket
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest
from tests.server.local_server import FREELY, LONG

from trickbook.server import app
from trickbook.server.app import application
from trickbook.server.fleet import SingleProcess, supervisor
from trickbook.server.fleet.hub import Hub, Link
from trickbook.server.fleet.supervisor import Supervisor, WorkerConfig
from trickbook.server.fleet.worker_backend import WorkerBackend
from trickbook.server.limits import SharedMemory
from trickbook.server.store.store import Store, open_store


def test_a_worker_that_cannot_be_started_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def tried() -> None:
        server = Supervisor(
            WorkerConfig("127.0.0.1", 0, tmp_path, FREELY._replace(workers=1), tmp_path / "limits"),
            lambda _: None,
        )
        tries = iter((False, False, True))

        def failing() -> None:
            if next(tries):
                server.stopping.set()
            raise OSError(errno.EMFILE, "Too many open files")

        monkeypatch.setattr("socket.socketpair", failing)
        async with asyncio.timeout(LONG):
            await server.run()

    monkeypatch.setattr(supervisor, "RESTART_PAUSE", 0)
    asyncio.run(tried())
    told = [one.getMessage() for one in caplog.records]
    assert told.count("a worker failed: OSError: [Errno 24] Too many open files") == 3


class Idle:
    """A worker that ends by force only."""

    pid = 1

    def __init__(self, **_given: object) -> None:
        self.calls = list[str]()

    def start(self) -> None:
        self.calls.append("start")

    def join(self, _seconds: float) -> None:
        self.calls.append("join")

    def is_alive(self) -> bool:
        return True

    def kill(self) -> None:
        self.calls.append("kill")

    def terminate(self) -> None:
        self.calls.append("terminate")


def test_a_worker_that_cannot_be_served_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else it would go on beside the one that is started in its place."""
    started = list[Idle]()

    def process(**given: object) -> Idle:
        started.append(Idle(**given))
        return started[-1]

    async def tried() -> None:
        settings = FREELY._replace(workers=1)
        server = Supervisor(
            WorkerConfig("127.0.0.1", 0, tmp_path, settings, tmp_path / "limits"), lambda _: None
        )

        async def failing(*_given: object) -> None:
            if len(started) == 2:
                server.stopping.set()
            raise OSError(errno.EMFILE, "Too many open files")

        monkeypatch.setattr(server.hub, "serve", failing)
        async with asyncio.timeout(LONG):
            await server.run()

    monkeypatch.setattr(supervisor, "RESTART_PAUSE", 0)
    monkeypatch.setattr("trickbook.server.workers.worker.CONTEXT", SimpleNamespace(Process=process))
    asyncio.run(tried())
    assert [[one for one in idle.calls if one != "terminate"] for idle in started] == [
        ["start", "join", "kill"]
    ] * 2


def test_a_worker_shows_the_hub_that_it_lives_wherever_its_tables_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With tables in PostgreSQL, the hub hears nothing else of it."""
    heard = asyncio.Event()

    def clock() -> float:
        heard.set()
        return 0.0

    async def tried(kept: Store) -> None:
        near, far = socket.socketpair()
        hub, link = Hub(kept.writer(), {}), Link(far, lambda: None)
        serving = asyncio.ensure_future(hub.serve(near, 0, lambda _: None))
        backend = WorkerBackend(
            kept.writer(),
            kept.reading,
            SingleProcess(),
            b"",
            link,
            SharedMemory(tmp_path / "limits"),
            lambda: None,
        )
        worker = application(backend, FREELY)
        await worker.state.begin()
        async with worker.router.lifespan_context(worker), asyncio.timeout(LONG):
            await heard.wait()
        assert link.line is not None
        assert link.line.transport is not None
        link.line.transport.close()
        await serving

    monkeypatch.setattr("trickbook.server.fleet.hub.monotonic", clock)
    monkeypatch.setattr(app, "BEAT_INTERVAL", 0)
    with closing(open_store(tmp_path)) as kept:
        asyncio.run(tried(kept))
