"""``trickbook rulebook``: the rules of a game, to print for the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from trickbook.analysis.translations import require_catalogues
from trickbook.cli.input_files import open_ruleset
from trickbook.cli.language import parse_language
from trickbook.cli.output_files import OutputPath, require_writable, write_text
from trickbook.cli.parameters import Number, parse_settings
from trickbook.rulebook import FORMATS
from trickbook.texts.languages import languages

if TYPE_CHECKING:
    from pathlib import Path


@click.command("rulebook")
@click.argument("name", metavar="NAME|FILE")
@click.option(
    "--format",
    "style",
    type=click.Choice(list(FORMATS)),
    default="text",
    show_default=True,
    help="Format of the rulebook.",
)
@click.option(
    "--lang",
    callback=parse_language,
    help=f"Language: {' or '.join(languages())}.  [default: that of the locale]",
)
@click.option("--players", type=Number(), help="Number of players.  [default: the usual number]")
@click.option(
    "--option", "options", multiple=True, callback=parse_settings, help="Set an option: name=value."
)
@click.option("--house", multiple=True, metavar="NAME|FILE", help="Apply a house rule.")
@click.option("--out", type=OutputPath(), help="Write the rulebook to a file.")
@click.option("--force", is_flag=True, help="Replace an existing file.")
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
    """Print the complete rules of a game, generated from its ruleset.

    The output is plain text, Markdown, or a single HTML file for printing. Rules of options that are off are
    listed under the options; --option turns them on.
    """
    if out is not None:
        require_writable(out, force=force)
    rules = open_ruleset(name, options, players, house)
    require_catalogues(rules.resolved, lang)
    book = rules.rulebook(style, lang)
    if out is None:
        click.echo(book, nl=False)
    else:
        write_text(out, book)
