"""Waiting for very many deals: how far they are, how long it takes; an interrupt keeps what is done."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

Found = TypeVar("Found")


class Waited(NamedTuple, Generic[Found]):
    """What came last, in how many seconds, and whether somebody interrupted."""

    last: Found
    seconds: float
    interrupted: bool


def wait(parts: Iterable[Found], done: Callable[[Found], int], wanted: int, before: Found) -> Waited[Found]:
    """Wait for the last of ever larger parts; on a terminal a bar shows how many deals are ``done``."""
    begun, last, interrupted = perf_counter(), before, False
    console = Console(stderr=True)
    with Progress(
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("deals, {task.fields[rate]:,.0f} a second,"),
        TimeRemainingColumn(),
        console=console,
        disable=not console.is_terminal,
        transient=True,
    ) as bar:
        task = bar.add_task("", total=wanted, rate=0)
        try:
            for last in parts:
                many = min(done(last), wanted)
                bar.update(task, completed=many, rate=many / (perf_counter() - begun))
        except KeyboardInterrupt:
            interrupted = True
    return Waited(last, perf_counter() - begun, interrupted)
