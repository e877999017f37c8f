"""The program: its commands, each imported when it is called, so that help is quick."""

from __future__ import annotations

import gc
import os
import re
import sys
from contextlib import contextmanager, nullcontext, suppress
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

import click

from trickbook import __version__
from trickbook.cli import INTERRUPTED, leaving
from trickbook.cli.truncation import truncated
from trickbook.problems import RulesetError, TrickbookError, nearest, visible

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

RARELY: Final = (500_000, 50, 50)
"""So seldom garbage is collected: a command makes much that it keeps to its end."""

WHOLE: Final = re.compile(r"is not a valid integer(?: range)?(?=\.$)")
"""How click says that something is no number."""

COMMANDS: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {
        "list": ("list", "The games that come with Trickbook."),
        "show": ("show", "A ruleset's text, or all that it comes to."),
        "play": ("play", "A game between built-in players."),
        "serve": ("serve", "Tables for friends: in the browser, and over the network."),
        "sit": ("sit", "A seat at a table, in the terminal."),
        "replay": ("replay", "Check a record, move by move."),
        "verify-deal": ("verify_deal", "Check that the deals of a record are those that were sealed."),
        "why": ("why", "Why a card, a trick or a point: the clauses behind a record."),
        "simulate": ("simulate", "Very many deals, and what came of them."),
        "arena": ("arena", "How much better one player is than others."),
        "results": ("results", "What simulations have left in files."),
        "validate": ("validate", "Check rulesets, and play them at random."),
        "test": ("test", "Run the worked examples of rulesets."),
        "rulebook": ("rulebook", "The rules of a game, to be printed for the table."),
        "new": ("new", "Begin a variant of a game, in a file of its own."),
        "fmt": ("fmt", "Write rulesets in the one style."),
        "diff": ("diff", "In what two rulesets differ, and a moment that shows it."),
        "compare": ("compare", "What a change of the rules does, on the same deals."),
        "report": ("report", "A ruleset in pictures, and what each change of it does."),
        "explain": ("explain", "What the code of a problem means."),
    }
)
"""Each command: its module in ``commands``, and what it does."""


@contextmanager
def _plain() -> Iterator[None]:
    """What a call says wrongly is told shortly, and with every character visible."""
    try:
        yield
    except click.UsageError as error:
        message = error.format_message()
        told = truncated(visible(WHOLE.sub("is no whole number", message)))
        if told == message:
            raise
        raise click.UsageError(told, error.ctx) from None


class Program(click.Group):
    """The commands. What Trickbook refuses becomes a message and exit code 1, a wrong call exit code 2."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - the form is click's
        """Name the commands."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Import a command."""
        if cmd_name not in COMMANDS:
            return None
        with leaving():
            command: click.Command = import_module(f"trickbook.cli.commands.{COMMANDS[cmd_name][0]}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find a command; for an unknown one name the nearest."""
        name = args[0]
        if name not in COMMANDS and not name.startswith("-"):
            near = nearest(name, COMMANDS)
            hint = f"did you mean '{near}'?" if near else f"one of {', '.join(COMMANDS)}"
            ctx.fail(f"there is no command '{name}'; {hint}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """List the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, what) for name, (_, what) in COMMANDS.items()])

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """Read what stands before the command."""
        try:
            with _plain() if args else nullcontext():  # without any word, click tells of the help by an error
                return super().make_context(info_name, args, parent, **extra)
        except KeyboardInterrupt:
            raise click.exceptions.Exit(INTERRUPTED) from None

    def invoke(self, ctx: click.Context) -> object:
        """Run a command, and tell of what it refuses."""
        try:
            with _plain():
                return super().invoke(ctx)
        except RulesetError as error:
            click.echo(truncated(str(error)), err=True)
            ctx.exit(1)
        except TrickbookError as error:
            raise click.ClickException(truncated(visible(str(error)))) from None
        except KeyboardInterrupt:
            ctx.exit(INTERRUPTED)


@click.group(cls=Program, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message="%(prog)s %(version)s")
def program() -> None:
    """Trickbook plays trick-taking card games from their rules, written down in YAML.

    A NAME is a game that comes with it, such as `hearts`; a FILE is a ruleset of your own and ends in .yaml.
    """


def run() -> None:
    """Run the command line; what a terminal cannot show becomes a question mark."""
    gc.set_threshold(*RARELY)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        program(prog_name="trickbook")
    except OSError as error:
        _unwritten(error)
        sys.exit(1)


def _unwritten(error: OSError) -> None:
    """Tell that something could not be written, and have nothing written any more."""
    with suppress(OSError, ValueError):
        click.echo(
            f"Error: {visible(str(error.filename or 'the output'))} cannot be written: {error.strerror}",
            err=True,
        )
    with suppress(OSError, ValueError, AttributeError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        for stream in (sys.stdout, sys.stderr):
            os.dup2(nowhere, stream.fileno())
