"""``trickbook test``: run the worked examples of rulesets, or of files of examples."""

from __future__ import annotations

import click

from trickbook.examples import run
from trickbook.problems import FORMATS, render


@click.command("test")
@click.argument("names", nargs=-1, metavar="[NAME|FILE...]")
@click.option(
    "--format",
    "style",
    type=click.Choice(list(FORMATS)),
    default="full",
    show_default=True,
    help="How differences are written.",
)
@click.pass_context
def command(ctx: click.Context, *, names: tuple[str, ...], style: str) -> None:
    """Run the examples of rulesets or of files of examples, and show where the rules give something else.

    Without a name, those of all rulesets that come with Trickbook. Exit code 0 if all hold, 1 if not.
    """
    results = run(names)
    wrong = results.all_problems()
    if style == "full":
        click.echo(
            "\n".join(filter(None, [str(results), _summary(len(results.outcomes), len(results.failed))]))
        )
    elif wrong or style == "json":
        click.echo(render(wrong, results.texts, style))
    ctx.exit(0 if results.passed else 1)


def _summary(examples: int, failed: int) -> str:
    """How many examples hold."""
    if not examples:
        return "there are no examples"
    if not failed:
        return "the example holds" if examples == 1 else f"all {examples} examples hold"
    count = f"{failed} of {examples} examples {'does' if failed == 1 else 'do'} not hold"
    return f"{count} (- what is expected, + what the rules give, ! what cannot be)"
