"""Running a task: alone or with a crew, kept in files or not, with what is done so far at any time."""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING, Generic, NamedTuple

from trickbook.lab import parquet, shelf
from trickbook.lab.chunks import run, stretches
from trickbook.lab.hiring import ALONE, hire
from trickbook.lab.sums import added, alone
from trickbook.lab.task import Task, Told, Want

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence
    from pathlib import Path

    from trickbook.lab.chunks import Done
    from trickbook.lab.hiring import Hands
    from trickbook.lab.shelf import Place, Shelf
    from trickbook.lab.study import Study
    from trickbook.lab.sums import Sums


class Total(NamedTuple, Generic[Told]):
    """What is done: what came of it, how many of the deals were played now, where the chunks begin."""

    found: Told
    played: int = 0
    firsts: tuple[int, ...] = ()


def going(
    task: Task[Told], want: Want, hands: Hands = ALONE, lying: Shelf[Told] | None = None
) -> Generator[Total[Told], None, None]:
    """Play the same whole matches until there is what is wanted; give what is done, again and again.

    With a shelf every deal is kept there, and its files are written at the end.
    """
    try:
        if lying and lying.whole and want.less(lying.whole).met:
            yield Total(lying.whole)
            return
        total: Total[Told] | None = None
        there, folder = (lying.there, lying.place.folder) if lying else ({}, None)
        with hire(task._replace(folder=folder), hands) as crew:
            for done in run(crew, want, there):
                total = _more(task, total, done)
                yield total
        if lying and total:
            shelf.finish(lying, task.studies, total.firsts, total.found.sums)
    finally:
        if lying:
            shelf.leave(lying)  # one with parts on it stays


def _more(task: Task[Told], before: Total[Told] | None, done: Done[Told]) -> Total[Told]:
    """What is done with one more chunk."""
    played = 0 if done.want is None else sum(done.found.dealt)
    if before is None:
        return Total(done.found, played, (done.first,))
    found, firsts = task.add(before.found, done.found), (*before.firsts, done.first)
    return Total(found, before.played + played, firsts)


def reread(task: Task[Told], files: Sequence[Path], held: Sequence[Sums]) -> Told:
    """What is told of the matches that all of these files hold, read a stretch at a time."""
    many = min(one.matches for one in held)
    rows = ([parquet.read(file, matches)[1] for file in files] for matches in stretches(many))
    return reduce(task.add, map(task.tell, rows))


def simulating(study: Study) -> Task[Sums]:
    """What is told of a study alone."""
    return Task((study,), alone, added)


def simulate(
    study: Study, deals: int, hands: Hands = ALONE, lying: Shelf[Sums] | None = None
) -> Generator[Total[Sums], None, None]:
    """Play whole matches of a study until there are so many deals; give what is done, again and again."""
    return going(simulating(study), Want(0, (deals,)), hands, lying)


def resume(at: Place, study: Study) -> Shelf[Sums]:
    """A shelf with what lies there of a study alone; TrickbookError if that is of another."""
    return shelf.resume(at, simulating(study), lambda _files, held: held[0])
