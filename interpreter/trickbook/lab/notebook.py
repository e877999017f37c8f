"""The lab for notebooks and programs: simulate, read, and get plain columns."""

from __future__ import annotations

from os import PathLike
from os.path import lexists
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, NamedTuple

from trickbook.bots import parse_players
from trickbook.lab import parquet, result_store, results, runner
from trickbook.lab.intervals import plain_estimates
from trickbook.lab.runner import WorkerOptions
from trickbook.lab.study import new_study
from trickbook.problems import TrickbookError, described, within
from trickbook.ruleset import Ruleset, load
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray


class Result(NamedTuple):
    """The result of a study: what it is about, the numbers of each deal, means with their intervals.

    ``columns`` are ``match``, ``deal`` and ``last`` (whether it ends the match), and by seat ``points_0``,
    ``score_0``, ``tricks_0``, ``choices_0``, ``forced_0``, ``moves_0``, ``exposed_0``, the metrics of the
    ruleset, ``won_0``. ``metrics`` have a mean, low and high, over ``all`` seats and for each of the
    ``seats``.
    """

    about: Mapping[str, Any]
    columns: Mapping[str, NDArray[Any]]
    metrics: Mapping[str, Any]

    def __repr__(self) -> str:
        """Return what it is about, without its numbers."""
        ruleset, deals, matches, seed = (self.about[name] for name in ("ruleset", "deals", "matches", "seed"))
        return f"<Result {ruleset}, {deals} deals in {matches} matches, seed {seed}>"


def simulate(  # noqa: PLR0913 - a study has many sides
    rules: Ruleset | str | PathLike[str],
    *,
    deals: int = 1000,
    bots: str | Sequence[str] = "random",
    seed: int = 0,
    players: int | None = None,
    workers: int | None = None,
    out: str | PathLike[str] | None = None,
    resume: bool = False,
) -> Result:
    """Play whole matches by a ruleset, or by the ruleset of a name, until there are enough deals.

    ``bots`` repeat around the table: names, or a text with commas between. More than one of ``workers`` are
    separate processes; without a number, machine code plays in a thread on each core. ``out`` is a Parquet
    file to keep; ``resume`` continues it. Raises TrickbookError for invalid arguments.
    """
    within("deals", deals, 1, 10**12)
    if workers is not None:
        within("workers", workers, 1, 256)
    found = rules if isinstance(rules, Ruleset) else load(rules, players=players)
    of = new_study(found, parse_players(bots) if isinstance(bots, str) else bots, seed, players)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "results.parquet" if out is None else _path(out)
        at = result_store.result_location(path)
        if not resume and (lexists(path) or at.begun):
            raise TrickbookError(Message("{text} is there already, or was begun", text=described(str(path))))
        store = runner.resume_study(at, of) if resume else result_store.new_store(at)
        for _ in runner.run_study(of, deals, WorkerOptions(workers), store):
            pass
        result = read(path)
    about = {name: value for name, value in result.about.items() if name != "file" or out is not None}
    return result._replace(about=about)


def read(path: str | PathLike[str]) -> Result:
    """Return the contents of a file of results; TrickbookError for any other file."""
    file = results.read_file(_path(path))
    return Result(file.traits, parquet.file_columns(file.path), plain_estimates(file.sums))


def _path(given: object) -> Path:
    """Return a file's path; TrickbookError for anything else."""
    if not isinstance(given, str | PathLike) or not str(given):
        raise TrickbookError(
            Message("a file is named by a text or a path, not {text}", text=described(given))
        )
    return Path(given)
