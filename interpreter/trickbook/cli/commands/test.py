"""``trickbook test``: run the worked examples of rulesets or of example files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from trickbook.analysis.coverage.coverage import Coverage, coverage
from trickbook.cli.number_types import Number
from trickbook.cli.truncation import truncated
from trickbook.examples import Results, run
from trickbook.problems.rendering import FORMATS, render

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickbook.analysis.coverage.coverage import FileCoverage

DEALS = 100
"""The default number of random deals for each number of players."""


@click.command("test")
@click.argument("names", nargs=-1, metavar="[NAME|FILE...]")
@click.option("--coverage", "covering", is_flag=True, help="Print which entries the examples exercise.")
@click.option(
    "--deals",
    type=Number(0, 10_000),
    default=DEALS,
    show_default=True,
    metavar="N",
    help="With --coverage: random deals for each number of players.",
)
@click.option(
    "--fail-under",
    "least",
    type=Number(0, 100),
    metavar="N",
    help="Fail if the examples exercise less than N percent of the entries.",
)
@click.option(
    "--format",
    "style",
    type=click.Choice(list(FORMATS)),
    default="full",
    show_default=True,
    help="Format of the differences.",
)
@click.pass_context
def command(
    ctx: click.Context,
    *,
    names: tuple[str, ...],
    covering: bool,
    deals: int,
    least: int | None,
    style: str,
) -> None:
    """Run the examples of rulesets or of example files, and print those that fail.

    By default it runs the examples of all rulesets that come with Trickbook. The exit code is 0 if all
    examples pass, else 1.
    """
    covered = coverage(names, deals) if covering or least is not None else None
    results = covered.results if covered else run(names)
    told = list(_report(results, covered, style))
    if any(told):
        click.echo("\n".join(filter(None, told)))
    short = covered is not None and least is not None and covered.share < least
    if short:
        click.echo(f"this is less than the required {least} %", err=True)
    ctx.exit(0 if results.passed and not short else 1)


def _report(results: Results, covered: Coverage | None, style: str) -> Iterator[str]:
    """The results of the examples, and their coverage if requested."""
    if style != "full":
        problems = (*results.all_problems(), *(covered.missing() if covered else ()))
        if problems or style == "json":
            yield truncated(render(problems, results.texts, style), style)
        return
    yield truncated(str(results))
    if results.outcomes or not results.problems:
        yield _summary(len(results.outcomes), len(results.failed))
    for file in covered.files if covered else ():
        yield from _listed(file)
    if covered and covered.files:
        many, exercised = len(covered.lines), sum(line.examples for line in covered.lines)
        yield f"examples exercise {exercised} of {many} entries, {int(covered.share)} %"


def _listed(file: FileCoverage) -> Iterator[str]:
    """Every entry of a file, with what exercises it."""
    if not file.lines:
        yield f"{file.name}: no entries of its own"
        return
    places = [f"{line.item.place.file}:{line.item.place.line}" for line in file.lines]
    wide, names = max(map(len, places)), max(len(str(line.item)) for line in file.lines)
    yield f"{file.name}, in its examples and in {file.deals} random deals:"
    for place, line in zip(places, file.lines, strict=True):
        yield f"  {place:{wide}}  {line.item!s:{names}}  {line.how}"


def _summary(examples: int, failed: int) -> str:
    """Return how many examples hold."""
    if not examples:
        return "there are no examples"
    if not failed:
        return "the example holds" if examples == 1 else f"all {examples} examples hold"
    count = f"{failed} of {examples} examples {'does' if failed == 1 else 'do'} not hold"
    return f"{count} (- what is expected, + what the rules give, ! what cannot be)"
