"""Chunks: a task played in pieces, by whoever plays them; what comes of it depends on none of that."""

from __future__ import annotations

from math import ceil
from time import perf_counter
from typing import TYPE_CHECKING, Final, Generic, NamedTuple, Protocol

from trickbook.lab import engine_choice, result_store, single_deal_rows
from trickbook.lab.task import Quota, Summary, rows_in_quota

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from trickbook.lab.rows import Rows
    from trickbook.lab.study import Study
    from trickbook.lab.task import Task

CHUNK_SECONDS: Final = 0.5
"""So long a chunk should take: an interrupt loses no more than that."""

MAX_CHUNK_MATCHES: Final = 4096
"""So many matches are in a chunk at most; their rows are in memory."""

MAX_GROWTH: Final = 4
"""A chunk has at most so many times the matches of one before it."""


def match_ranges(many: int) -> Iterator[range]:
    """So many matches, in stretches whose rows may be in memory."""
    return (range(first, min(first + MAX_CHUNK_MATCHES, many)) for first in range(0, many, MAX_CHUNK_MATCHES))


class Chunk(NamedTuple):
    """So many matches from the first, or fewer if with them all is there that is wanted."""

    first: int
    matches: int
    quota: Quota


class PlayedChunk(NamedTuple, Generic[Summary]):
    """A chunk that was played: what came of it, what was wanted, and how long it took."""

    first: int
    found: Summary
    quota: Quota | None = None
    seconds: float = 0.0


class Executor(Protocol[Summary]):
    """Whoever plays chunks: so many at once; they come back in any order."""

    room: int

    def give(self, chunk: Chunk) -> None:
        """Have a chunk played."""

    def take(self) -> PlayedChunk[Summary]:
        """Wait for a chunk that was given."""


def play_chunk(task: Task[Summary], chunk: Chunk) -> tuple[PlayedChunk[Summary], list[Rows]]:
    """Play a chunk: its matches of each study."""
    begun = perf_counter()
    whole = [_rows(study, chunk) for study in task.studies]
    rows = rows_in_quota(whole, chunk.quota)
    return PlayedChunk(chunk.first, task.tell(rows), chunk.quota, perf_counter() - begun), rows


def _rows(study: Study, chunk: Chunk) -> Rows:
    """The rows of a chunk of a study, by whoever can play it."""
    play = single_deal_rows.rows if study.single else engine_choice.choose_engine(study).rows
    return play(study, chunk.first, chunk.matches)


def play_and_store(task: Task[Summary], chunk: Chunk) -> PlayedChunk[Summary]:
    """Play a chunk, and keep its rows if the task keeps them."""
    done, rows = play_chunk(task, chunk)
    store_rows(task, chunk, rows)
    return done


def store_rows(task: Task[Summary], chunk: Chunk, rows: list[Rows]) -> None:
    """Lay the rows of a chunk into the task's folder, if it has one."""
    if task.folder is not None:
        result_store.store_part(task.folder, task.studies, chunk.first, rows)


class InlineExecutor(Generic[Summary]):
    """A executor of one: this process."""

    room = 1

    def __init__(self, task: Task[Summary]) -> None:
        """Take up a task."""
        self.task = task
        self.given: list[Chunk] = []

    def give(self, chunk: Chunk) -> None:
        """Put a chunk by."""
        self.given.append(chunk)

    def take(self) -> PlayedChunk[Summary]:
        """Play the chunk that was given first."""
        return play_and_store(self.task, self.given.pop(0))


def run_chunks(
    executor: Executor[Summary], quota: Quota, there: Mapping[int, Summary] | None = None
) -> Iterator[PlayedChunk[Summary]]:
    """Play matches from 0 on until there is what is wanted; give the chunks in order.

    ``there`` is what came of chunks that were played before, by their first match.
    """
    plan = ChunkPlan(quota, {first: PlayedChunk(first, found) for first, found in (there or {}).items()})
    while not plan.lack.met:
        while len(plan.away) < executor.room and (chunk := plan.chunk()):
            executor.give(chunk)
        if plan.next not in plan.back:
            plan.receive(executor.take())
        elif again := plan.again():
            executor.give(again)
        else:
            yield plan.pass_on()


class ChunkPlan(Generic[Summary]):
    """What is to be played: ``next`` is the match to pass on next, ``front`` the first that nobody plays yet.

    ``lack`` is what is still to be passed on; chunks are ``away`` or ``back``, by their first match;
    ``lengths`` are about how many deals a match of each study takes.
    """

    def __init__(self, quota: Quota, there: dict[int, PlayedChunk[Summary]]) -> None:
        """Begin with what is there."""
        self.lack, self.back = quota, there
        self.away: dict[int, Chunk] = {}
        self.next = self.front = 0
        self.size = 1
        self.lengths = (1.0,) * len(quota.deals)

    def chunk(self) -> Chunk | None:
        """The next chunk to be played; none if all that is wanted is being played, as far as one can tell."""
        while self.front in self.back:
            self.front += self.back[self.front].found.matches
        missing = self._missing()
        if missing <= 0 and (self.away or self.next in self.back):
            return None
        gap = min((first - self.front for first in self.back if first > self.front), default=missing)
        return self._give(Chunk(self.front, max(1, min(missing, gap, self.size)), self.lack))

    def _missing(self) -> int:
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
        if alone or done.quota == self.lack or not self.lack.exceeded(done.found):
            return None
        del self.back[self.next]
        return self._give(Chunk(self.next, done.found.matches, self.lack))

    def _give(self, chunk: Chunk) -> Chunk:
        self.away[chunk.first] = chunk
        self.front = max(self.front, chunk.first + chunk.matches)
        return chunk

    def receive(self, done: PlayedChunk[Summary]) -> None:
        """Take a chunk back; by the time it took, the next have their size."""
        chunk = self.away.pop(done.first)
        self.back[done.first] = done
        each = done.seconds / chunk.matches
        self.lengths = tuple(deals / done.found.matches for deals in done.found.dealt)
        self.size = max(
            1, min(chunk.matches * MAX_GROWTH, MAX_CHUNK_MATCHES, int(CHUNK_SECONDS / max(each, 1e-9)))
        )

    def pass_on(self) -> PlayedChunk[Summary]:
        """The next chunk, which is done with."""
        done = self.back.pop(self.next)
        self.next += done.found.matches
        self.lack = self.lack.less(done.found)
        return done
