"""The progress of a long run. An interrupt or an error keeps the results so far."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager, suppress
from time import perf_counter
from typing import TYPE_CHECKING, Final, Generic, NamedTuple, TypeVar

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from trickbook.cli import INTERRUPTED
from trickbook.problems import MissingError, TrickbookError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from trickbook.lab.executors import WorkerOptions
    from trickbook.lab.study import Study
    from trickbook.ruleset import Ruleset

Found = TypeVar("Found")

COMPILING: Final = "Compiling what searches run, once; it takes about a minute."


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


@contextmanager
def compile_notice(console: Console) -> Iterator[None]:
    """Announce when the machine of searches is compiled, if it is installed."""
    with ExitStack() as listening:
        with suppress(MissingError):
            from trickbook.fast import announce_compilation

            listening.enter_context(announce_compilation(lambda: console.print(COMPILING, soft_wrap=True)))
        yield


def compile_for(studies: Sequence[Study], workers: WorkerOptions) -> None:
    """Compile what bots that search run, and announce it; an existing cluster compiles its own."""
    from trickbook.lab.study import searched_games

    if (games := searched_games(studies)) and not workers.scheduler:
        from trickbook.lab import compilation

        with compile_notice(Console(stderr=True)):
            compilation.warm_up(games)


def compile_for_bots(rules: Ruleset, bots: Sequence[str], players: int) -> None:
    """Compile what bots at a table search with, and announce it."""
    try:
        from trickbook.lab.executors import THIS_PROCESS
        from trickbook.lab.study import Study
    except MissingError:
        return
    compile_for([Study(rules, players, tuple(bots), 0)], THIS_PROCESS)


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
