"""Lasting: every deal of several rulesets is kept in a folder, and what was stopped goes on from there."""

from __future__ import annotations

import re
import secrets
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import click

from trickbook.cli.commands.play import SHORT
from trickbook.cli.output_files import OutputPath, require_writable
from trickbook.problems import visible

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from trickbook.cli.progress import Finished
    from trickbook.lab.result_store import ResultLocation, ResultStore
    from trickbook.lab.task import Told

LONGEST: Final = 40
"""So much of a ruleset's title stands in the name of its file."""

OPTIONS: Final = (
    click.option("--keep", type=OutputPath(), metavar="FOLDER", help="Keep every deal, in Parquet files."),
    click.option("--resume", is_flag=True, help="Go on with what lies there for --keep."),
)


class ResumableRun(NamedTuple):
    """The folder in which deals are kept, if they are; whether one goes on with what lies there.

    ``replace``: whether files may be replaced, by force or because they were of the same.
    """

    folder: Path | None
    resume: bool
    replace: bool

    def place(self, titles: Sequence[str]) -> ResultLocation:
        """Where the files lie, one for each title."""
        from trickbook.lab.result_store import result_location

        assert self.folder  # noqa: S101 - only asked where there is one
        names = [re.sub(r"[^\w.+=,-]", "_", title)[:LONGEST] for title in titles]
        return result_location(
            self.folder, [f"{number}-{name}.parquet" for number, name in enumerate(names, 1)]
        )


def resume_options(command: Callable[..., None]) -> Callable[..., None]:
    """A command that may keep its deals."""
    for option in reversed(OPTIONS):
        command = option(command)
    return command


def resumable_run(folder: Path | None, *, resume: bool, force: bool) -> ResumableRun:
    """What is said of the folder must go together, and nothing may be lost."""
    if resume and (force or folder is None):
        raise click.UsageError(
            "--resume does not go with --force" if force else "--resume is about --keep, which is not given"
        )
    if folder is None:
        return ResumableRun(None, resume, force)
    if folder.exists() and not folder.is_dir():
        raise click.UsageError(f"{folder} is there already; a folder is needed")
    if not folder.exists():
        require_writable(folder, force=False)
    before = _before(folder)
    lies = before.begun or bool([*folder.glob("*.parquet")])
    if lies and not (resume or force):
        how = "was begun" if before.begun else "has results"
        raise click.UsageError(f"{folder} {how}; --resume goes on with it, --force begins anew")
    return ResumableRun(folder, resume, force or (resume and lies))


def _before(folder: Path) -> ResultLocation:
    """What lies in a folder."""
    from trickbook.lab.result_store import result_location

    return result_location(folder, sorted(path.name for path in folder.glob("*.parquet")))


def run_seed(seed: int | None, last: ResumableRun) -> int:
    """The seed that is given; else that of what lies there, or one that is drawn."""
    from trickbook.lab import result_store

    if seed is None and last.resume and last.folder:
        seed = result_store.stored_seed(_before(last.folder))
    return secrets.randbelow(SHORT) if seed is None else seed


def open_store(
    last: ResumableRun, titles: Sequence[str], resume: Callable[[ResultLocation], ResultStore[Told]]
) -> ResultStore[Told] | None:
    """The shelf in which deals are kept, if they are; what lies there and is not to be replaced stays."""
    from trickbook.lab import result_store

    if last.folder is None:
        return None
    at = last.place(titles)
    others = {path.name for path in last.folder.glob("*.parquet")} - {file.name for file in at.files}
    if others:
        raise click.UsageError(f"{last.folder} holds something else, with {min(others)}; name another folder")
    return resume(at) if last.resume else result_store.new_store(at)


def report_end(
    waited: Finished[Any], at: ResultLocation | None, again: Callable[[], str], *, aside: bool
) -> None:
    """Tell where the deals are, or how to go on with those that were played; ``aside`` of what is told."""
    from trickbook.lab.result_store import FOLDER_SUFFIX

    if at and waited.stopped and at.begun:
        lies = f"What is done lies in {visible(str(at.out))}{FOLDER_SUFFIX}."
        click.echo(f"{lies} To go on: {again()}", err=True)
    waited.end()
    if at:
        click.echo(f"Every deal is in {visible(str(at.out))}.", err=aside)
