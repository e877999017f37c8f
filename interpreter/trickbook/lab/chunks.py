"""Chunks: a study played in pieces, by whoever plays them; what comes of it depends on none of that."""

from __future__ import annotations

from math import ceil
from time import perf_counter
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from trickbook.lab import engines, shelf
from trickbook.lab.rows import until
from trickbook.lab.sums import Sums, sums

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from trickbook.lab.rows import Rows
    from trickbook.lab.study import Study

SECONDS: Final = 0.5
"""So long a chunk should take: an interrupt loses no more than that."""

MOST_MATCHES: Final = 4096
"""So many matches are in a chunk at most; their rows are in memory."""

GROWTH: Final = 4
"""A chunk has at most so many times the matches of one before it."""


class Chunk(NamedTuple):
    """So many matches from the first, or those that have ``most`` deals; rows go into the folder, if any."""

    first: int
    matches: int
    most: int
    folder: Path | None = None


class Done(NamedTuple):
    """A chunk that was played: its sums, at how many deals it was to end, and how long it took."""

    first: int
    sums: Sums
    most: int | None = None
    seconds: float = 0.0


class Crew(Protocol):
    """Whoever plays chunks: so many at once; they come back in any order."""

    room: int

    def give(self, chunk: Chunk) -> None:
        """Have a chunk played."""

    def take(self) -> Done:
        """Wait for a chunk that was given."""


def played(study: Study, chunk: Chunk) -> tuple[Done, Rows]:
    """Play a chunk."""
    begun = perf_counter()
    rows = until(engines.choose(study).rows(study, chunk.first, chunk.matches), chunk.most)
    return Done(chunk.first, sums(rows), chunk.most, perf_counter() - begun), rows


def work(study: Study, chunk: Chunk) -> Done:
    """Play a chunk, and lay its rows into its folder."""
    done, rows = played(study, chunk)
    if chunk.folder is not None:
        shelf.lay(chunk.folder, study, chunk.first, rows)
    return done


class Alone:
    """A crew of one: this process."""

    room = 1

    def __init__(self, study: Study) -> None:
        """Take up a study."""
        self.study = study
        self.given: list[Chunk] = []

    def give(self, chunk: Chunk) -> None:
        """Put a chunk by."""
        self.given.append(chunk)

    def take(self) -> Done:
        """Play the chunk that was given first."""
        return work(self.study, self.given.pop(0))


def run(
    crew: Crew, deals: int, folder: Path | None = None, there: Mapping[int, Sums] | None = None
) -> Iterator[Done]:
    """Play matches from 0 on until there are so many deals; give the chunks in order.

    ``there`` are the sums of chunks that were played before, by their first match.
    """
    plan = Plan(deals, folder, {first: Done(first, sums) for first, sums in (there or {}).items()})
    while plan.lack > 0:
        while len(plan.away) < crew.room and (chunk := plan.chunk()):
            crew.give(chunk)
        if plan.next not in plan.back:
            plan.receive(crew.take())
        elif again := plan.again():
            crew.give(again)
        else:
            yield plan.pass_on()


class Plan:
    """What is to be played: ``next`` is the match to pass on next, ``front`` the first that nobody plays yet.

    ``lack`` are the deals still to pass on; chunks are ``away`` or ``back``, by their first match.
    """

    def __init__(self, deals: int, folder: Path | None, there: dict[int, Done]) -> None:
        """Begin with what is there."""
        self.folder, self.lack, self.back = folder, deals, there
        self.away: dict[int, Chunk] = {}
        self.next = self.front = 0
        self.size = 1
        self.length = 1.0

    def chunk(self) -> Chunk | None:
        """The next chunk to be played; none if all that is wanted is being played, as far as one can tell."""
        while self.front in self.back:
            self.front += self.back[self.front].sums.matches
        coming = sum(chunk.matches for chunk in self.away.values()) * self.length
        coming += sum(done.sums.deals for done in self.back.values())
        want = ceil((self.lack - coming) / self.length)
        if want <= 0 and (self.away or self.next in self.back):
            return None
        gap = min((first - self.front for first in self.back if first > self.front), default=want)
        chunk = Chunk(self.front, max(1, min(want, gap, self.size)), self.lack, self.folder)
        return self._give(chunk)

    def again(self) -> Chunk | None:
        """The next chunk once more, if it has more deals than are wanted: it is to end earlier."""
        done = self.back[self.next]
        if done.sums.deals <= self.lack or done.most == self.lack:
            return None
        del self.back[self.next]
        return self._give(Chunk(self.next, done.sums.matches, self.lack, self.folder))

    def _give(self, chunk: Chunk) -> Chunk:
        self.away[chunk.first] = chunk
        self.front = max(self.front, chunk.first + chunk.matches)
        return chunk

    def receive(self, done: Done) -> None:
        """Take a chunk back; by the time it took, the next have their size."""
        chunk = self.away.pop(done.first)
        self.back[done.first] = done
        each = done.seconds / chunk.matches
        self.length = done.sums.deals / done.sums.matches
        self.size = max(1, min(chunk.matches * GROWTH, MOST_MATCHES, int(SECONDS / max(each, 1e-9))))

    def pass_on(self) -> Done:
        """The next chunk, which is done with."""
        done = self.back.pop(self.next)
        self.next += done.sums.matches
        self.lack -= done.sums.deals
        return done
