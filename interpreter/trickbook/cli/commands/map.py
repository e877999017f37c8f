"""``trickbook map``: how like each other the shipped games and house rules are, in one picture."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import click
from rich.console import Console
from rich.progress import track

from trickbook.cards.chance import SEEDS
from trickbook.cli.output_files import OutputPath, require_writable, write_text
from trickbook.cli.parameters import Number
from trickbook.loading import shipped
from trickbook.loading.files import HOUSE
from trickbook.loading.summaries import shipped_games
from trickbook.problems import TrickbookError, visible

if TYPE_CHECKING:
    from pathlib import Path

    from trickbook.lab.game_measures.measures import GameMeasures
    from trickbook.ruleset import Ruleset

PLAYOUTS: Final = 10
"""The playouts that estimate a play."""


@click.command("map")
@click.argument("svg", type=OutputPath(".svg"), metavar="FILE.svg")
@click.option(
    "--deals",
    type=Number(2, 1_000_000),
    default=100,
    show_default=True,
    help="Deals of each kind and ruleset.",
)
@click.option("--seed", type=Number(0, SEEDS - 1), default=1, show_default=True, help="Seed of the deals.")
@click.option("--force", is_flag=True, help="Replace an existing file.")
def command(*, svg: Path, deals: int, seed: int, force: bool) -> None:
    """Draw a map of the games and house rules that come with Trickbook, as an SVG.

    Games that branch near each other are alike: in their measures (see report --measures), and in the
    entries that differ (see diff). A house rule is applied to the first game that it fits.
    """
    from trickbook.lab.game_measures.measures import distances
    from trickbook.lab.report.game_map import game_map
    from trickbook.lab.report.picture import XML

    require_writable(svg, force=force)
    names = [*shipped_games(), *(name for name in shipped() if name.startswith(HOUSE))]
    rules, measured, left_out = _measured(names, deals, seed)
    drawn = [name for name in names if name in rules]
    apart = distances([measured[name] for name in drawn], [rules[name].resolved.root for name in drawn])
    by = f"{deals:,} deals of each kind, {PLAYOUTS} playouts a play, seed {seed}"
    write_text(
        svg, XML + game_map(drawn, apart, f"{len(drawn)} rulesets by their measures and entries; {by}.")
    )
    for name, why in left_out.items():
        click.echo(f"Left out: {name}. {visible(why)}")
    click.echo(f"{len(drawn)} rulesets; {by}.\nWritten to {visible(str(svg))}.")


def _measured(
    names: list[str], deals: int, seed: int
) -> tuple[dict[str, Ruleset], dict[str, GameMeasures], dict[str, str]]:
    """The rulesets with their measures, and why others have none."""
    import trickbook
    from trickbook.lab.game_measures.measures import measure_game
    from trickbook.lab.game_measures.table import measured_table

    rules, measured, left_out = dict[str, "Ruleset"](), dict[str, "GameMeasures"](), dict[str, str]()
    console = Console(stderr=True)
    for name in track(names, "", console=console, transient=True, disable=not console.is_terminal):
        found = trickbook.load(name)
        try:
            measured[name] = measure_game(measured_table(found, found.usual), deals, PLAYOUTS, seed)
        except TrickbookError as error:
            left_out[name] = str(error)
        else:
            rules[name] = found
    return rules, measured, left_out
