"""The options --workers, --on and --scheduler of commands that play many deals."""

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
    click.option(
        "--workers",
        type=Number(1, 256),
        help="Number of processes.  [default: this one, where machine code has a thread on each core]",
    ),
    click.option(
        "--on",
        type=click.Choice(ON),
        default=ON[0],
        show_default=True,
        help="Play here, or on a Dask cluster.",
    ),
    click.option(
        "--scheduler",
        metavar="ADDRESS",
        help="Scheduler of the cluster.  [default: a local one with --workers]",
    ),
)


def resume_command(words: Sequence[str], *named: str) -> str:
    """The command that resumes this run: ``words``, and the ``named`` options that were given."""
    called = click.get_current_context().params
    more = [part for name in named if called[name] is not None for part in (f"--{name}", str(called[name]))]
    more += ["--on", called["on"]] if called.get("on", ON[0]) != ON[0] else []
    return shell_line([*words, *more, *(["--json"] if called.get("as_json") else []), "--resume"])


def worker_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the worker options to a command, which receives them as ``workers``."""

    @wraps(command)
    def called(*, workers: int | None, on: str, scheduler: str | None, **rest: Any) -> None:
        command(workers=_options(workers, on, scheduler), **rest)

    for option in reversed(OPTIONS):
        called = option(called)
    return called


def _options(workers: int | None, on: str, scheduler: str | None) -> WorkerOptions:
    """The worker options; --scheduler needs a cluster."""
    from trickbook.lab.executors import WorkerOptions

    if scheduler is not None and on == ON[0]:
        raise click.UsageError("--scheduler needs --on dask")
    if scheduler is not None and not scheduler.strip():
        raise click.UsageError("--scheduler needs an address, such as tcp://10.0.0.1:8786")
    return WorkerOptions(workers, on, scheduler)
