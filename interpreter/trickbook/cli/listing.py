"""``trickbook list``: the games that come with Trickbook, and the parts that they are made of."""

from __future__ import annotations

import textwrap

import click

from trickbook.concepts.reading import text
from trickbook.loading import Resolved, resolve, shipped

WIDTH = 88


@click.command("list")
@click.option("--all", "parts_too", is_flag=True, help="The parts that games are made of, too.")
def command(*, parts_too: bool) -> None:
    """The games that come with Trickbook, for how many players they are and what they are about."""
    found = [resolve(name) for name in shipped()]
    games = [rules for rules in found if rules.players.counts]
    parts = [rules for rules in found if not rules.players.counts]
    click.echo("\n\n".join(map(_described, games)))
    if parts_too:
        click.echo("\nParts, for rulesets to extend:\n")
        click.echo("\n\n".join(map(_described, parts)))


def _described(rules: Resolved) -> str:
    """A ruleset in a few lines."""
    own = [text(rules.root, key) or "" for key in ("name", "summary")]
    counts = rules.players.counts
    players = [str(counts[0]) if len(counts) == 1 else f"{counts[0]} to {counts[-1]}"] if counts else []
    head = f"{rules.name}: " + ", ".join([own[0], *(f"{span} players" for span in players)])
    return "\n".join([head, *textwrap.wrap(own[1], WIDTH, initial_indent="    ", subsequent_indent="    ")])
