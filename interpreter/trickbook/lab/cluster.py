"""A Dask cluster: chunks are tasks of its workers, wherever they are; the rows are stored here."""

from __future__ import annotations

import logging
import os
import pickle
import signal
import threading
from contextlib import contextmanager
from functools import lru_cache
from multiprocessing import resource_tracker
from typing import TYPE_CHECKING, Any, Final, Self

from trickbook.lab.chunks import Chunk, PlayedChunk, play_chunk, store_rows
from trickbook.problems import TrickbookError, needs
from trickbook.texts.message import Message

with needs(Message("a cluster needs Dask: run `make cluster` in your clone of Trickbook")):
    import distributed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickbook.lab.study import Rows
    from trickbook.lab.task import Task

CONNECT_TIMEOUT: Final = 10
"""The seconds that a scheduler has to answer."""

MAX_EMPTY_CHECKS: Final = 3
"""How often in a row the cluster may have no workers; they may be starting."""

MAX_RETRIES: Final = 3
"""How often a task is retried after its worker was lost."""


SILENCED_WARNING: Final = "ignore::UserWarning:multiprocessing.resource_tracker"
"""A warning about what a killed process leaves behind; it is cleaned up anyway."""


class ClusterExecutor:
    """The workers of a scheduler, or some on this machine; used as a context, which ends them."""

    def __init__(self, task: Task[Any], workers: int, scheduler: str | None = None) -> None:
        """Find the workers; TrickbookError if there are none."""
        _hush()
        self.task, self.packed = task, pickle.dumps(task)
        self.cluster: Any = None
        self.client: Any = None
        self.away: dict[Any, Chunk] = {}
        try:
            self._find(workers, scheduler)
        except BaseException:
            self.__exit__()
            raise

    def _find(self, workers: int, scheduler: str | None) -> None:
        """Connect to the workers, or start them; an interrupt waits until that is done."""
        if not scheduler:
            with _quiet(), _without_interrupts():
                self.cluster = _own(workers)
        try:
            self.client = distributed.Client(scheduler or self.cluster, timeout=CONNECT_TIMEOUT)
        except (OSError, ValueError) as error:
            raise TrickbookError(
                Message(
                    "no scheduler answers at {scheduler}: {reason}",
                    scheduler=str(scheduler),
                    reason=str(error),
                )
            ) from None
        threads = sum(self.client.ncores().values())
        if not threads:
            raise TrickbookError(
                Message("the scheduler at {scheduler} has no workers", scheduler=str(scheduler))
            )
        self.room = 2 * threads

    def __enter__(self) -> Self:
        """Return the executor."""
        return self

    def __exit__(self, *_error: object) -> None:
        """Cancel what is still being played, and disconnect."""
        for one in (self.client, self.cluster):
            if one:
                one.close()

    def give(self, chunk: Chunk) -> None:
        """Submit a chunk."""
        future = self.client.submit(_answer, self.packed, chunk, pure=False, retries=MAX_RETRIES)
        self.away[future] = chunk

    def _wait(self) -> None:
        """Wait until a chunk is done; TrickbookError if the cluster has no workers for too long."""
        nobody = 0
        while nobody < MAX_EMPTY_CHECKS:
            try:
                distributed.wait(list(self.away), timeout=CONNECT_TIMEOUT, return_when="FIRST_COMPLETED")
            except TimeoutError:
                nobody = 0 if self.client.ncores() else nobody + 1
            else:
                return
        raise TrickbookError(
            Message(
                "the cluster has had no workers for {number} seconds",
                number=MAX_EMPTY_CHECKS * CONNECT_TIMEOUT,
            )
        )

    def take(self) -> PlayedChunk[Any]:
        """Wait for a chunk, and store its rows; TrickbookError if the cluster is lost."""
        try:
            self._wait()
            future = next(future for future in self.away if future.done())
            chunk = self.away.pop(future)
            answer = future.result()
        except distributed.KilledWorker:
            message = Message(
                "workers of the cluster died again and again, on matches {number} to {number_high}",
                number=chunk.first,
                number_high=chunk.first + chunk.matches - 1,
            )
            raise TrickbookError(message) from None
        except (distributed.CancelledError, OSError):
            raise TrickbookError(Message("the cluster is lost: its scheduler answers no more")) from None
        if isinstance(answer, Exception):
            raise answer
        done: PlayedChunk[Any]
        rows: list[Rows]
        done, rows = answer
        store_rows(self.task, chunk, rows)
        return done


def _hush() -> None:
    """Silence Dask's log: lost work is redone, or reported by us."""
    for name in ("distributed", "tornado", "asyncio", *logging.root.manager.loggerDict):
        if name.split(".")[0] in ("distributed", "tornado", "asyncio"):
            logging.getLogger(name).setLevel(logging.CRITICAL)


@contextmanager
def _quiet() -> Iterator[None]:
    """Silence the tracker of shared resources, which complains if this process is killed."""
    name, before = "PYTHONWARNINGS", os.environ.get("PYTHONWARNINGS")
    os.environ[name] = ",".join(filter(None, [before, SILENCED_WARNING]))
    try:
        yield
    finally:
        if before is None:
            del os.environ[name]
        else:
            os.environ[name] = before


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Start processes that ignore interrupts; this process handles them once those are running.

    Where signals cannot be blocked, as on Windows, they are ignored meanwhile.
    """
    here = threading.current_thread() is threading.main_thread()
    if not here or signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        yield
        return
    heard: list[int] = []
    holding = hasattr(signal, "pthread_sigmask")
    before = signal.signal(
        signal.SIGINT, (lambda number, _: heard.append(number)) if holding else signal.SIG_IGN
    )
    if holding:  # what is started inherits it; starting the tracker would let them through again
        resource_tracker.ensure_running()
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        if holding:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        signal.signal(signal.SIGINT, before)
    if heard:
        signal.raise_signal(signal.SIGINT)


def _own(workers: int) -> Any:
    """Return a cluster of processes on this machine."""
    return distributed.LocalCluster(
        n_workers=workers, threads_per_worker=1, dashboard_address=":0", silence_logs=logging.CRITICAL
    )


def _answer(packed: bytes, chunk: Chunk) -> tuple[PlayedChunk[Any], list[Rows]] | Exception:
    """Play a chunk; return its rows only if they are stored."""
    try:
        return play_chunk(_unpacked(packed), chunk)
    except Exception as error:  # noqa: BLE001 - whatever it is, whoever asked shall hear of it
        return error


@lru_cache(maxsize=4)
def _unpacked(packed: bytes) -> Task[Any]:
    """Unpickle a task once."""
    task: Task[Any] = pickle.loads(packed)  # noqa: S301 - it comes from whom the worker works for
    return task
