"""Deals per second of random Hearts in the fast engine, and in OpenSpiel's C++ driven inside C++.

Both run in this process on one core, in blocks by turns: with passing, and without. A deal counts from the
shuffled pack to its points. OpenSpiel plays with its own uniform random players (`evaluate_bots`).
"""

import statistics
import time
from collections.abc import Callable

import click
import pyspiel

import trickbook
from trickbook.fast import engine, play

BLOCKS = 9
FAST, SLOW = 60_000, 2_000  # deals in a block
PLAYERS = 4


def rate(deals: int, run: Callable[[int], object]) -> float:
    """Deals per second of one block."""
    start = time.perf_counter()
    run(deals)
    return deals / (time.perf_counter() - start)


def ours(house: list[str]) -> Callable[[int], object]:
    """Plays so many deals of Hearts."""
    ready = engine(trickbook.load("hearts", house=house), PLAYERS)
    play(ready, [1], [1])
    return lambda deals: play(ready, range(deals), [1] * deals)


def openspiel(*, passing: bool) -> Callable[[int], object]:
    game = pyspiel.load_game("hearts", {"pass_cards": passing})
    bots = [pyspiel.make_uniform_random_bot(seat, seat) for seat in range(PLAYERS)]

    def run(deals: int) -> None:
        for seed in range(deals):
            pyspiel.evaluate_bots(game.new_initial_state(), bots, seed)

    return run


def main() -> None:
    """Print the rates and their ratios."""
    start = time.perf_counter()
    drivers = {"without passing": ours(["no-passing"]), "with passing": ours([])}
    click.echo(f"ready after {time.perf_counter() - start:.2f} s")
    for name, run in drivers.items():
        other = openspiel(passing=name == "with passing")
        pairs = [(rate(FAST, run), rate(SLOW, other)) for _ in range(BLOCKS)]
        fast, slow = (statistics.median(rates) for rates in zip(*pairs, strict=True))
        ratio = statistics.median(one / two for one, two in pairs)
        click.echo(f"{name:16} {fast:10,.0f} deals/s, OpenSpiel's C++ {slow:8,.0f}, ratio {ratio:.1f}")


if __name__ == "__main__":
    main()
