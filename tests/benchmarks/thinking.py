"""How long `ismcts` thinks: processor time of a move at Hearts without passing, by its budget.

    python tests/benchmarks/thinking.py [BUDGET …]

One seat thinks in deals whose moves the duck makes, wherever there is more than one move. One thread works.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Sequence

import click

import trickbook
from trickbook.bots import BOTS, Budget, play_game
from trickbook.bots.montecarlo import ismcts, prepare_search
from trickbook.bots.turn import Turn

BUDGETS = (100, 1000, 10_000)
DEALS = 8
WARM = 3
"""The moves before the measured ones: machine code is loaded then."""


def milliseconds(budget: int) -> list[float]:
    """The processor time of each move, in milliseconds."""
    rules, think, took = (
        trickbook.load("hearts", {"passing": ["hold"], "target": 1}),
        ismcts(Budget(budget)),
        [],
    )

    def thinking(turn: Turn) -> str:
        if len(turn.moves) > 1:
            start = time.process_time()
            think(turn)
            took.append(1000 * (time.process_time() - start))
        return BOTS["duck"](turn)

    prepare_search(rules, 4)
    for seed in range(DEALS):
        game = rules.new_game(seed=seed)
        for step in play_game(rules, game, [thinking, *[BOTS["duck"]] * 3]):
            if step.after.deal > 1:
                break
    return took[WARM:]


@click.command()
@click.argument("budgets", nargs=-1, type=int, metavar="[BUDGET]…")
def main(budgets: Sequence[int]) -> None:
    """Print the figures."""
    for budget in budgets or BUDGETS:
        took = milliseconds(budget)
        mean, tenth = statistics.mean(took), statistics.quantiles(took, n=10)[-1]
        click.echo(
            f"ismcts@{budget:<6} {mean:6.1f} ms a move, nine in ten below {tenth:6.1f} ms, {len(took)} moves"
        )


if __name__ == "__main__":
    main()
