"""A batch beside OpenSpiel's C++ driven inside C++, in this process on one core, in blocks by turns.

A deal counts from the shuffled pack to its points, between players that choose uniformly at random;
OpenSpiel's are its own (`evaluate_bots`). Other games are compared by the cards that they play.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from functools import cache
from tempfile import TemporaryDirectory

import click
import numpy as np
import pyspiel

import trickbook
from trickbook.batch.matches import Batch
from trickbook.bots import play_game, random
from trickbook.lab.interpreter_rows import count_exposed

BLOCKS = 9
FAST, SLOW = 60_000, 2_000  # deals in a block
PLAYERS, PACK = 4, 52
SAMPLE = 20  # deals of a game whose cards are counted

Run = Callable[[int], int]

FIRST_CALL = """
import time
import numpy as np
import trickbook
from trickbook.batch.matches import Batch
from trickbook.lab.interpreter_rows import count_exposed
start = time.perf_counter()
Batch(count_exposed(trickbook.load(GAME)).engine()).play(np.array([1], np.uint64))
print(time.perf_counter() - start)
"""


def rate(deals: int, run: Run) -> float:
    """Deals per second of one block."""
    start = time.perf_counter()
    played = run(deals)
    return played / (time.perf_counter() - start)


@cache
def ready(name: str, *house: str) -> Batch:
    """A batch that is ready to play a game."""
    rules = trickbook.load(name, house=[*house])
    found = Batch(count_exposed(rules).engine())
    found.play(np.array([1], np.uint64))
    return found


def ours(made: Batch) -> Run:
    """Plays about so many deals, of whole matches."""
    each = len(made.play(np.arange(100, dtype=np.uint64)).deal) / 100
    return lambda deals: len(made.play(np.arange(max(1, int(deals / each)), dtype=np.uint64)).deal)


def openspiel(*, passing: bool) -> Run:
    """Plays deals of OpenSpiel's Hearts."""
    game = pyspiel.load_game("hearts", {"pass_cards": passing})
    bots = [pyspiel.make_uniform_random_bot(seat, seat) for seat in range(PLAYERS)]

    def run(deals: int) -> int:
        for seed in range(deals):
            pyspiel.evaluate_bots(game.new_initial_state(), bots, seed)
        return deals

    return run


def beside(run: Run, deals: int, other: Run, others: int, blocks: int = BLOCKS) -> tuple[float, float, float]:
    """The median rates of two runs by turns, and the median of their ratio."""
    pairs = [(rate(deals, run), rate(others, other)) for _ in range(blocks)]
    one, two = (statistics.median(rates) for rates in zip(*pairs, strict=True))
    return one, two, statistics.median(fast / slow for fast, slow in pairs)


def cards_played(name: str, players: int) -> float:
    """How many cards a deal of a game plays."""
    rules = trickbook.load(name)
    counted = []
    for seed in range(SAMPLE):
        for step in play_game(rules, rules.new_game(players, seed=seed, deal=1), [random] * players):
            if step.after.deals:
                tricks = step.after.state.match.history[0].tricks
                counted.append(sum(cards.bit_count() for trick in tricks for _, cards in trick.plays))
                break
    return statistics.mean(counted)


def first_call(game: str, *, kept: bool) -> float:
    """The seconds of a first call in a process of its own, with machine code on disk or with nothing."""
    with TemporaryDirectory() as folder:
        environment = {**os.environ} if kept else {**os.environ, "XDG_CACHE_HOME": folder}
        call = [sys.executable, "-c", FIRST_CALL.replace("GAME", repr(game))]
        return float(subprocess.run(call, capture_output=True, check=True, env=environment).stdout)


def hearts() -> None:
    """Hearts with and without passing, beside OpenSpiel's."""
    for name, house in {"without passing": ["no-passing"], "with passing": []}.items():
        run, other = ours(ready("hearts", *house)), openspiel(passing=not house)
        fast, slow, ratio = beside(run, FAST, other, SLOW)
        click.echo(f"{name:16} {fast:10,.0f} deals/s, OpenSpiel's C++ {slow:8,.0f}, ratio {ratio:5.1f}")


def games() -> None:
    """Every shipped game, by cards, beside OpenSpiel's Hearts without passing."""
    other = openspiel(passing=False)
    for name in (name for name, path in trickbook.shipped().items() if path.parent.name == "rulesets"):
        players = trickbook.load(name).usual
        run = ours(ready(name))
        fast, _, ratio = beside(run, FAST // 10, other, SLOW // 4, blocks=5)
        cards = cards_played(name, players)
        scaled = ratio * cards / PACK
        click.echo(f"{name:20} {fast:10,.0f} deals/s of {cards:5.1f} cards, ratio {scaled:5.1f}")


def first_calls() -> None:
    """The first calls, with machine code compiled before and not."""
    for name in ("hearts", "doppelkopf"):
        warm, cold = (
            statistics.median(first_call(name, kept=kept) for _ in range(3)) for kept in (True, False)
        )
        click.echo(f"first call, {name}: {warm:.2f} s; with nothing compiled {cold:.2f} s")


def main() -> None:
    """Print the figures."""
    hearts()
    games()
    first_calls()


if __name__ == "__main__":
    main()
