"""``trickbook validate``: all problems of rulesets at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from trickbook.analysis.report import Report, keep_verdict, verdict, with_catalogues
from trickbook.analysis.translations import untranslated
from trickbook.cli.language import parse_language, spoken, usage_error
from trickbook.cli.parameters import Number, parse_settings, parse_tag, truncated
from trickbook.loading import resolve
from trickbook.problems import Problem, TrickbookError, visible
from trickbook.problems.rendering import FORMATS, render
from trickbook.texts.message import Message, listing

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
@click.option(
    "--into", callback=parse_tag, help="Note each text that lacks a translation into this language."
)
@click.option(
    "--lang", callback=parse_language, help="Language of the messages.  [default: that of the locale]"
)
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
    into: str | None,
    lang: str,
) -> None:
    """Print every problem of rulesets with its place.

    Checks the form, the expressions, the examples, the catalogues in other languages, and random deals. The
    exit code is 0 if there are no problems (notes are harmless), else 1.
    """
    told: dict[Problem, None] = {}
    fine = True
    for name in dict.fromkeys(names):
        report, wrong = _validated(name, house, options, players=players, quick=quick)
        fine = fine and report.fine and not wrong
        lacking = tuple(untranslated(report.resolved, into)) if translations or into else ()
        found = (*report.problems, *wrong, *lacking)
        new = [problem for problem in found if problem not in told]
        told |= dict.fromkeys(new)
        if new and style != "json":
            click.echo(truncated(render(new, report.texts, style, lang), style))
        if style == "full":
            click.echo(f"{truncated(visible(name))}: {_summary(found)}")
    if style == "json":
        click.echo(render(list(told), style=style, language=lang))
    ctx.exit(0 if fine else 1)


def _validated(
    name: str, house: tuple[str, ...], options: dict[str, str], *, players: int | None, quick: bool
) -> tuple[Report, tuple[Problem, ...]]:
    """Validate a ruleset and run its examples, unless the same files were found fine before.

    Raises UsageError for options or a number of players that it does not have.
    """
    resolved, how = resolve(name, house), (quick, players, sorted(options.items()))
    if (kept := verdict(resolved, *how)) is not None:
        return with_catalogues(Report(kept, resolved)), ()
    from trickbook.analysis.validation import validate_resolved
    from trickbook.examples import run

    try:
        found = validate_resolved(resolved, options, players=players, quick=quick)
    except TrickbookError as error:
        raise usage_error(error) from None
    report = with_catalogues(found)
    wrong = run([name], {name: resolved}).all_problems() if report.fine and not house else ()
    if report.fine and not wrong:
        keep_verdict(found.problems, resolved, *how)
    return report, wrong


def _summary(problems: Sequence[Problem]) -> str:
    """The number of problems and notes, in words."""
    errors = sum(problem.severity == "error" for problem in problems)
    notes = len(problems) - errors
    counted = [(errors, "{number} problem", "{number} problems"), (notes, "{number} note", "{number} notes")]
    found = listing(
        Message(one if count == 1 else many, number=count) for count, one, many in counted if count
    )
    if errors:
        return spoken(found)
    return spoken(Message("fine ({list})", list=found) if notes else Message("fine"))
