"""``trickbook validate``: all problems of rulesets at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from trickbook.analysis.validation import Report, validate
from trickbook.analysis.validation.translations import untranslated
from trickbook.cli.number_types import Number
from trickbook.cli.parameters import parse_settings, parse_tag
from trickbook.cli.truncation import truncated
from trickbook.examples import run
from trickbook.problems import Problem, TrickbookError, visible
from trickbook.problems.rendering import FORMATS, render

if TYPE_CHECKING:
    from collections.abc import Sequence


@click.command("validate")
@click.argument("names", nargs=-1, required=True, metavar="NAME|FILE...")
@click.option(
    "--format",
    "style",
    type=click.Choice(list(FORMATS)),
    default="full",
    show_default=True,
    help="Format of the problems.",
)
@click.option("--house", multiple=True, metavar="NAME|FILE", help="Apply a house rule to each.")
@click.option(
    "--option",
    "options",
    multiple=True,
    callback=parse_settings,
    help="Check with this option only: name=value.",
)
@click.option("--players", type=Number(1), help="Check for so many players only.")
@click.option("--quick", is_flag=True, help="Skip the random deals.")
@click.option("--translations", is_flag=True, help="Note each text that lacks a translation.")
@click.option("--lang", callback=parse_tag, help="Look for translations into this language only.")
@click.pass_context
def command(  # noqa: PLR0913 - each option of the command is one
    ctx: click.Context,
    *,
    names: tuple[str, ...],
    style: str,
    house: tuple[str, ...],
    options: dict[str, str],
    players: int | None,
    quick: bool,
    translations: bool,
    lang: str | None,
) -> None:
    """Print every problem of rulesets with its place.

    Checks the form, the expressions, the examples, the catalogues in other languages, and random deals. The
    exit code is 0 if there are no problems (notes are harmless), else 1.
    """
    told: dict[Problem, None] = {}
    fine = True
    for name in dict.fromkeys(names):
        report = _validated(name, house, options, players=players, quick=quick)
        wrong = run([name], {name: report.resolved}).all_problems() if report.fine and not house else ()
        fine = fine and report.fine and not wrong
        lacking = tuple(untranslated(report.resolved, lang)) if translations or lang else ()
        found = (*report.problems, *wrong, *lacking)
        new = [problem for problem in found if problem not in told]
        told |= dict.fromkeys(new)
        if new and style != "json":
            click.echo(truncated(render(new, report.texts, style), style))
        if style == "full":
            click.echo(f"{truncated(visible(name))}: {_summary(found)}")
    if style == "json":
        click.echo(render(list(told), style=style))
    ctx.exit(0 if fine else 1)


def _validated(
    name: str, house: tuple[str, ...], options: dict[str, str], *, players: int | None, quick: bool
) -> Report:
    """Validate a ruleset. Raises UsageError for options or a number of players that it does not have."""
    try:
        return validate(name, house, options, players=players, quick=quick)
    except TrickbookError as error:
        raise click.UsageError(str(error)) from None


def _summary(problems: Sequence[Problem]) -> str:
    """The number of problems and notes, in words."""
    errors = sum(problem.severity == "error" for problem in problems)
    notes = len(problems) - errors
    counted = [(errors, "problem"), (notes, "note")]
    told = ", ".join(f"{count} {word}{'s' * (count > 1)}" for count, word in counted if count)
    return told if errors else f"fine ({told})" if notes else "fine"
