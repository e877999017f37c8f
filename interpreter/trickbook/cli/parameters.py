"""Parameters that several commands share: numbers, settings, bots and workers; how messages quote them."""

from __future__ import annotations

import re
import shlex
from functools import cache, wraps
from typing import TYPE_CHECKING, Any, Final

import click

from trickbook.problems import TrickbookError, visible

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from trickbook.lab.runner import WorkerOptions

RANDOM_SEEDS: Final = 1_000_000
"""Random seeds are below this number, so that they are easy to type."""

WRITTEN: Final = re.compile("[+-]?[0-9]+")
"""The accepted digits. Python would also accept digits of other scripts, and underscores."""

PARTED: Final = re.compile(r"[0-9]+(\.[0-9]+)?|\.[0-9]+")

ON: Final = ("here", "dask")
"""Where deals are played."""

WORD_LIMIT: Final = re.compile(r"\S{240,}|[^\n]{2000,}")

BEGIN, END = 120, 60

PROGRAMS: Final = ("json", "github")
"""Formats for programs, which are never shortened."""


class Seconds(click.FloatRange):
    """Seconds: digits 0 to 9 with an optional decimal part, within limits."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Parse seconds."""
        if isinstance(value, str) and not PARTED.fullmatch(value):
            self.fail(f"{value!r} is not a number of seconds, such as 0.8.", param, ctx)
        return super().convert(value, param, ctx)


class Number(click.IntRange):
    """A whole number: digits 0 to 9 with an optional sign, within optional limits."""

    def __init__(self, least: int | None = None, most: int | None = None) -> None:
        """Set the limits."""
        super().__init__(least, most)
        self.free = least is None and most is None
        self.name = "integer" if self.free else self.name

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Parse a number."""
        if isinstance(value, str) and not WRITTEN.fullmatch(value):
            self.fail(f"{value!r} is not a valid {self.name}.", param, ctx)
        return super().convert(value, param, ctx)

    def _describe_range(self) -> str:
        return "" if self.free else super()._describe_range()


@cache
def _written_languages() -> frozenset[str]:
    """The languages that a text may be in, in two letters."""
    from trickbook.loading.conformance import schema

    return frozenset(schema("ruleset")["$defs"]["language"]["enum"])


def parse_settings(_ctx: click.Context, param: click.Parameter, given: Sequence[str]) -> dict[str, str]:
    """Parse options of a ruleset, written ``name=value``; each may be set once."""
    found = {}
    for setting in given:
        name, _, value = setting.partition("=")
        if not (name and value):
            raise click.BadParameter(f"'{setting}' is not a setting; write {param.opts[0]} name=value")
        if name in found:
            raise click.BadParameter(f"'{name}' is set twice")
        found[name] = value
    return found


def parse_tag(_ctx: click.Context, _param: click.Parameter, given: str | None) -> str | None:
    """Read the language of a catalogue, in two letters; English stands in the ruleset itself."""
    from trickbook.texts.languages import ENGLISH

    if given is None or (given in _written_languages() and given != ENGLISH):
        return given
    if given == ENGLISH:
        raise click.BadParameter("English stands in the ruleset itself; name another language, such as 'zh'")
    raise click.BadParameter(f"'{visible(given)}' is no language in two small letters, such as 'zh'")


def parse_bots(_ctx: click.Context, _param: click.Parameter, given: str) -> tuple[str, ...]:
    """Parse a list of bots; every name must be known."""
    from trickbook.bots import parse_players

    try:
        return parse_players(given)
    except TrickbookError as error:
        raise click.BadParameter(str(error)) from None


WORKER_OPTIONS: Final = (
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


def worker_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the worker options to a command, which receives them as ``workers``."""

    @wraps(command)
    def called(*, workers: int | None, on: str, scheduler: str | None, **rest: Any) -> None:
        command(workers=_options(workers, on, scheduler), **rest)

    for option in reversed(WORKER_OPTIONS):
        called = option(called)
    return called


def _options(workers: int | None, on: str, scheduler: str | None) -> WorkerOptions:
    """The worker options; --scheduler needs a cluster."""
    from trickbook.lab.runner import WorkerOptions

    if scheduler is not None and on == ON[0]:
        raise click.UsageError("--scheduler needs --on dask")
    if scheduler is not None and not scheduler.strip():
        raise click.UsageError("--scheduler needs an address, such as tcp://10.0.0.1:8786")
    return WorkerOptions(workers, on, scheduler)


def truncated(text: str, style: str = "full") -> str:
    """Cut the middle out of very long words and lines."""
    if style in PROGRAMS:
        return text
    return WORD_LIMIT.sub(lambda found: f"{found[0][:BEGIN]}…{found[0][-END:]}", text)


def shell_line(words: Iterable[str]) -> str:
    """A command as typed into a shell, with every character visible."""
    return " ".join(map(_word, words))


def _word(word: str) -> str:
    if word.isprintable():
        return shlex.quote(word)
    escaped = word.replace("\\", "\\\\").replace("'", "\\'")
    return f"$'{visible(escaped)}'"
