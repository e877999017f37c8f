"""The program and its commands. A command is imported when it is called, so that help is quick."""

from __future__ import annotations

import gc
import os
import sys
from contextlib import contextmanager, nullcontext, suppress
from gettext import gettext
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

import click

from trickbook import __version__
from trickbook.console import INTERRUPTED, leaving
from trickbook.console.commands import LANGUAGE, Group, Option, help_text
from trickbook.console.messages import chosen_language, echo, spoken, suggestion, truncated
from trickbook.console.output_files import failure_reason
from trickbook.problems import RulesetError, TrickbookError, nearest, visible
from trickbook.texts.message import Message, listing

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

GC_THRESHOLDS: Final = (500_000, 50, 50)
"""A command keeps most of what it makes until it ends."""

COMPLETION: Final = "_TRICKBOOK_COMPLETE"
"""The variable by which a shell asks for completion."""

COMMANDS: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {
        "list": ("cli.rulesets.list_games", "List the games that come with Trickbook."),
        "show": ("cli.rulesets.show", "Show a ruleset, as written or merged."),
        "play": ("cli.play.play", "Play a game between bots."),
        "serve": ("cli.serve.serve", "Serve tables for friends, in the browser and over the network."),
        "tables": ("cli.tables.tables", "Look after the tables of a server."),
        "sit": ("cli.sit.sit", "Play at a table in the terminal."),
        "replay": ("cli.records.replay", "Check a record, move by move."),
        "verify-deal": ("cli.verify_deal.verify_deal", "Check the deals of a record against their seals."),
        "why": ("cli.records.why", "Explain moves, tricks and points of a record."),
        "simulate": ("lab.commands.simulate.simulate", "Play many deals and print statistics."),
        "arena": ("lab.commands.arena.arena", "Measure how much better one bot is than others."),
        "results": ("lab.commands.results.results", "List or summarize the files that simulations wrote."),
        "validate": ("cli.validate.validate", "Check rulesets, and play random deals of them."),
        "test": ("cli.test.run_examples", "Run the worked examples of rulesets."),
        "rulebook": ("cli.rulesets.rulebook", "Print the rules of a game for the table."),
        "new": ("cli.new.new", "Write the file of a new variant."),
        "lsp": ("cli.editing.lsp", "Serve an editor while rulesets are written."),
        "fmt": ("cli.editing.fmt", "Write rulesets in the one style."),
        "translate": ("cli.editing.translate", "Write a catalogue to translate a ruleset."),
        "diff": ("cli.diff.diff", "Show where two rulesets differ, with a position that proves it."),
        "graph": ("cli.rulesets.graph", "Show where a ruleset's entries come from, and what reads what."),
        "compare": ("lab.commands.compare.compare", "Measure what a change does, on the same deals."),
        "report": ("lab.commands.report.report", "Draw a ruleset's statistics, and what each change does."),
        "help": ("cli.validate.help_word", "Explain a key or a word of the language."),
        "explain": ("cli.validate.explain_code", "Explain the code of a problem."),
    }
)
"""Each command: the module and name of its function, and what it does."""


@contextmanager
def _plain() -> Iterator[None]:
    """Shorten the message of a wrong call, and make every character in it visible."""
    try:
        yield
    except click.UsageError as error:
        message = error.format_message()
        text = truncated(visible(message))
        if text == message:
            raise
        raise click.UsageError(text, error.ctx) from None


class Program(Group):
    """The group of commands. A TrickbookError exits with code 1, a wrong call with code 2."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - the form is click's
        """Return the names of the commands."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Import a command."""
        if cmd_name not in COMMANDS:
            return None
        with leaving():
            module, _, name = COMMANDS[cmd_name][0].rpartition(".")
            command: click.Command = getattr(import_module(f"trickbook.{module}"), name)
        if COMPLETION in os.environ:
            from trickbook.cli.completion import complete_parameters

            complete_parameters(command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find a command, or suggest the nearest name."""
        name = args[0]
        if name not in COMMANDS and not name.startswith("-"):
            hint = suggestion(nearest(name, COMMANDS), Message("one of {list}", list=listing(COMMANDS)))
            ctx.fail(spoken(Message("there is no command '{name}'; {hint}", name=name, hint=hint)))
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """List the commands without importing them."""
        with formatter.section(gettext("Commands")):
            formatter.write_dl([(name, help_text(what)) for name, (_, what) in COMMANDS.items()])

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """Parse the arguments; an interrupt ends quietly."""
        try:
            with _plain() if args else nullcontext():  # without arguments, click shows the help by an error
                return super().make_context(info_name, args, parent, **extra)
        except KeyboardInterrupt:
            raise click.exceptions.Exit(INTERRUPTED) from None

    def invoke(self, ctx: click.Context) -> object:
        """Run a command, and turn errors into messages and exit codes."""
        try:
            with _plain():
                return super().invoke(ctx)
        except RulesetError as error:
            click.echo(truncated(error.text(chosen_language())), err=True)
            ctx.exit(1)
        except TrickbookError as error:
            raise click.ClickException(truncated(visible(spoken(error.message)))) from None
        except KeyboardInterrupt:
            ctx.exit(INTERRUPTED)


@click.group(cls=Program, params=[LANGUAGE], context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(
    __version__, message="%(prog)s %(version)s", cls=Option, help="Show the version and exit."
)
def program() -> None:
    """Trickbook plays trick-taking card games from their rules, written down in YAML.

    NAME is a game that comes with Trickbook, such as `hearts`. FILE is your own ruleset, ending in .yaml.
    """


def run() -> None:
    """Run the command line; characters that the terminal lacks are printed as question marks."""
    gc.set_threshold(*GC_THRESHOLDS)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    if COMPLETION in os.environ:
        import trickbook.cli.completion  # noqa: F401 - it adds what Bash needs
    try:
        program(prog_name="trickbook")
    except OSError as error:
        _unwritten(error)
        sys.exit(1)


def _unwritten(error: OSError) -> None:
    """Report that the output cannot be written, and discard all further output."""
    path = visible(str(error.filename)) if error.filename else Message("the output")
    with suppress(OSError, ValueError):
        echo(
            Message("Error: {path} cannot be written: {reason}", path=path, reason=failure_reason(error)),
            err=True,
        )
    with suppress(OSError, ValueError, AttributeError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        for stream in (sys.stdout, sys.stderr):
            os.dup2(nowhere, stream.fileno())
