"""Files of results, and their pooled sums. Matches of one number and seed count once."""

from __future__ import annotations

from collections import Counter
from functools import reduce
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from trickbook.lab import parquet
from trickbook.lab.chunks import match_ranges
from trickbook.lab.measures import (
    EXACT_LIMIT,
    MeasuredMatches,
    largest_magnitude,
    measure_matches,
)
from trickbook.lab.metadata import StoredStudy
from trickbook.lab.sums import NO_SUMS, StudySums, added_sums, sums_by_seat
from trickbook.problems import TrickbookError
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray


FILE_TRAITS: Final = (
    "file",
    "ruleset",
    "house",
    "players",
    "bots",
    "seed",
    "deals",
    "matches",
    "version",
    "digest",
)
"""The traits of every file; the options of its ruleset are traits, too."""


OPTION_PREFIX: Final = "option_"
"""The prefix of an option that is called like a trait."""


class ResultFile(NamedTuple):
    """A file: its path, and its study with its sums."""

    path: Path
    about: StoredStudy

    @property
    def sums(self) -> StudySums:
        """The sums of its matches."""
        return self.about.sums

    @property
    def study(self) -> tuple[object, ...]:
        """The traits that identify its matches; the version does not matter."""
        return self.about.digest, self.about.players, self.about.bots, self.about.seed

    @property
    def traits(self) -> dict[str, Any]:
        """Return its traits by name."""
        known = {
            **self.about._asdict(),
            "file": str(self.path),
            "house": ",".join(self.about.house),
            "bots": shortened_players(self.about.bots),
            "deals": self.sums.deals,
            "matches": self.sums.matches,
        }
        return {
            **{
                OPTION_PREFIX * (name in FILE_TRAITS) + name: ",".join(value)
                if isinstance(value, list)
                else value
                for name, value in self.about.options.items()
            },
            **{name: known[name] for name in FILE_TRAITS},
        }


def shortened_players(bots: str) -> str:
    """Return a list of players without its repetitions."""
    names = bots.split(",")
    sizes = (size for size in range(1, len(names) + 1) if names == (names[:size] * len(names))[: len(names)])
    return ",".join(names[: next(sizes)])


def longest_by_study(files: Sequence[ResultFile]) -> list[ResultFile]:
    """Return the longest file of each study; its other files begin with the same matches."""
    most: dict[tuple[object, ...], ResultFile] = {}
    for file in files:
        if file.study not in most or file.sums.matches > most[file.study].sums.matches:
            most[file.study] = file
    return list(most.values())


def pooled(files: Sequence[ResultFile]) -> StudySums:
    """Return the sums of files of different studies, with the measures that all of them have.

    If the files have different numbers of seats, only the sums over all seats are pooled.
    """
    every = [file.sums for file in files]
    common = [name for name in every[0].measures if all(name in one.measures for one in every)]
    even = len({len(one.points) for one in every}) == 1
    seeds: dict[int, list[ResultFile]] = {}
    for file in files:
        seeds.setdefault(file.about.seed, []).append(file)
    found = (
        joint_sums(of, common, even=even) if len(of) > 1 else _cut(of[0].sums, common, even=even)
        for of in seeds.values()
    )
    return reduce(added_sums, found, NO_SUMS)


def _cut(sums: StudySums, common: Sequence[str], *, even: bool) -> StudySums:
    """Return the sums of some measures, by seat if all files have the same seats."""
    measures = {name: sums.measures[name] if even else sums.measures[name][-1:] for name in common}
    return sums._replace(measures=measures, points=sums.points if even else ())


def joint_sums(files: Sequence[ResultFile], common: Sequence[str], *, even: bool) -> StudySums:
    """Return the sums of files of one seed: matches with the same number are one observation."""
    many = max(file.sums.matches for file in files)
    found = (_stretch(files, matches, common, even=even) for matches in match_ranges(many))
    seats = zip(*(file.sums.points for file in files), strict=True) if even else ()
    return reduce(added_sums, found)._replace(
        deals=sum(file.sums.deals for file in files),
        points=tuple(sum(map(Counter, seat), Counter[int]()) for seat in seats),
    )


def _stretch(files: Sequence[ResultFile], matches: range, common: Sequence[str], *, even: bool) -> StudySums:
    """Return the sums of some of the matches, in whichever files they are."""
    there = [_measured(file, matches, common) for file in files if file.sums.matches > matches.start]
    found = {
        name: sums_by_seat(MeasuredMatches(*(_beside(both, even=even) for both in zip(*of, strict=True))))
        for name in common
        for of in [[one[name] for one in there]]
    }
    return StudySums(len(matches), 0, found, ())


def _measured(file: ResultFile, matches: range, common: Sequence[str]) -> Mapping[str, MeasuredMatches]:
    """Return the measures of a file's matches; TrickbookError if some are missing."""
    found = measure_matches(parquet.read_rows(file.path, matches)[1])
    if len(found[common[0]].much) != min(matches.stop, file.sums.matches) - matches.start:
        raise TrickbookError(
            Message("{path} is damaged: its deals are not what its sums tell of", path=str(file.path))
        )
    return found


def _beside(columns: Sequence[NDArray[Any]], *, even: bool) -> NDArray[Any]:
    """Add columns match by match; over all seats if the files have different seats."""
    of = columns if even else [one[:, -1:] for one in columns]
    exact = sum(map(largest_magnitude, of)) < EXACT_LIMIT and all(one.dtype != object for one in of)
    total = np.zeros((max(map(len, of)), of[0].shape[1]), np.int64 if exact else object)
    for one in of:
        total[: len(one)] += one
    return total
