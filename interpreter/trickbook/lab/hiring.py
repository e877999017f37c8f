"""Hiring: whoever plays the matches of a task; this process, several of this machine, or a cluster."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from trickbook.lab.chunks import Alone
from trickbook.lab.crew import Crew

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

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


def hire(task: Task[Any], hands: Hands) -> AbstractContextManager[Any]:
    """Whoever plays; as a context, so that they go when all is done."""
    if hands.on == DASK:
        from trickbook.lab.cluster import Cluster  # noqa: PLC0415 - it takes what few have installed

        return Cluster(task, hands.workers, hands.scheduler)
    return nullcontext(Alone(task)) if hands.workers == 1 else Crew(task, hands.workers)
