"""``trickbook rulebook``: the rules of a game as one prints them for the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from trickbook.cli.calling import opened, settings
from trickbook.cli.keeping import Into, permit, write
from trickbook.cli.numbers import Number
from trickbook.problems import nearest
from trickbook.rulebook import FORMATS, languages, understood

if TYPE_CHECKING:
    from pathlib import Path


def _language(_ctx: click.Context, _param: click.Parameter, given: str) -> str:
    """Read a language that rulebooks are written in."""
    known = languages()
    if (tag := understood(given)) is None:
        near = nearest(given, known)
        hint = f"did you mean '{near}'?" if near else f"there are {' and '.join(known)}"
        raise click.BadParameter(f"no rulebook is written in '{given}'; {hint}")
    return tag


@click.command("rulebook")
@click.argument("name", metavar="NAME|FILE")
@click.option(
    "--format",
    "style",
    type=click.Choice(list(FORMATS)),
    default="text",
    show_default=True,
    help="What it is written as.",
)
@click.option(
    "--lang",
    callback=_language,
    default="en",
    show_default=True,
    help=f"In which language: {' or '.join(languages())}.",
)
@click.option("--players", type=Number(), help="For how many players; the ruleset knows the usual number.")
@click.option("--option", "options", multiple=True, callback=settings, help="Set an option, as name=value.")
@click.option("--house", multiple=True, metavar="NAME|FILE", help="Lay a house rule over it.")
@click.option("--out", type=Into(), help="Write the rulebook into a file.")
@click.option("--force", is_flag=True, help="Let --out replace a file.")
def command(  # noqa: PLR0913 - each option of the command is one
    *,
    name: str,
    style: str,
    lang: str,
    players: int | None,
    options: dict[str, str],
    house: tuple[str, ...],
    out: Path | None,
    force: bool,
) -> None:
    """The complete rules of a game, made from its ruleset alone.

    As plain text, as Markdown, or as one HTML file that prints well. Rules that an option would bring in are
    told under the options; with --option they are in force.
    """
    if out is not None:
        permit(out, force=force)
    book = opened(name, options, players, house).rulebook(style, lang)
    if out is None:
        click.echo(book, nl=False)
    else:
        write(out, book)
