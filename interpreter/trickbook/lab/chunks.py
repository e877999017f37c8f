"""Chunks: a task is played in pieces, by any executor and engine; the results depend on neither."""

from __future__ import annotations

from math import ceil
from time import perf_counter
from typing import TYPE_CHECKING, Final, Generic, NamedTuple, Protocol

from trickbook import batch
from trickbook.lab import interpreter_rows, result_store
from trickbook.lab.study import joined_rows
from trickbook.lab.task import Quota, Summary, rows_in_quota
from trickbook.problems import MissingError, needs

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from trickbook.lab.study import Rows, Study
    from trickbook.lab.task import Task


try:
    with needs(batch.MISSING):
        from trickbook.lab import machine_rows
except MissingError as missing:
    machine_rows = None  # type: ignore[assignment]
    MISSING = str(missing)
else:
    MISSING = ""


class RowEngine(NamedTuple):
    """An engine: its name, why it is not machine code, and a function from matches to rows."""

    name: str
    reason: str
    rows: Callable[[Study, int, int], Rows]


INTERPRETER: Final = RowEngine("interpreter", "", interpreter_rows.interpreter_rows)


def choose_engine(study: Study) -> RowEngine:
    """Return the fastest engine that can play a study."""
    reason = MISSING or machine_rows.refusal(study)
    if reason:
        return INTERPRETER._replace(reason=reason)
    return RowEngine("fast", "", machine_rows.machine_rows)


def is_compiled(studies: Iterable[Study]) -> bool:
    """Return whether machine code plays all of these studies."""
    return not any(study.single or choose_engine(study).reason for study in studies)


CHUNK_SECONDS: Final = 0.5
"""The time that a chunk should take; an interrupt loses no more than that."""

MAX_CHUNK_DEALS: Final = 1 << 16
"""About the most deals in a chunk; their rows are in memory."""

BLOCK_DEALS: Final = 1 << 14
"""About as many deals are summarised at once; their rows fit in the processor's cache."""

FIRST_BLOCK: Final = 512
"""So many matches show how long matches are."""

MATCHES_READ: Final = 4096
"""The most matches that are read from a file at once."""

MAX_GROWTH: Final = 4
"""How many times larger than the one before a chunk may be."""


def match_ranges(many: int) -> Iterator[range]:
    """Yield ranges of matches whose rows fit in memory."""
    return (range(first, min(first + MATCHES_READ, many)) for first in range(0, many, MATCHES_READ))


class Chunk(NamedTuple):
    """Matches from the first on; fewer if they already fill the quota.

    Unless they are to be ``compiled``, the interpreter plays them.
    """

    first: int
    matches: int
    quota: Quota
    compiled: bool = True


class PlayedChunk(NamedTuple, Generic[Summary]):
    """The result of a chunk, with the quota it was played for and the seconds it took."""

    first: int
    found: Summary
    quota: Quota | None = None
    seconds: float = 0.0


class Executor(Protocol[Summary]):
    """Plays chunks, ``room`` of them at once; they come back in any order."""

    room: int

    def give(self, chunk: Chunk) -> None:
        """Submit a chunk."""

    def take(self) -> PlayedChunk[Summary]:
        """Wait for a submitted chunk."""


def play_chunk(task: Task[Summary], chunk: Chunk) -> tuple[PlayedChunk[Summary], list[Rows]]:
    """Play a chunk, the same matches of each study; also return its rows if they are to be stored."""
    begun = perf_counter()
    total: Summary | None = None
    kept = []
    for found, rows in _blocks(task, chunk):
        total = found if total is None else task.add(total, found)
        kept += [rows] if task.folder else []
    assert total is not None  # noqa: S101 - a chunk has matches
    done = PlayedChunk(chunk.first, total, chunk.quota, perf_counter() - begun)
    return done, [joined_rows(parts) for parts in zip(*kept, strict=True)]


def _blocks(task: Task[Summary], chunk: Chunk) -> Iterator[tuple[Summary, list[Rows]]]:
    """Yield the figures and rows of a chunk's blocks, as many as its quota needs."""
    lack, first, matches, end = chunk.quota, chunk.first, FIRST_BLOCK, chunk.first + chunk.matches
    while first < end and (first == chunk.first or not lack.met):
        many = min(matches, end - first)
        rows = rows_in_quota(
            [_rows(study, first, many, compiled=chunk.compiled) for study in task.studies], lack
        )
        found = task.tell(rows)
        yield found, rows
        lack, first = lack.less(found), first + found.matches
        matches = max(1, BLOCK_DEALS * found.matches // max(found.dealt))


def _rows(study: Study, first: int, matches: int, *, compiled: bool) -> Rows:
    """Return the rows of some matches of a study, from the fastest engine that can play them now."""
    if study.single:
        return interpreter_rows.single_deal_rows(study, first, matches)
    engine = choose_engine(study) if compiled else INTERPRETER
    return engine.rows(study, first, matches)


def play_and_store(task: Task[Summary], chunk: Chunk) -> PlayedChunk[Summary]:
    """Play a chunk, and store its rows if the task has a folder."""
    done, rows = play_chunk(task, chunk)
    store_rows(task, chunk, rows)
    return done


def store_rows(task: Task[Summary], chunk: Chunk, rows: list[Rows]) -> None:
    """Store the rows of a chunk in the task's folder, if it has one."""
    if task.folder is not None:
        result_store.store_part(task.folder, task.studies, chunk.first, rows)


class InlineExecutor(Generic[Summary]):
    """An executor that plays chunks in this process."""

    room = 1

    def __init__(self, task: Task[Summary]) -> None:
        """Begin a task."""
        self.task = task
        self.given: list[Chunk] = []

    def give(self, chunk: Chunk) -> None:
        """Queue a chunk."""
        self.given.append(chunk)

    def take(self) -> PlayedChunk[Summary]:
        """Play the first chunk in the queue."""
        return play_and_store(self.task, self.given.pop(0))


def run_chunks(
    executor: Executor[Summary], quota: Quota, there: Mapping[int, Summary] | None = None
) -> Iterator[PlayedChunk[Summary]]:
    """Play matches from 0 on until the quota is met; yield the chunks in order.

    ``there`` has the results of earlier chunks, by their first match.
    """
    plan = ChunkPlan(quota, {first: PlayedChunk(first, found) for first, found in (there or {}).items()})
    while not plan.lack.met:
        while len(plan.away) < executor.room and (chunk := plan.chunk(executor.room)):
            executor.give(chunk)
        if plan.next not in plan.back:
            plan.receive(executor.take())
        elif again := plan.again():
            executor.give(again)
        else:
            yield plan.pass_on()


class ChunkPlan(Generic[Summary]):
    """The matches left to play: ``next`` is the match to pass on next, ``front`` the first that nobody plays.

    ``lack`` is the rest of the quota; chunks are ``away`` or ``back``, by their first match; ``lengths``
    estimates the deals in a match of each study.
    """

    def __init__(self, quota: Quota, there: dict[int, PlayedChunk[Summary]]) -> None:
        """Begin with the chunks that are there."""
        self.lack, self.back = quota, there
        self.away: dict[int, Chunk] = {}
        self.next = self.front = 0
        self.size = 1
        self.lengths = (1.0,) * len(quota.deals)

    def chunk(self, room: int) -> Chunk | None:
        """Return the next chunk to play; None if the chunks being played probably fill the quota.

        Where several are played at once the last ones are small: all end at about the same time.
        """
        while self.front in self.back:
            self.front += self.back[self.front].found.matches
        missing = self._missing()
        if missing <= 0 and (self.away or self.next in self.back):
            return None
        gap = min((first - self.front for first in self.back if first > self.front), default=missing)
        matches = max(1, min(ceil(missing / room), gap, self.size))
        return self._give(Chunk(self.front, matches, self.lack))

    def _missing(self) -> int:
        """Estimate how many more matches are needed than are being played."""
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
        """Return the next chunk again if it may exceed the quota: it must end earlier."""
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
        """Take a chunk back; the time it took sets the size of the next ones."""
        chunk = self.away.pop(done.first)
        self.back[done.first] = done
        each = done.seconds / chunk.matches
        self.lengths = tuple(deals / done.found.matches for deals in done.found.dealt)
        most = int(min(MAX_CHUNK_DEALS / max(self.lengths), CHUNK_SECONDS / max(each, 1e-9)))
        self.size = max(1, min(chunk.matches * MAX_GROWTH, most))

    def pass_on(self) -> PlayedChunk[Summary]:
        """Return the next chunk; it is finished."""
        done = self.back.pop(self.next)
        self.next += done.found.matches
        self.lack = self.lack.less(done.found)
        return done
