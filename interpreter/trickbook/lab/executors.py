"""The executors of a task: this process and its threads, processes of this machine, or a cluster."""

from __future__ import annotations

from contextlib import contextmanager, nullcontext
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from trickbook.lab import engine_choice
from trickbook.lab.chunks import InlineExecutor
from trickbook.lab.cores import thread_count
from trickbook.lab.process_pool import ProcessPool as Processes
from trickbook.lab.task import Summary
from trickbook.lab.thread_pool import ThreadPool

if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import AbstractContextManager

    from trickbook.lab.chunks import Executor
    from trickbook.lab.task import Task

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


@contextmanager
def open_executor(task: Task[Summary], options: WorkerOptions) -> Iterator[Executor[Summary]]:
    """Start an executor, and end it afterwards.

    Machine code is compiled here first, because each process of this machine would compile it again.
    """
    with _executor(task, options) as executor:
        if not options.scheduler:
            engine_choice.is_compiled(task.studies)
        yield executor


def _executor(task: Task[Any], options: WorkerOptions) -> AbstractContextManager[Any]:
    workers = options.workers or 1
    if options.on == DASK:
        from trickbook.lab.cluster import ClusterExecutor  # noqa: PLC0415 - it takes what few have installed

        return ClusterExecutor(task, workers, options.scheduler)
    if workers > 1:
        return Processes(task, workers)
    threads = thread_count()
    shared = options.workers is None and threads > 1 and engine_choice.is_compiled(task.studies)
    return ThreadPool(task, threads) if shared else nullcontext(InlineExecutor(task))
