"""Runs of a task: on which executor, with or without a store, and with the figures so far at any time."""

from __future__ import annotations

from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager, nullcontext
from functools import reduce
from typing import TYPE_CHECKING, Any, Final, Generic, NamedTuple, Self

from trickbook.lab import chunks, parquet, result_store
from trickbook.lab.chunks import InlineExecutor, match_ranges, play_and_store, run_chunks
from trickbook.lab.process_pool import INTERRUPT_INTERVAL, ProcessPool
from trickbook.lab.sums import added_sums, only_sums
from trickbook.lab.task import Quota, Summary, Task, thread_count

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Sequence
    from contextlib import AbstractContextManager
    from pathlib import Path

    from trickbook.lab.chunks import Chunk, Executor, PlayedChunk
    from trickbook.lab.result_store import ResultLocation, ResultStore
    from trickbook.lab.study import Study
    from trickbook.lab.sums import StudySums

LOCAL_SCHEDULER, DASK = "here", "dask"
"""Where matches are played: on this machine, or on a Dask cluster."""


class WorkerOptions(NamedTuple):
    """The number of worker processes and their place; ``scheduler`` is the address of a running cluster.

    Without a number this process plays, machine code in a thread on each core.
    """

    workers: int | None = None
    on: str = LOCAL_SCHEDULER
    scheduler: str | None = None


THIS_PROCESS: Final = WorkerOptions()
"""Play in this process."""


class RunProgress(NamedTuple, Generic[Summary]):
    """The results so far, and how many deals were played in this run."""

    found: Summary
    played: int = 0


def run_task(
    task: Task[Summary],
    quota: Quota,
    options: WorkerOptions = THIS_PROCESS,
    store: ResultStore[Summary] | None = None,
) -> Generator[RunProgress[Summary], None, None]:
    """Play the same whole matches until the quota is met; yield the progress after each chunk.

    A store keeps every deal; its files are written at the end.
    """
    try:
        if store and store.whole and quota.less(store.whole).met:
            yield RunProgress(store.whole)
            return
        total: RunProgress[Summary] | None = None
        firsts: list[int] = []
        there, folder = (store.there, store.place.folder) if store else ({}, None)
        with open_executor(task._replace(folder=folder), options) as executor:
            for done in run_chunks(executor, quota, there):
                firsts.append(done.first)
                total = _more(task, total, done)
                yield total
        if store and total:
            result_store.merge_parts(store, task.studies, firsts, total.found.sums)
    finally:
        if store:
            result_store.close_store(store)  # one with parts on it stays


def _more(
    task: Task[Summary], before: RunProgress[Summary] | None, done: PlayedChunk[Summary]
) -> RunProgress[Summary]:
    """Return the progress with one more chunk."""
    played = 0 if done.quota is None else sum(done.found.dealt)
    if before is None:
        return RunProgress(done.found, played)
    return RunProgress(task.add(before.found, done.found), before.played + played)


def reread_files(task: Task[Summary], files: Sequence[Path], held: Sequence[StudySums]) -> Summary:
    """Return the results of the matches that all files hold, read a part at a time."""
    many = min(one.matches for one in held)
    rows = ([parquet.read_rows(file, matches)[1] for file in files] for matches in match_ranges(many))
    return reduce(task.add, map(task.tell, rows))


def simulation_task(study: Study) -> Task[StudySums]:
    """Return the task of a single study."""
    return Task((study,), only_sums, added_sums)


def run_study(
    study: Study,
    deals: int,
    options: WorkerOptions = THIS_PROCESS,
    store: ResultStore[StudySums] | None = None,
) -> Generator[RunProgress[StudySums], None, None]:
    """Play whole matches of a study until there are enough deals; yield the progress after each chunk."""
    return run_task(simulation_task(study), Quota(0, (deals,)), options, store)


def resume_study(at: ResultLocation, study: Study) -> ResultStore[StudySums]:
    """Return the store with a study's matches so far; TrickbookError if they belong to another study."""
    return result_store.resume_store(at, simulation_task(study), lambda _files, held: held[0])


@contextmanager
def open_executor(task: Task[Summary], options: WorkerOptions) -> Iterator[Executor[Summary]]:
    """Start an executor, and end it afterwards.

    Machine code is compiled here first, because each process of this machine would compile it again.
    """
    with _executor(task, options) as executor:
        if not options.scheduler:
            chunks.is_compiled(task.studies)
        yield executor


def _executor(task: Task[Any], options: WorkerOptions) -> AbstractContextManager[Any]:
    workers = options.workers or 1
    if options.on == DASK:
        from trickbook.lab.cluster import ClusterExecutor  # noqa: PLC0415 - it takes what few have installed

        return ClusterExecutor(task, workers, options.scheduler)
    if workers > 1:
        return ProcessPool(task, workers)
    threads = thread_count()
    shared = options.workers is None and threads > 1 and chunks.is_compiled(task.studies)
    return ThreadPool(task, threads) if shared else nullcontext(InlineExecutor(task))


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
