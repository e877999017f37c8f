"""``trickbook explain``: what the code of a problem means, with a wrong and a right example."""

from __future__ import annotations

import textwrap

import click

from trickbook.analysis.validation.codes import codes, explain
from trickbook.cli.language import chosen_language, usage_error
from trickbook.problems import TrickbookError

WIDTH = 100


@click.command("explain")
@click.argument("code", required=False)
def command(code: str | None) -> None:
    """Explain the code of a problem, with a wrong and a right example.

    Without CODE, it lists all codes.
    """
    if code is None:
        click.echo(textwrap.fill(", ".join(sorted(codes())), WIDTH, break_on_hyphens=False))
        return
    try:
        click.echo(explain(code, chosen_language()), nl=False)
    except TrickbookError as error:
        raise usage_error(error) from None
