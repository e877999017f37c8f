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

COMPILING: Final = "Compiling the fast engine, once; it takes about a minute."
MEANWHILE: Final = "Compiling the fast engine, once; the interpreter plays until it is ready."


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
    """Announce when the fast engine is compiled, if it is installed."""
    with ExitStack() as listening:
        with suppress(MissingError):
            from trickbook.fast import announce_compilation

            listening.enter_context(announce_compilation(lambda: console.print(COMPILING, soft_wrap=True)))
        yield


def compile_first(studies: Sequence[Study], workers: WorkerOptions) -> None:
    """Compile the fast engine before the clock starts, for bots that use it.

    An existing cluster compiles its own.
    """
    from trickbook.lab import engine_choice

    if not workers.scheduler:
        with compile_notice(Console(stderr=True)):
            searched = engine_choice.searched_studies(studies)
            engine_choice.warm_up([*engine_choice.with_ducks(studies), *searched])


def begin_compilation(studies: Sequence[Study], workers: WorkerOptions) -> None:
    """Begin to compile the fast engine, if it is not yet; bots that search wait for theirs.

    An existing cluster compiles its own.
    """
    from trickbook.lab import compilation, engine_choice

    if not workers.scheduler:
        console = Console(stderr=True)
        with compile_notice(console):
            if compilation.begin_compilation(engine_choice.with_ducks(studies)):
                console.print(MEANWHILE, soft_wrap=True)
            engine_choice.warm_up(engine_choice.searched_studies(studies))


def compile_for_bots(rules: Ruleset, bots: Sequence[str], players: int) -> None:
    """Compile what bots at a table search with, and announce it."""
    try:
        from trickbook.lab import engine_choice
    except MissingError:
        return
    from trickbook.lab.study import Study

    with compile_notice(Console(stderr=True)):
        engine_choice.warm_up(engine_choice.searched_studies([Study(rules, players, tuple(bots), 0)]))


def show_progress(
    parts: Iterable[Found], done: Callable[[Found], int], wanted: int, before: Found
) -> Finished[Found]:
    """Wait for the last of the growing results; a bar on a terminal counts the deals ``done``."""
    begun, last, interrupted, failed = perf_counter(), before, False, None
    console = Console(stderr=True)
    with (
        compile_notice(console),
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
