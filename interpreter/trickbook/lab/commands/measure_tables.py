"""The tables of measures: of simulated deals by seat, and of ``trickbook report --measures`` by ruleset."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

import click
from rich.cells import cell_len
from rich.text import Text

from trickbook.console.messages import shell_line
from trickbook.console.text_tables import columns, seat_name
from trickbook.lab.commands.ruleset_specs import load_specs
from trickbook.problems import TrickbookError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from trickbook.lab.commands.ruleset_specs import RulesetSpec
    from trickbook.lab.game_measures.measures import GameMeasures
    from trickbook.lab.game_measures.table import Ties
    from trickbook.lab.measures import Measure
    from trickbook.lab.sums import StudySums
    from trickbook.state import Layout

ABREAST: Final = 4
"""The largest number of seats in one table."""

Found = TypeVar("Found")

NAMES: Final = ("Order", "Fairness", "Convergence", "Spread", "Drama", "Security")

WIDTH: Final = 20
"""The columns of the terminal for a measure."""


def estimates_table(
    sums: StudySums,
    measures: Mapping[str, Measure],
    layout: Layout,
    bots: Sequence[str],
    width: int | None = None,
) -> list[Text]:
    """The lines of the table, split to fit the width: all seats together, then each seat with its bot."""
    for abreast in range(ABREAST, 0, -1):
        lines = [*_blocks(sums, measures, layout, bots, abreast)]
        if width is None or all(line.cell_len <= width for line in lines):
            break
    return lines


def _blocks(
    sums: StudySums, measures: Mapping[str, Measure], layout: Layout, bots: Sequence[str], abreast: int
) -> Iterator[Text]:
    """The table with a limited number of seats side by side."""
    from trickbook.lab.intervals import estimates
    from trickbook.lab.result_text import format_mean

    found = estimates(sums)
    seats = range(layout.seats)
    for first in range(0, layout.seats, abreast):
        block = seats[first : first + abreast]
        head = [Text(), Text("all seats", "bold"), *(Text(seat_name(layout, one), "bold") for one in block)]
        rows = [head, [Text(), Text(), *(Text(bots[one], "dim") for one in block)]]
        for name, measure in measures.items():
            *by_seat, together = found[name]
            cells = [together, *(by_seat[one] for one in block if by_seat)]
            rows.append([Text(measure.says), *(Text(format_mean(one, share=measure.share)) for one in cells)])
        yield Text()
        yield from columns(_even(rows), right=range(1, len(head)), gap=3)


def _even(rows: Sequence[Sequence[Text]]) -> Iterator[list[Text]]:
    """Rows of the same length."""
    width = max(map(len, rows))
    for row in rows:
        yield [*row, *[Text()] * (width - len(row))]


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
    from trickbook.lab.game_measures.measures import measure_game
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
    from trickbook.lab.result_text import format_mean

    return "".join(format_mean(one).rjust(WIDTH) for one in of)
