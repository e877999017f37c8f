"""``trickbook list``: the shipped games, house rules and parts."""

from __future__ import annotations

import textwrap
from typing import Final

import click

from trickbook.loading.files import HOUSE
from trickbook.loading.summaries import Summary, shipped_games, summaries
from trickbook.sections.players import span

WIDTH: Final = 88


@click.command("list")
@click.option("--all", "parts_too", is_flag=True, help="Include the parts that games extend.")
def command(*, parts_too: bool) -> None:
    """List the games and house rules that come with Trickbook, with a summary of each."""
    found = summaries()
    games, house = shipped_games(), [name for name in found if name.startswith(HOUSE)]
    told = {"Games": games, "House rules, to lay over a game": house}
    if parts_too:
        told["Parts for rulesets to extend"] = [name for name in found if name not in (*games, *house)]
    groups = (
        [f"{title}:", *(_described(found[name]) for name in names)] for title, names in told.items() if names
    )
    click.echo("\n\n".join("\n\n".join(group) for group in groups))


def _described(ruleset: Summary) -> str:
    """A ruleset in a few lines."""
    name, title, counts = ruleset.name, ruleset.title, ruleset.counts
    head = f"  {name}: {title}, {span(counts)} players" if counts else f"  {name}: {title}"
    return "\n".join(
        [head, *textwrap.wrap(ruleset.says, WIDTH, initial_indent="    ", subsequent_indent="    ")]
    )
