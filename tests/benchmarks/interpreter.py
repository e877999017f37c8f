"""Deals per second of random Hearts without passing: Trickbook's interpreter, and OpenSpiel from Python.

Both run in this process on one core, in blocks by turns. A deal counts from the shuffled pack to its points,
and every card is a random choice of the legal ones:

- *Trickbook*: whole matches through `legal` and `apply`.
- *OpenSpiel*: `legal_actions` and `apply_action` at every node, the 53 of chance (pass, deal) included.
- *OpenSpiel, shuffled outside*: nobody asks what may be dealt; the quickest way to drive it.
"""

import random
import statistics
import time
from collections.abc import Callable

import click
import pyspiel

import trickbook

BLOCKS = 15
SECONDS = 0.5  # in a block, at least

PLAYER = random.Random(52)  # noqa: S311
HEARTS = trickbook.load("hearts", options={"passing": ["hold"]})
OPENSPIEL = pyspiel.load_game("hearts", {"pass_cards": False})
PACK = list(range(52))


def trickbook_match() -> int:
    """Play a match; return the number of its deals."""
    game = HEARTS.new_game(players=4, seed=PLAYER.getrandbits(32))
    while game.phase != "over":
        (seat,) = game.actors
        game = game.apply(seat, PLAYER.choice(game.legal(seat)))
    return len(game.deals)


def openspiel_deal() -> int:
    state = OPENSPIEL.new_initial_state()
    while not state.is_terminal():
        state.apply_action(PLAYER.choice(state.legal_actions()))
    return 1


def openspiel_shuffled_deal() -> int:
    state = OPENSPIEL.new_initial_state()
    state.apply_action(0)
    PLAYER.shuffle(PACK)
    for card in PACK:
        state.apply_action(card)
    while not state.is_terminal():
        state.apply_action(PLAYER.choice(state.legal_actions()))
    return 1


DRIVERS: dict[str, Callable[[], int]] = {
    "Trickbook": trickbook_match,
    "OpenSpiel": openspiel_deal,
    "OpenSpiel, shuffled outside": openspiel_shuffled_deal,
}


def rate(play: Callable[[], int]) -> float:
    """Deals per second in a block."""
    deals, start = 0, time.process_time()
    while time.process_time() - start < SECONDS:
        deals += play()
    return deals / (time.process_time() - start)


def main() -> None:
    for play in DRIVERS.values():
        play()  # warm
    blocks = [{name: rate(play) for name, play in DRIVERS.items()} for _ in range(BLOCKS)]
    click.echo(f"Deals per second: median (range) of {BLOCKS} blocks of {SECONDS} s; median ratio in a block")
    for name in DRIVERS:
        rates = [block[name] for block in blocks]
        ratio = statistics.median(block["Trickbook"] / block[name] for block in blocks)
        spread = f"({min(rates):,.0f}–{max(rates):,.0f})"
        click.echo(f"{name:28}{statistics.median(rates):>8,.0f} {spread:<18} Trickbook : it = {ratio:.2f}")


if __name__ == "__main__":
    main()
