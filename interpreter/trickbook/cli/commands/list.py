"""``trickbook list``: the shipped games, house rules and parts."""

from __future__ import annotations

import textwrap
from typing import Final

import click

from trickbook.loading import Resolved, resolve, shipped
from trickbook.loading.files import HOUSE
from trickbook.source.nodes import text

WIDTH: Final = 88


@click.command("list")
@click.option("--all", "parts_too", is_flag=True, help="Include the parts that games extend.")
def command(*, parts_too: bool) -> None:
    """List the games and house rules that come with Trickbook, with a summary of each."""
    found = {name: resolve(name) for name in shipped()}
    house = [name for name in found if name.startswith(HOUSE)]
    games = [name for name, rules in found.items() if rules.players.counts and name not in house]
    told = {"Games": games, "House rules, to lay over a game": house}
    if parts_too:
        told["Parts for rulesets to extend"] = [name for name in found if name not in (*games, *house)]
    groups = (
        [f"{title}:", *(_described(found[name]) for name in names)] for title, names in told.items() if names
    )
    click.echo("\n\n".join("\n\n".join(group) for group in groups))


def _described(rules: Resolved) -> str:
    """A ruleset in a few lines."""
    name, summary = (text(rules.root, key) or "" for key in ("name", "summary"))
    counts = rules.players.counts
    if rules.name.startswith(HOUSE):
        counts = ()
    span = f"{counts[0]} to {counts[-1]}" if len(counts) > 1 else "".join(map(str, counts))
    head = f"  {rules.name}: {name}, {span} players" if span else f"  {rules.name}: {name}"
    return "\n".join([head, *textwrap.wrap(summary, WIDTH, initial_indent="    ", subsequent_indent="    ")])
