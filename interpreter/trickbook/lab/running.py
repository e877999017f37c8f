"""Running a study: alone or with a crew, kept in a file or not, with what is done so far at any time."""

from __future__ import annotations

from contextlib import nullcontext, suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from trickbook.lab import shelf
from trickbook.lab.chunks import Alone, run
from trickbook.lab.crew import Crew
from trickbook.lab.sums import NOTHING, Sums, added

if TYPE_CHECKING:
    from collections.abc import Generator
    from contextlib import AbstractContextManager

    from trickbook.lab.shelf import Shelf
    from trickbook.lab.study import Study


HERE, DASK = ON = ("here", "dask")
"""Where matches are played: on this machine, or by the workers of a cluster."""


class Total(NamedTuple):
    """What is done: the sums, how many of the deals were played now, where the chunks begin."""

    sums: Sums = NOTHING
    played: int = 0
    firsts: tuple[int, ...] = ()


def crew(
    study: Study, workers: int, on: str = HERE, scheduler: str | None = None
) -> AbstractContextManager[Any]:
    """Whoever plays: this process, several of this machine, or a cluster."""
    if on == DASK:
        from trickbook.lab.cluster import Cluster  # noqa: PLC0415 - it takes what few have installed

        return Cluster(study, workers, scheduler)
    return nullcontext(Alone(study)) if workers == 1 else Crew(study, workers)


def simulate(
    study: Study,
    deals: int,
    workers: int = 1,
    lying: Shelf | None = None,
    *,
    on: str = HERE,
    scheduler: str | None = None,
) -> Generator[Total, None, None]:
    """Play whole matches until there are so many deals; give what is done, again and again.

    With a shelf every deal is kept there, and its file is written at the end.
    """
    total = Total()
    folder, there = (lying.folder, lying.there) if lying else (None, {})
    try:
        if lying and lying.whole and lying.whole.deals >= deals:
            yield Total(lying.whole)
            return
        with crew(study, workers, on, scheduler) as hands:
            for done in run(hands, deals, folder, there):
                played = 0 if done.most is None else done.sums.deals
                total = Total(
                    added(total.sums, done.sums), total.played + played, (*total.firsts, done.first)
                )
                yield total
        if lying:
            shelf.finish(lying, study, total.firsts, total.sums)
    finally:
        if folder:
            with suppress(OSError):  # a shelf with parts on it stays
                folder.rmdir()
