"""Running a study: alone or with a crew, kept in a file or not, with what is done so far at any time."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from trickbook.lab import shelf
from trickbook.lab.chunks import run
from trickbook.lab.hiring import ALONE, hire
from trickbook.lab.sums import NOTHING, Sums, added, alone
from trickbook.lab.task import Task, Want

if TYPE_CHECKING:
    from collections.abc import Generator

    from trickbook.lab.hiring import Hands
    from trickbook.lab.shelf import Shelf
    from trickbook.lab.study import Study


class Total(NamedTuple):
    """What is done: the sums, how many of the deals were played now, where the chunks begin."""

    sums: Sums = NOTHING
    played: int = 0
    firsts: tuple[int, ...] = ()


def simulate(
    study: Study, deals: int, hands: Hands = ALONE, lying: Shelf | None = None
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
        with hire(Task((study,), alone, folder), hands) as crew:
            for done in run(crew, Want(0, (deals,)), there):
                played = 0 if done.want is None else done.found.deals
                total = Total(
                    added(total.sums, done.found), total.played + played, (*total.firsts, done.first)
                )
                yield total
        if lying:
            shelf.finish(lying, study, total.firsts, total.sums)
    finally:
        if lying:
            shelf.leave(lying.folder, lying.lock)  # a shelf with parts on it stays
