"""The executors of a task: this process, several processes of this machine, or a cluster."""

from __future__ import annotations

from contextlib import contextmanager, nullcontext
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from trickbook.lab import compilation, engine_choice
from trickbook.lab.chunks import InlineExecutor
from trickbook.lab.process_pool import ProcessPool as Processes
from trickbook.lab.task import Summary

if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import AbstractContextManager

    from trickbook.lab.chunks import Executor
    from trickbook.lab.task import Task

LOCAL_SCHEDULER, DASK = "here", "dask"
"""Where matches are played: on this machine, or on a Dask cluster."""


class WorkerOptions(NamedTuple):
    """The number of worker processes and their place; ``scheduler`` is the address of a running cluster."""

    workers: int = 1
    on: str = LOCAL_SCHEDULER
    scheduler: str | None = None


THIS_PROCESS: Final = WorkerOptions()
"""Play in this process alone."""


@contextmanager
def open_executor(task: Task[Summary], options: WorkerOptions) -> Iterator[Executor[Summary]]:
    """Start an executor, and end it afterwards.

    Unless it is being compiled already, the fast engine is compiled here first, because each process of this
    machine would compile it again.
    """
    with _executor(task, options) as executor:
        alone = isinstance(executor, InlineExecutor) or options.scheduler
        if not alone and compilation.is_compiled():
            engine_choice.warm_up(task.studies)
        yield executor


def _executor(task: Task[Any], options: WorkerOptions) -> AbstractContextManager[Any]:
    if options.on == DASK:
        from trickbook.lab.cluster import ClusterExecutor  # noqa: PLC0415 - it takes what few have installed

        return ClusterExecutor(task, options.workers, options.scheduler)
    return nullcontext(InlineExecutor(task)) if options.workers == 1 else Processes(task, options.workers)
