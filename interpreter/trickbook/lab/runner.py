"""Running a task: by any executor, with or without a store, and with the figures so far at any time."""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING, Generic, NamedTuple

from trickbook.lab import parquet, result_store
from trickbook.lab.chunks import match_ranges, run_chunks
from trickbook.lab.executors import THIS_PROCESS, open_executor
from trickbook.lab.sums import added_sums, only_sums
from trickbook.lab.task import Quota, Summary, Task

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence
    from pathlib import Path

    from trickbook.lab.chunks import PlayedChunk
    from trickbook.lab.executors import WorkerOptions
    from trickbook.lab.result_store import ResultLocation, ResultStore
    from trickbook.lab.study import Study
    from trickbook.lab.sums import StudySums


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
