"""Hiring: whoever plays the matches of a task; this process, several of this machine, or a cluster."""

from __future__ import annotations

from contextlib import contextmanager, nullcontext
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from trickbook.lab import engines
from trickbook.lab.chunks import Alone
from trickbook.lab.crew import Crew as Processes
from trickbook.lab.task import Told

if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import AbstractContextManager

    from trickbook.lab.chunks import Crew
    from trickbook.lab.task import Task

HERE, DASK = "here", "dask"
"""Where matches are played: on this machine, or by the workers of a cluster."""


class Hands(NamedTuple):
    """So many processes, and where; ``scheduler`` is the address of a cluster that is there already."""

    workers: int = 1
    on: str = HERE
    scheduler: str | None = None


ALONE: Final = Hands()
"""This process."""


@contextmanager
def hire(task: Task[Told], hands: Hands) -> Iterator[Crew[Told]]:
    """Whoever plays; they go when all is done.

    Processes of this machine would each compile the engine, so it is done here before they have work.
    """
    with _crew(task, hands) as crew:
        if not (isinstance(crew, Alone) or hands.scheduler):
            engines.warm(task.studies)
        yield crew


def _crew(task: Task[Any], hands: Hands) -> AbstractContextManager[Any]:
    if hands.on == DASK:
        from trickbook.lab.cluster import Cluster  # noqa: PLC0415 - it takes what few have installed

        return Cluster(task, hands.workers, hands.scheduler)
    return nullcontext(Alone(task)) if hands.workers == 1 else Processes(task, hands.workers)
