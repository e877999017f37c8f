"""Sharing the work: who plays very many deals, as every command that has them played is told."""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, Any, Final

import click

from trickbook.cli.number_types import Number
from trickbook.cli.truncation import shell_line

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from trickbook.lab.executors import WorkerOptions

ON: Final = ("here", "dask")
"""Where deals are played."""

OPTIONS: Final = (
    click.option("--workers", type=Number(1, 256), default=1, show_default=True, help="So many processes."),
    click.option(
        "--on", type=click.Choice(ON), default=ON[0], show_default=True, help="Here, or on a cluster."
    ),
    click.option(
        "--scheduler", metavar="ADDRESS", help="The cluster's; else there is one of --workers here."
    ),
)


def resume_command(words: Sequence[str], *named: str) -> str:
    """A call that goes on with what this one has done: these words, and what was given of the named."""
    called = click.get_current_context().params
    more = [part for name in named if called[name] is not None for part in (f"--{name}", str(called[name]))]
    more += ["--on", called["on"]] if called.get("on", ON[0]) != ON[0] else []
    return shell_line([*words, *more, *(["--json"] if called.get("as_json") else []), "--resume"])


def worker_options(command: Callable[..., None]) -> Callable[..., None]:
    """A command that is told whose ``hands`` play, by three options."""

    @wraps(command)
    def called(*, workers: int, on: str, scheduler: str | None, **rest: Any) -> None:
        command(hands=_hands(workers, on, scheduler), **rest)

    for option in reversed(OPTIONS):
        called = option(called)
    return called


def _hands(workers: int, on: str, scheduler: str | None) -> WorkerOptions:
    """Who plays; only a cluster has a scheduler."""
    from trickbook.lab.executors import WorkerOptions

    if scheduler is not None and on == ON[0]:
        raise click.UsageError("--scheduler is about --on dask, which is not given")
    if scheduler is not None and not scheduler.strip():
        raise click.UsageError("--scheduler needs an address, such as tcp://10.0.0.1:8786")
    return WorkerOptions(workers, on, scheduler)
