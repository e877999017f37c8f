"""The fast engine beside OpenSpiel's C++ driven inside C++, in this process on one core, in blocks by turns.

A deal counts from the shuffled pack to its points, between players who like any move as well; OpenSpiel's are
its own uniform random ones (`evaluate_bots`). Other games are compared by the cards that they play.
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
from trickbook.bots import play_game, random
from trickbook.fast import BeyondError, CompiledGame, compile_ruleset, play_deals

BLOCKS = 9
FAST, SLOW = 60_000, 2_000  # deals in a block
PLAYERS, PACK = 4, 52
SAMPLE = 20  # deals of a game whose cards are counted

Run = Callable[[int], object]

FIRST_CALL = """
import time
import trickbook
from trickbook.fast import compile_ruleset, play_deals
start = time.perf_counter()
play_deals(compile_ruleset(trickbook.load("hearts"), 4), [1], [1])
print(time.perf_counter() - start)
"""

COLD_CALLS = {
    "random players": FIRST_CALL,
    "a search": """
import time
import trickbook
from trickbook.bots import Budget, searched, turn_of
rules = trickbook.load("hearts", {"passing": ["hold"]})
game = rules.new_game(seed=1)
game = game.apply(game.turn, "2C")
start = time.perf_counter()
searched(turn_of(rules, game, game.turn, 1), Budget(1))
print(time.perf_counter() - start)
""",
    "tables side by side": """
import time
import trickbook
from trickbook.rl import vector_env
start = time.perf_counter()
vector_env(trickbook.load("hearts"), 1)
print(time.perf_counter() - start)
""",
}
"""What compiles the machine anew, each in its own way."""


def rate(deals: int, run: Run) -> float:
    """Deals per second of one block."""
    start = time.perf_counter()
    run(deals)
    return deals / (time.perf_counter() - start)


@cache
def ready(name: str, players: int, *house: str) -> CompiledGame:
    """A game ready to be played, and the machine warm for it."""
    made = compile_ruleset(trickbook.load(name, house=[*house]), players)
    play_deals(made, [1], [1])
    return made


def ours(made: CompiledGame) -> Run:
    """Plays single deals."""
    return lambda deals: play_deals(made, np.arange(deals), np.ones(deals, np.int64))


def openspiel(*, passing: bool) -> Run:
    """Plays deals of OpenSpiel's Hearts."""
    game = pyspiel.load_game("hearts", {"pass_cards": passing})
    bots = [pyspiel.make_uniform_random_bot(seat, seat) for seat in range(PLAYERS)]

    def run(deals: int) -> None:
        for seed in range(deals):
            pyspiel.evaluate_bots(game.new_initial_state(), bots, seed)

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


def first_call() -> float:
    """The seconds of a first call in a process of its own, with what was compiled on disk."""
    run = subprocess.run([sys.executable, "-c", FIRST_CALL], capture_output=True, check=True)
    return float(run.stdout)


def cold_call(code: str) -> float:
    """The seconds of a first call in a process of its own, with nothing compiled."""
    with TemporaryDirectory() as folder:
        environment = {**os.environ, "NUMBA_CACHE_DIR": folder}
        run = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, env=environment)
    return float(run.stdout)


def hearts() -> None:
    """Hearts with and without passing, beside OpenSpiel's."""
    for name, house in {"without passing": ["no-passing"], "with passing": []}.items():
        run, other = ours(ready("hearts", PLAYERS, *house)), openspiel(passing=not house)
        fast, slow, ratio = beside(run, FAST, other, SLOW)
        click.echo(f"{name:16} {fast:10,.0f} deals/s, OpenSpiel's C++ {slow:8,.0f}, ratio {ratio:5.1f}")


def games() -> None:
    """Every shipped game, by cards, beside OpenSpiel's Hearts without passing."""
    other = openspiel(passing=False)
    for name in (name for name, path in trickbook.shipped().items() if path.parent.name == "rulesets"):
        players = trickbook.load(name).usual
        try:
            run = ours(ready(name, players))
        except BeyondError as beyond:
            click.echo(f"{name:20} {beyond}")
            continue
        fast, _, ratio = beside(run, FAST // 10, other, SLOW // 4, blocks=5)
        cards = cards_played(name, players)
        scaled = ratio * cards / PACK
        click.echo(f"{name:20} {fast:10,.0f} deals/s of {cards:5.1f} cards, ratio {scaled:5.1f}")


def first_calls() -> None:
    """The first calls, with the machine compiled before and not."""
    click.echo(f"first call: {statistics.median(first_call() for _ in range(5)):.2f} s")
    for name, code in COLD_CALLS.items():
        click.echo(f"first call with nothing compiled, {name}: {cold_call(code):.0f} s")


def main() -> None:
    """Print the figures."""
    hearts()
    games()
    first_calls()


if __name__ == "__main__":
    main()
