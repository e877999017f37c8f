"""``trickbook replay``: check a record against its ruleset."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.text import Text

from trickbook.cli.deal_report import score_sheet
from trickbook.cli.input_files import replayed_game
from trickbook.cli.terminal_text import standard_output
from trickbook.problems import visible

if TYPE_CHECKING:
    from trickbook.game.game import Game


@click.command("replay")
@click.argument("record", type=click.Path(path_type=Path))
@click.option("--ruleset", metavar="NAME|FILE", help="Ruleset to check against.  [default: the record's own]")
def command(record: Path, ruleset: str | None) -> None:
    """Check every move and every score of a record, and print the first difference.

    Rulesets and house rules that do not come with Trickbook are searched for beside the record.
    """
    _report(record, replayed_game(record, ruleset))


def _report(record: Path, game: Game) -> None:
    """Print what the record holds."""
    console = standard_output()
    console.print(Text(visible(f"{record}: every move and every score is right."), "bold"))
    options = "".join(f", {name} {value}" for name, value in game.origin.options.items())
    options += "".join(f", house rule {name}" for name in game.origin.house)
    about = f"{game.origin.name} for {len(game.scores)} players, seed {game.seed}{options}"
    console.print(Text(visible(about)))
    console.print()
    for line in score_sheet(game):
        console.print(line)
