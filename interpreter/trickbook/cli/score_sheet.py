"""The score sheet: points and totals of each deal, and the winners."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

from rich.text import Text

from trickbook.cli.terminal_text import columns, seat_name
from trickbook.engine.engine import OVER

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from trickbook.game.game import Game


def score_sheet(game: Game) -> Iterator[Text]:
    """The lines of the score sheet of a game, finished or not."""
    names = [seat_name(game.engine.layout, player) for player in range(len(game.scores))]
    first = game.deal - len(game.deals) + (game.phase == OVER)
    rows = [[Text("deal"), *(Text(name, "bold") for name in names)]]
    by_seat = [_column(game, player) for player in range(len(names))]
    rows += [
        [Text(str(first + place)), *(cells[place] for cells in by_seat)] for place in range(len(game.deals))
    ]
    yield Text("Scores: the points of each deal, and the totals", "bold")
    yield Text()
    yield from columns(rows, right=range(len(rows[0])), gap=3)
    yield Text()
    yield Text(_outcome(game, names), "bold")


def _column(game: Game, player: int) -> list[Text]:
    """A seat's points and totals."""
    points = [deal[player] for deal in game.deals]
    totals = list(accumulate(points, initial=game.scores[player] - sum(points)))[1:]
    left, right = (max((len(str(number)) for number in numbers), default=0) for numbers in (points, totals))
    return [
        Text.assemble((f"{p:>{left}}", "dim"), f" {t:>{right + 1}}")
        for p, t in zip(points, totals, strict=True)
    ]


def _outcome(game: Game, names: Sequence[str]) -> str:
    if game.phase != OVER:
        deals = len(game.deals)
        return f"Stopped after {deals} deal{'s' * (deals != 1)}; nobody has won yet."
    won = [names[player] for player in game.winners]
    if len(won) == 1:
        return f"{won[0]} wins."
    return f"{', '.join(won[:-1])} and {won[-1]} win." if won else "Nobody wins."
