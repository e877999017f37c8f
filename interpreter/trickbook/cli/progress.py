"""The progress of a long run. An interrupt or an error keeps the results so far."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from trickbook.bots.preparation import prepare_search
from trickbook.cli import INTERRUPTED
from trickbook.problems import TrickbookError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from trickbook.lab.executors import WorkerOptions
    from trickbook.lab.study import Study

Found = TypeVar("Found")


class Finished(NamedTuple, Generic[Found]):
    """The last results, the seconds taken, and whether an interrupt or an error stopped the run."""

    last: Found
    seconds: float
    interrupted: bool
    error: TrickbookError | None = None

    @property
    def stopped(self) -> bool:
        """Whether the run was stopped early."""
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
