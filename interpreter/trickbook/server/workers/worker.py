"""A worker process: runs slow functions one at a time, for its clients in turn, with a timeout."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from multiprocessing import get_all_start_methods, get_context
from multiprocessing.reduction import ForkingPickler
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from trickbook.problems import TrickbookError
from trickbook.server.process import FailureLog, failure_text
from trickbook.server.workers import (
    BUSY_MESSAGE,
    MAX_QUEUED,
    MEMORY_BYTES,
    BusyError,
    CallFailedError,
    FairQueue,
    MemoryLimitError,
    Refusals,
    ShareUsedError,
    serve,
)
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from multiprocessing.connection import Connection
    from multiprocessing.context import ForkServerContext, SpawnContext
    from multiprocessing.process import BaseProcess

    from trickbook.server.limits import RateLimiter

LOG: Final = logging.getLogger(__name__)

PRELOADED: Final = (
    "trickbook.server.table.choice",
    "trickbook.seat.setup_form",
    "trickbook.seat.record_stepper",
    "trickbook.server.workers.read_once",
)
"""The modules that a process has when it starts, where the system can copy one that has loaded them."""

USUAL_CALLS: Final = 3
SLOWEST: Final = 2.5
"""A quick process's timeout is at least so many usual calls, but at most so many times as long as was set."""

START_TIMEOUT: Final = 900.0
"""Seconds for a process to start and warm up."""

STOPPED_MESSAGE: Final = Message("the server is stopping")

MAX_REFUSAL_BYTES: Final = 1 << 16
"""The largest refusal that is remembered."""


def _context() -> ForkServerContext | SpawnContext:
    """How processes start: as copies of one that has loaded what they need, or else anew."""
    if "forkserver" not in get_all_start_methods():
        return get_context("spawn")
    context = get_context("forkserver")
    context.set_forkserver_preload([*PRELOADED])
    return context


CONTEXT: Final = _context()


class WorkTimeoutError(TrickbookError):
    """A call timed out."""


class RunningProcess(NamedTuple):
    """A process, and the pipe to it."""

    process: BaseProcess
    connection: Connection[Any, Any]


class Outcome(NamedTuple):
    """What a call returned or raised, its seconds in the process, and the size of the answer in bytes."""

    found: Any
    error: TrickbookError | None
    seconds: float = 0.0
    size: int = 0


class WorkerProcess:
    """Runs functions in a process, which starts on demand and is killed on a timeout.

    Clients take turns, and each has its seconds if these are limited. Refused calls are remembered. A quick
    process also remembers the clients of calls that timed out, and refuses their calls for a while; on a slow
    machine its timeout is longer. One thread talks to the process, and only that thread starts and ends it.
    """

    def __init__(
        self,
        timeout: float,
        warm: Callable[[], None] | None = None,
        seconds: RateLimiter | None = None,
        *,
        usual: Callable[[], Any] | None = None,
        most: int = MAX_QUEUED,
    ) -> None:
        """Set the timeout of each call, and the most of one client. A process first calls ``warm``.

        A quick process has a ``usual`` call, by which it measures once how slow the machine is.
        """
        self.timeout, self.warm, self.seconds = timeout, warm, seconds
        self.usual, self.quick = usual, usual is not None
        self.memory = MEMORY_BYTES
        self.thread = ThreadPoolExecutor(1, "worker")
        self.worker: RunningProcess | None = None
        self.stopped = self.warmed = False
        self.queue, self.refusals = FairQueue(self._used, most), Refusals()
        self.failures = FailureLog(LOG, set())

    @property
    def waiting(self) -> int:
        """The number of queued and running calls."""
        return self.queue.calls.total()

    async def run(self, work: Callable[..., Any], *given: Any, client: str = "", **named: Any) -> Any:
        """Run a function when it is the client's turn.

        Raises BusyError if it cannot run now, WorkTimeoutError after the timeout.
        """
        call = packed((work, given, named))
        self._check(call, client)
        await self.queue.enter(client)
        try:
            self._check(call, client)  # much may have happened while it waited
        except TrickbookError:
            self.queue.leave(client)
            raise
        running = asyncio.wrap_future(self.thread.submit(self._done, call))
        running.add_done_callback(partial(self._ended, call, client))
        outcome = await asyncio.shield(running)
        if outcome.error is not None:
            raise outcome.error
        return outcome.found

    def _check(self, call: bytes, client: str) -> None:
        """Check that the process runs, that the call was not refused before, that the client has seconds."""
        if self.stopped:
            raise BusyError(STOPPED_MESSAGE)
        for refused in (call, client.encode()):
            if (known := self.refusals.find(refused, monotonic())) is not None:
                raise known
        if self.seconds is not None and self._used(client) >= self.seconds.rate.burst:
            raise ShareUsedError(
                Message("your requests took the server too long; try again in a little while")
            )

    def _used(self, client: str) -> float:
        """The seconds that a client has used, less those that it got back since."""
        return self.seconds.rate.burst - self.seconds.level(client, monotonic()) if self.seconds else 0.0

    def _ended(self, call: bytes, client: str, running: asyncio.Future[Outcome]) -> None:
        """Charge the client for a call, remember its refusal, and let the next one run."""
        _, error, seconds, size = running.result()
        if self.seconds is not None:
            self.seconds.charge(client, monotonic(), seconds)
        if isinstance(error, CallFailedError):
            self.failures.add("a call of a process failed", error.failure)
        if error is not None and not isinstance(error, BusyError) and size <= MAX_REFUSAL_BYTES:
            self.refusals.add(call, error, monotonic())
        if self.quick and isinstance(error, WorkTimeoutError):
            self.refusals.add(client.encode(), error, monotonic())
        self.queue.leave(client)

    async def run_if_ready(self, work: Callable[..., Any], *given: Any, client: str = "") -> Any:
        """Run a function; None if it fails, or while the process that the first call starts is not ready."""
        if self.worker is None or not self.warmed:
            self.start()
            return None
        try:
            return await self.run(work, *given, client=client)
        except TrickbookError:
            return None

    def start(self) -> None:
        """Start the process before the first call."""
        if not self.stopped:
            self.thread.submit(self._there)

    def stop(self) -> None:
        """Kill the process, and refuse further calls."""
        if self.stopped:
            return
        self.stopped = True
        if (worker := self.worker) is not None:
            worker.process.kill()  # ends the running call
        self.thread.submit(self._end)
        self.thread.shutdown()

    # In the thread

    def _done(self, call: bytes) -> Outcome:
        try:
            connection = self._there().connection
        except Exception as error:  # noqa: BLE001 - a process cannot be started now, but perhaps later
            self._end()
            if not isinstance(error, BusyError):
                self.failures.add("a process cannot be started", failure_text(error))
            return Outcome(None, error if isinstance(error, BusyError) else BusyError(BUSY_MESSAGE))
        outcome = self._answer(connection, call, self.timeout)
        if not outcome.size or isinstance(outcome.error, MemoryLimitError):
            self._end()
        return outcome

    def _answer(self, connection: Connection[Any, Any], call: bytes, timeout: float) -> Outcome:
        """What the process answers to a call; nothing if it was too slow or has ended."""
        began = monotonic()
        try:
            connection.send_bytes(call)
            if connection.poll(START_TIMEOUT):
                connection.recv()  # it begins
            began = monotonic()
            if not connection.poll(timeout):
                return Outcome(None, WorkTimeoutError(Message("this takes too long")), monotonic() - began)
            answer = connection.recv_bytes()
            found, error = ForkingPickler.loads(answer)
            return Outcome(found, error, monotonic() - began, len(answer))
        except Exception as error:  # noqa: BLE001 - any failure starts a new process
            refusal = BusyError(STOPPED_MESSAGE) if self.stopped else CallFailedError(failure_text(error))
            return Outcome(None, refusal, monotonic() - began)

    def _there(self) -> RunningProcess:
        if self.stopped:
            raise BusyError(STOPPED_MESSAGE)
        if self.worker is None or not self.worker.process.is_alive():
            self._end()
            self._begin()
        assert self.worker is not None  # noqa: S101 - it has started
        return self.worker

    def _begin(self) -> None:
        connection, far = CONTEXT.Pipe()
        process = CONTEXT.Process(target=serve, args=(far, self.warm, self.memory), daemon=True)
        process.start()
        far.close()
        self.worker, self.warmed = RunningProcess(process, connection), False
        if self.stopped:
            process.kill()
        if connection.poll(START_TIMEOUT):
            connection.recv()
            self.warmed = True
        if self.usual is not None:
            self._measure(connection, packed((self.usual, (), {})))

    def _measure(self, connection: Connection[Any, Any], usual: bytes) -> None:
        """Measure a usual call, once: the second one, as the first may fill caches. BusyError if it ends."""
        self.usual = None
        for _ in range(2):
            outcome = self._answer(connection, usual, START_TIMEOUT)
            if not outcome.size:
                raise BusyError(BUSY_MESSAGE)
        longest = SLOWEST * self.timeout
        self.timeout = min(max(self.timeout, USUAL_CALLS * outcome.seconds), longest)

    def _end(self) -> None:
        worker, self.worker = self.worker, None
        if worker is not None:
            worker.process.kill()
            worker.process.join()
            worker.connection.close()


async def run_in_lanes(
    lanes: Sequence[WorkerProcess], work: Callable[..., Any], *given: Any, client: str, **named: Any
) -> Any:
    """Run a function in the first process; where its timeout is too short, in the next one.

    So what is quick does not wait for what is slow, nor for the clients of what was slow a while ago.
    """
    *quick, last = lanes
    for lane in quick:
        with suppress(WorkTimeoutError):
            return await lane.run(work, *given, client=client, **named)
    return await last.run(work, *given, client=client, **named)


def packed(call: Any) -> bytes:
    """A call as bytes; TrickbookError if its arguments are nested too deeply."""
    try:
        return bytes(ForkingPickler.dumps(call))
    except RecursionError as error:
        raise TrickbookError(Message("this is nested too deeply")) from error
