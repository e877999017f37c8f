"""Chunks: a task played in pieces, by whoever plays them; what comes of it depends on none of that."""

from __future__ import annotations

from math import ceil
from time import perf_counter
from typing import TYPE_CHECKING, Final, Generic, NamedTuple, Protocol

from trickbook.lab import engines, shelf, singles
from trickbook.lab.task import Told, Want, enough

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from trickbook.lab.rows import Rows
    from trickbook.lab.study import Study
    from trickbook.lab.task import Task

SECONDS: Final = 0.5
"""So long a chunk should take: an interrupt loses no more than that."""

MOST_MATCHES: Final = 4096
"""So many matches are in a chunk at most; their rows are in memory."""

GROWTH: Final = 4
"""A chunk has at most so many times the matches of one before it."""


def stretches(many: int) -> Iterator[range]:
    """So many matches, in stretches whose rows may be in memory."""
    return (range(first, min(first + MOST_MATCHES, many)) for first in range(0, many, MOST_MATCHES))


class Chunk(NamedTuple):
    """So many matches from the first, or fewer if with them all is there that is wanted."""

    first: int
    matches: int
    want: Want


class Done(NamedTuple, Generic[Told]):
    """A chunk that was played: what came of it, what was wanted, and how long it took."""

    first: int
    found: Told
    want: Want | None = None
    seconds: float = 0.0


class Crew(Protocol[Told]):
    """Whoever plays chunks: so many at once; they come back in any order."""

    room: int

    def give(self, chunk: Chunk) -> None:
        """Have a chunk played."""

    def take(self) -> Done[Told]:
        """Wait for a chunk that was given."""


def played(task: Task[Told], chunk: Chunk) -> tuple[Done[Told], list[Rows]]:
    """Play a chunk: its matches of each study."""
    begun = perf_counter()
    whole = [_rows(study, chunk) for study in task.studies]
    rows = enough(whole, chunk.want)
    return Done(chunk.first, task.tell(rows), chunk.want, perf_counter() - begun), rows


def _rows(study: Study, chunk: Chunk) -> Rows:
    """The rows of a chunk of a study, by whoever can play it."""
    play = singles.rows if study.single else engines.choose(study).rows
    return play(study, chunk.first, chunk.matches)


def work(task: Task[Told], chunk: Chunk) -> Done[Told]:
    """Play a chunk, and keep its rows if the task keeps them."""
    done, rows = played(task, chunk)
    keep(task, chunk, rows)
    return done


def keep(task: Task[Told], chunk: Chunk, rows: list[Rows]) -> None:
    """Lay the rows of a chunk into the task's folder, if it has one."""
    if task.folder is not None:
        shelf.lay(task.folder, task.studies, chunk.first, rows)


class Alone(Generic[Told]):
    """A crew of one: this process."""

    room = 1

    def __init__(self, task: Task[Told]) -> None:
        """Take up a task."""
        self.task = task
        self.given: list[Chunk] = []

    def give(self, chunk: Chunk) -> None:
        """Put a chunk by."""
        self.given.append(chunk)

    def take(self) -> Done[Told]:
        """Play the chunk that was given first."""
        return work(self.task, self.given.pop(0))


def run(crew: Crew[Told], want: Want, there: Mapping[int, Told] | None = None) -> Iterator[Done[Told]]:
    """Play matches from 0 on until there is what is wanted; give the chunks in order.

    ``there`` is what came of chunks that were played before, by their first match.
    """
    plan = Plan(want, {first: Done(first, found) for first, found in (there or {}).items()})
    while not plan.lack.met:
        while len(plan.away) < crew.room and (chunk := plan.chunk()):
            crew.give(chunk)
        if plan.next not in plan.back:
            plan.receive(crew.take())
        elif again := plan.again():
            crew.give(again)
        else:
            yield plan.pass_on()


class Plan(Generic[Told]):
    """What is to be played: ``next`` is the match to pass on next, ``front`` the first that nobody plays yet.

    ``lack`` is what is still to be passed on; chunks are ``away`` or ``back``, by their first match;
    ``lengths`` are about how many deals a match of each study takes.
    """

    def __init__(self, want: Want, there: dict[int, Done[Told]]) -> None:
        """Begin with what is there."""
        self.lack, self.back = want, there
        self.away: dict[int, Chunk] = {}
        self.next = self.front = 0
        self.size = 1
        self.lengths = (1.0,) * len(want.deals)

    def chunk(self) -> Chunk | None:
        """The next chunk to be played; none if all that is wanted is being played, as far as one can tell."""
        while self.front in self.back:
            self.front += self.back[self.front].found.matches
        want = self._wanted()
        if want <= 0 and (self.away or self.next in self.back):
            return None
        gap = min((first - self.front for first in self.back if first > self.front), default=want)
        return self._give(Chunk(self.front, max(1, min(want, gap, self.size)), self.lack))

    def _wanted(self) -> int:
        """About how many more matches are wanted than are coming."""
        away = sum(chunk.matches for chunk in self.away.values())
        left = self.lack
        for done in self.back.values():
            left = left.less(done.found)
        return max(
            left.matches - away,
            *(
                ceil((deals - away * length) / length)
                for deals, length in zip(left.deals, self.lengths, strict=True)
            ),
        )

    def again(self) -> Chunk | None:
        """The next chunk once more, if it may have more than is wanted: it is to end earlier."""
        done = self.back[self.next]
        alone = done.found.matches == 1
        if alone or done.want == self.lack or not self.lack.exceeded(done.found):
            return None
        del self.back[self.next]
        return self._give(Chunk(self.next, done.found.matches, self.lack))

    def _give(self, chunk: Chunk) -> Chunk:
        self.away[chunk.first] = chunk
        self.front = max(self.front, chunk.first + chunk.matches)
        return chunk

    def receive(self, done: Done[Told]) -> None:
        """Take a chunk back; by the time it took, the next have their size."""
        chunk = self.away.pop(done.first)
        self.back[done.first] = done
        each = done.seconds / chunk.matches
        self.lengths = tuple(deals / done.found.matches for deals in done.found.dealt)
        self.size = max(1, min(chunk.matches * GROWTH, MOST_MATCHES, int(SECONDS / max(each, 1e-9))))

    def pass_on(self) -> Done[Told]:
        """The next chunk, which is done with."""
        done = self.back.pop(self.next)
        self.next += done.found.matches
        self.lack = self.lack.less(done.found)
        return done
