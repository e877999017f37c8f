"""``trickbook graph``: what a ruleset extends, where its entries come from, and what reads what."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import click

from trickbook.analysis.graph import graph_of
from trickbook.analysis.graph_formats import mermaid, plain_text, svg
from trickbook.cli.output_files import OutputPath, require_writable, write_text
from trickbook.loading import resolve
from trickbook.problems import RulesetError

if TYPE_CHECKING:
    from pathlib import Path

FORMATS: Final = {"text": plain_text, "mermaid": mermaid, "svg": svg}


@click.command("graph")
@click.argument("name", metavar="NAME|FILE")
@click.option("--house", multiple=True, metavar="NAME|FILE", help="Apply a house rule.")
@click.option("--own", is_flag=True, help="Show only its own entries, what they read, and what reads them.")
@click.option(
    "--format",
    "style",
    type=click.Choice(list(FORMATS)),
    default="text",
    show_default=True,
    help="Format of the graph.",
)
@click.option("--out", type=OutputPath(), help="Write to a file.")
@click.option("--force", is_flag=True, help="Replace an existing file.")
def command(
    *, name: str, house: tuple[str, ...], own: bool, style: str, out: Path | None, force: bool
) -> None:
    """Show what a ruleset extends, which file each entry comes from, and which entries read which.

    A file that changes an entry of another is named behind it.
    """
    if out:
        require_writable(out, force=force)
    resolved = resolve(name, house)
    wrong = [problem for problem in resolved.problems if problem.severity == "error"]
    if wrong and not resolved.root.entries:
        raise RulesetError(wrong, resolved.texts)
    graph = graph_of(resolved)
    drawn = FORMATS[style](graph.near({resolved.file, *resolved.patches}) if own else graph)
    if out:
        write_text(out, drawn + "\n")
    else:
        click.echo(drawn)
