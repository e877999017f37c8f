"""Waiting for very many deals: how far they are, how long it takes; what stops them keeps what is done."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager, suppress
from time import perf_counter
from typing import TYPE_CHECKING, Final, Generic, NamedTuple, TypeVar

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from trickbook.cli import INTERRUPTED
from trickbook.problems import TrickbookError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from trickbook.lab.executors import WorkerOptions
    from trickbook.lab.study import Study

Found = TypeVar("Found")

COMPILING: Final = "Compiling the fast engine, once; it takes about half a minute."


class Finished(NamedTuple, Generic[Found]):
    """What came last, in how many seconds, whether somebody interrupted, what else stopped it."""

    last: Found
    seconds: float
    interrupted: bool
    error: TrickbookError | None = None

    @property
    def stopped(self) -> bool:
        """Whether it did not come to its end."""
        return self.interrupted or self.error is not None

    def end(self) -> None:
        """Once all is told: an interrupt has its exit code, and an error is raised."""
        if self.error:
            raise self.error
        if self.interrupted:
            click.get_current_context().exit(INTERRUPTED)


@contextmanager
def compile_notice(console: Console) -> Iterator[None]:
    """On a terminal it is told when the fast engine is compiled, if there is one."""
    with ExitStack() as listening:
        with suppress(ImportError):
            if console.is_terminal:
                from trickbook.fast import compile_notice

                listening.enter_context(compile_notice(lambda: console.print(COMPILING)))
        yield


def compile_first(studies: Sequence[Study], hands: WorkerOptions) -> None:
    """Have the fast engine compiled before the clock starts; a cluster that is there sees to itself."""
    from trickbook.lab import engine_choice

    if not hands.scheduler:
        with compile_notice(Console(stderr=True)):
            engine_choice.warm_up(studies)


def show_progress(
    parts: Iterable[Found], done: Callable[[Found], int], wanted: int, before: Found
) -> Finished[Found]:
    """Wait for the last of ever larger parts; on a terminal a bar shows how many deals are ``done``."""
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
