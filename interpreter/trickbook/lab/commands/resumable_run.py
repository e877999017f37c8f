"""Long runs: their progress, and the folder of their deals from which a stopped run continues."""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final, Generic, NamedTuple, TypeVar

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from trickbook.bots.montecarlo import prepare_search
from trickbook.console import INTERRUPTED
from trickbook.console.commands import Command
from trickbook.console.messages import echo, shell_line, usage_error
from trickbook.console.output_files import OutputPath, require_writable
from trickbook.console.parameters import RANDOM_SEEDS, Number, option, switch
from trickbook.lab import NEEDED
from trickbook.problems import TrickbookError, needs, visible
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from trickbook.lab.result_store import ResultLocation, ResultStore
    from trickbook.lab.runner import WorkerOptions
    from trickbook.lab.study import Study
    from trickbook.lab.task import Summary

Found = TypeVar("Found")

LONGEST: Final = 40
"""The longest part of a ruleset's title in the name of its file."""

MOST_DEALS: Final = 10**12
"""The largest number of deals."""

ON: Final = ("here", "dask")
"""Where deals are played."""


class LabCommand(Command):
    """A command of the lab, which needs NumPy once it runs."""

    def invoke(self, ctx: click.Context) -> object:
        """Run the command. Raises MissingError without NumPy."""
        with needs(NEEDED):
            import numpy as np  # noqa: F401 - it is only asked whether it is there
        return super().invoke(ctx)


@dataclass(frozen=True)
class Workers:
    """The processes that play, here or on a cluster."""

    workers: int | None = option(
        "--workers",
        "Number of processes.  [default: this one, where machine code has a thread on each core]",
        Number(1, 256),
    )
    on: str = option("--on", "Play here, or on a Dask cluster.", click.Choice(ON), default=ON[0])
    scheduler: str | None = option(
        "--scheduler",
        "Scheduler of the cluster.  [default: a local one with --workers]",
        metavar="ADDRESS",
    )

    def options(self) -> WorkerOptions:
        """Return what the lab takes; --scheduler needs a cluster."""
        from trickbook.lab.runner import WorkerOptions

        if self.scheduler is not None and self.on == ON[0]:
            raise usage_error(Message("--scheduler needs --on dask"))
        if self.scheduler is not None and not self.scheduler.strip():
            raise usage_error(Message("--scheduler needs an address, such as tcp://10.0.0.1:8786"))
        return WorkerOptions(self.workers, self.on, self.scheduler)

    def resumed(self, again: Sequence[str], given: Mapping[str, object], *, as_json: bool) -> str:
        """The command that resumes a run: ``again`` with these options and the ``given`` ones that are."""
        named = {"workers": self.workers, "scheduler": self.scheduler, **given}
        more = [
            word for name, value in named.items() if value is not None for word in (f"--{name}", str(value))
        ]
        more += ["--on", self.on] if self.on != ON[0] else []
        return shell_line([*again, *more, *(["--json"] if as_json else []), "--resume"])


@dataclass(frozen=True)
class Storage:
    """The folder for the deals, and whether a run in it is resumed or replaced."""

    keep: Path | None = option("--keep", "Write every deal to Parquet files.", OutputPath(), metavar="FOLDER")
    resume: bool = switch("--resume", "Resume the run in --keep.")
    force: bool = switch("--force", "Replace existing files or an unfinished run.")

    def run(self) -> ResumableRun:
        """Check that the options go together and overwrite nothing by accident."""
        folder, resume, force = self.keep, self.resume, self.force
        if resume and (force or folder is None):
            raise usage_error(
                Message("--resume does not go with {flag}", flag="--force")
                if force
                else Message("--resume needs --keep")
            )
        if folder is None:
            return ResumableRun(None, resume, force)
        if folder.exists() and not folder.is_dir():
            raise usage_error(Message("{path} is not a folder; name a folder", path=str(folder)))
        if not folder.exists():
            require_writable(folder, force=False)
        before = _before(folder)
        lies = before.begun or bool([*folder.glob("*.parquet")])
        if lies and not (resume or force):
            raise usage_error(
                Message(
                    "{path} holds an unfinished run; use --resume to continue it, or --force to start again"
                    if before.begun
                    else "{path} holds results; use --resume to continue, or --force to start again",
                    path=str(folder),
                )
            )
        return ResumableRun(folder, resume, force)


class Finished(NamedTuple, Generic[Found]):
    """The last results, the seconds taken, and whether an interrupt or an error stopped the run."""

    last: Found
    seconds: float
    interrupted: bool
    error: TrickbookError | None = None

    @property
    def stopped(self) -> bool:
        """True if the run was stopped early."""
        return self.interrupted or self.error is not None

    def end(self) -> None:
        """End the command after all output: raise the error, or exit with the code of an interrupt."""
        if self.error:
            raise self.error
        if self.interrupted:
            click.get_current_context().exit(INTERRUPTED)


def prepare_searches(studies: Sequence[Study], workers: WorkerOptions) -> None:
    """Compile what players of some studies search with, before time is taken; a cluster compiles its own."""
    from trickbook.lab.study import plays_out, searches_trees

    games = {(one.rules, one.players): searches_trees(one) for one in studies if plays_out(one)}
    if not games or workers.scheduler:
        return
    with Console(stderr=True).status("Compiling what searches run …"):
        for (rules, players), trees in games.items():
            prepare_search(rules, players, trees=trees)


def show_progress(
    parts: Iterable[Found], done: Callable[[Found], int], wanted: int, before: Found
) -> Finished[Found]:
    """Wait for the last of the growing results; a bar on a terminal counts the deals ``done``."""
    begun, last, interrupted, failed = perf_counter(), before, False, None
    console = Console(stderr=True)
    with (
        Progress(
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("deals, {task.fields[rate]:,.0f} a second,"),
            TimeRemainingColumn(),
            console=console,
            disable=not console.is_terminal,
            transient=True,
        ) as bar,
    ):
        task = bar.add_task("", total=wanted, rate=0)
        try:
            for last in parts:
                many = min(done(last), wanted)
                bar.update(task, completed=many, rate=many / (perf_counter() - begun))
        except KeyboardInterrupt:
            interrupted = True
        except TrickbookError as error:
            failed = error
    return Finished(last, perf_counter() - begun, interrupted, failed)


class ResumableRun(NamedTuple):
    """The folder of the deals, if they are stored, and whether to resume the run in it.

    ``replace``: whether any files may be replaced. A run that is resumed replaces only its own.
    """

    folder: Path | None
    resume: bool
    replace: bool

    def place(self, titles: Sequence[str]) -> ResultLocation:
        """The location of the files, one for each title."""
        from trickbook.lab.result_store import result_location

        assert self.folder  # noqa: S101 - only asked where there is one
        names = [re.sub(r"[^\w.+=,-]", "_", title)[:LONGEST] for title in titles]
        return result_location(
            self.folder, [f"{number}-{name}.parquet" for number, name in enumerate(names, 1)]
        )


def _before(folder: Path) -> ResultLocation:
    """The results in a folder."""
    from trickbook.lab.result_store import result_location

    return result_location(folder, sorted(path.name for path in folder.glob("*.parquet")))


def run_seed(seed: int | None, last: ResumableRun) -> int:
    """The given seed, else that of the stored run, else a random one."""
    if last.resume and last.folder:
        seed = resumed_seed(seed, _before(last.folder), empty=not [*last.folder.glob("*.parquet")])
    return secrets.randbelow(RANDOM_SEEDS) if seed is None else seed


def resumed_seed(seed: int | None, at: ResultLocation, *, empty: bool) -> int | None:
    """The given seed, else that of the stored run.

    Where nothing is stored, a run with the given seed begins; without one, that is a UsageError.
    """
    from trickbook.lab import result_store

    if not empty or at.begun:
        return result_store.stored_seed(at) if seed is None else seed
    out = visible(str(at.out))
    if seed is None:
        raise usage_error(
            Message("{path} holds nothing to resume; leave out --resume, or name a --seed to begin", path=out)
        )
    echo(
        Message("{path} holds nothing to resume; a run with seed {seed} begins.", path=out, seed=seed),
        err=True,
    )
    return seed


def open_store(
    last: ResumableRun, titles: Sequence[str], resume: Callable[[ResultLocation], ResultStore[Summary]]
) -> ResultStore[Summary] | None:
    """Open the store of the deals, if they are stored. Other files in the folder are never overwritten."""
    from trickbook.lab import result_store

    if last.folder is None:
        return None
    at = last.place(titles)
    others = {path.name for path in last.folder.glob("*.parquet")} - {file.name for file in at.files}
    if others:
        raise usage_error(
            Message(
                "{path} holds other files, such as {name}; name another folder",
                path=str(last.folder),
                name=min(others),
            )
        )
    return resume(at) if last.resume else result_store.new_store(at)


def report_end(
    finished: Finished[Any], at: ResultLocation | None, again: Callable[[], str], *, aside: bool
) -> None:
    """Print where the deals are, or how to resume the run; to standard error if ``aside``."""
    from trickbook.lab.result_store import FOLDER_SUFFIX

    out = visible(str(at.out)) if at else ""
    if at and (finished.interrupted or (finished.error and at.begun)):
        lies = Message("No deal is stored yet.")
        if at.begun:
            lies = Message("The results so far are in {path}.", path=f"{out}{FOLDER_SUFFIX}")
        echo(Message("{what} To continue: {command}", what=lies, command=again()), err=True)
    finished.end()
    if at:
        echo(Message("Every deal is in {path}.", path=out), err=aside)
        if at.begun:
            template = (
                "More deals were played before; they stay in {path}. --resume with more --deals uses them."
            )
            echo(Message(template, path=f"{out}{FOLDER_SUFFIX}"), err=True)
