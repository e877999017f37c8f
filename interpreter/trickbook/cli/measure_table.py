"""The table of ``trickbook report --measures``: a line for each ruleset, printed when it is measured."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

import click
from rich.cells import cell_len

from trickbook.cli.ruleset_specs import load_specs
from trickbook.cli.truncation import shell_line
from trickbook.problems import TrickbookError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from trickbook.cli.ruleset_specs import RulesetSpec
    from trickbook.lab.game_measures.summary import GameMeasures
    from trickbook.lab.game_measures.table import Ties

Found = TypeVar("Found")

NAMES: Final = ("Order", "Fairness", "Convergence", "Spread", "Drama", "Security")

WIDTH: Final = 20
"""The columns of the terminal for a measure."""


class MeasuredDeals(NamedTuple):
    """How many deals of each kind are measured, how many playouts estimate a play, what ties are worth."""

    deals: int
    playouts: int
    ties: Ties
    seed: int


def print_measures(
    titles: Sequence[str], sides: Sequence[RulesetSpec], players: int | None, how: MeasuredDeals
) -> None:
    """Measure each ruleset and print its line."""
    from trickbook.lab.game_measures.summary import measure_game
    from trickbook.lab.game_measures.table import measured_table

    found, seats = load_specs(sides, players)
    tables = [
        _named(title, partial(measured_table, rules, seats, how.ties))
        for title, rules in zip(titles, found, strict=True)
    ]
    again = ["trickbook", "report", *map(str, sides), "--measures", "--players", str(seats)]
    for option in ("deals", "playouts", "ties", "seed"):
        again += [f"--{option}", str(getattr(how, option))]
    by = f"each play is estimated by {how.playouts} playout{'s' * (how.playouts != 1)}"
    click.echo(f"{how.deals:,} deals of each kind for {seats} players; {by}.")
    click.echo(f"Again: {shell_line(again)}\n")
    width = max(map(cell_len, titles))
    click.echo(" " * width + "".join(name.rjust(WIDTH) for name in NAMES))
    for title, table in zip(titles, tables, strict=True):
        measured = _named(title, partial(measure_game, table, how.deals, how.playouts, how.seed))
        click.echo(f"{title}{' ' * (width - cell_len(title))}{_figures(measured)}")
    click.echo("\n± holds the truth 95 times in 100.")


def _named(title: str, work: Callable[[], Found]) -> Found:
    """Return what is worked out of a ruleset; an error of it names the ruleset."""
    try:
        return work()
    except TrickbookError as error:
        raise TrickbookError(f"{title}: {error}") from None


def _figures(of: GameMeasures) -> str:
    """The measures of a ruleset, in columns."""
    from trickbook.lab.number_format import format_mean

    return "".join(format_mean(one).rjust(WIDTH) for one in of)
