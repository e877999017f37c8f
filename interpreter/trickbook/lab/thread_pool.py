"""A pool of threads that play chunks as machine code, which does not hold Python's lock."""

from __future__ import annotations

from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import TYPE_CHECKING, Any, Self

from trickbook.lab.chunks import play_and_store
from trickbook.lab.process_pool import INTERRUPT_INTERVAL

if TYPE_CHECKING:
    from trickbook.lab.chunks import Chunk, PlayedChunk
    from trickbook.lab.task import Task


class ThreadPool:
    """Threads that play chunks; used as a context, which waits for them."""

    def __init__(self, task: Task[Any], threads: int) -> None:
        """Start the threads."""
        self.task, self.threads = task, threads
        self.pool = ThreadPoolExecutor(threads)
        self.away: set[Future[PlayedChunk[Any]]] = set()

    @property
    def room(self) -> int:
        """How many chunks to submit."""
        return 2 * self.threads

    def __enter__(self) -> Self:
        """Return the pool."""
        return self

    def __exit__(self, *_error: object) -> None:
        """Wait for the chunks being played; drop the others."""
        self.pool.shutdown(cancel_futures=True)

    def give(self, chunk: Chunk) -> None:
        """Submit a chunk."""
        self.away.add(self.pool.submit(play_and_store, self.task, chunk))

    def take(self) -> PlayedChunk[Any]:
        """Wait for a chunk; raises its error."""
        done: set[Future[PlayedChunk[Any]]] = set()
        while not done:
            done, _ = wait(self.away, INTERRUPT_INTERVAL, FIRST_COMPLETED)
        one = done.pop()
        self.away.remove(one)
        return one.result()
