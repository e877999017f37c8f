"""Steps per second of random Hearts without passing: tables side by side, and OpenSpiel from Python.

Both run in this process by turns, in wall time. A step is an action of a player, chosen at random among the
legal ones; OpenSpiel deals by its nodes of chance, which do not count.
"""

import random
import statistics
import time
from collections.abc import Callable

import click
import numpy as np
import pyspiel

import trickbook
from trickbook.rl import vector_env

BLOCKS = 9
SECONDS = 0.5
TABLES = 4096

PLAYER = random.Random(52)  # noqa: S311
CHANCE = np.random.default_rng(52)
OPENSPIEL = pyspiel.load_game("hearts", {"pass_cards": False})


def openspiel_steps() -> int:
    """Play a deal; return the number of its plays."""
    state = OPENSPIEL.new_initial_state()
    while state.is_chance_node():
        state.apply_action(PLAYER.choice(state.legal_actions()))
    while not state.is_terminal():
        state.apply_action(PLAYER.choice(state.legal_actions()))
    return 52


def stepper() -> Callable[[], int]:
    """Return a function that steps all tables once."""
    env = vector_env(trickbook.load("hearts", {"passing": ["hold"]}), TABLES)
    last = [env.reset(1)]

    def step() -> int:
        last[0] = env.step(last[0].sample(CHANCE))
        return TABLES

    return step


def rate(work: Callable[[], int]) -> float:
    """Return steps per second in a block."""
    steps, start = 0, time.perf_counter()
    while time.perf_counter() - start < SECONDS:
        steps += work()
    return steps / (time.perf_counter() - start)


def main() -> None:
    drivers = {"Trickbook": stepper(), "OpenSpiel": openspiel_steps}
    for work in drivers.values():
        work()  # warm
    blocks = [{name: rate(work) for name, work in drivers.items()} for _ in range(BLOCKS)]
    click.echo(f"Steps per second, {TABLES} tables: median of {BLOCKS} blocks; ratio to OpenSpiel in a block")
    for name in drivers:
        ratio = statistics.median(block[name] / block["OpenSpiel"] for block in blocks)
        click.echo(f"{name:12} {statistics.median(block[name] for block in blocks):12,.0f} {ratio:6.1f}")


if __name__ == "__main__":
    main()
