"""A player that learns: PPO with masks on one seat among bots, then a program that sits at a table.

``python tests/benchmarks/learner.py train learner.npz`` trains it; that needs ``pip install sb3-contrib``.
``exec:python tests/benchmarks/learner.py play learner.npz`` is the player; it needs Trickbook and NumPy.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from zipfile import BadZipFile

import click
import numpy as np

import trickbook
from trickbook.rl import Spaces, spaces
from trickbook.rl.actions import choice_in_message, choose, next_actions

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    Network = Sequence[NDArray[np.float32]]

RULES: Final = trickbook.load("hearts", {"passing": ["hold"]})

DEALS: Final = 400
"""So many deals measure it."""

STEPS: Final = 176_128
"""So many actions of its own it learns from, unless told otherwise."""

ROLLOUT: Final = 4096
"""After so many actions it learns, and the file is written anew."""

SCALE: Final = 26
"""The points at stake in a deal: rewards are learned as shares of them."""

HIDDEN: Final = (64,)
"""The sizes of the network's hidden layers."""


LOADED = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.group()
def main() -> None:
    """Train a player, measure it, or be one."""


@main.command("train")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.argument("against", default="random")
@click.argument("steps", type=click.IntRange(min=1), default=STEPS)
def train_command(file: Path, against: str, steps: int) -> None:
    """Train a player AGAINST bots by so many STEPS, and write it to a FILE."""
    train(file, against, steps)


@main.command("measure")
@click.argument("file", type=LOADED)
@click.argument("against", default="random")
def measure_command(file: Path, against: str) -> None:
    """Measure the player in a FILE AGAINST bots."""
    measure(read(file), against)


@main.command("play")
@click.argument("file", type=LOADED)
def play_command(file: Path) -> None:
    """Sit at a table as the player in a FILE."""
    play(read(file))


def read(file: Path) -> Network:
    """Read a network."""
    try:
        return [*np.load(file).values()]
    except (ValueError, OSError, AttributeError, BadZipFile):
        raise click.ClickException(f"{file} holds no player: write one by `train`") from None


def check_rules(of: Spaces, network: Network) -> None:
    """Refuse a network that was trained for other rules or another number of players."""
    trained, here = (network[0].shape[1], len(network[-1])), (of.size, len(of.actions.labels))
    if trained != here:
        told = "it takes {} numbers and knows {} actions, and this table has {} and {}"
        message = told.format(*trained, *here)
        raise click.ClickException(f"the player was trained for other rules or players: {message}")


def train(file: Path, against: str, steps: int) -> None:
    """Learn from so many actions against bots, and write the network."""
    from trickbook.rl import gym_env

    try:
        import torch
        from gymnasium.wrappers import TransformReward
        from sb3_contrib import MaskablePPO
    except ModuleNotFoundError as missing:
        raise click.ClickException("training needs more: run `pip install sb3-contrib`") from missing

    torch.set_num_threads(1)
    env = gym_env(RULES, 0, against)
    model = MaskablePPO(
        "MlpPolicy",
        TransformReward(env, lambda reward: float(reward) / SCALE),
        policy_kwargs={"net_arch": list(HIDDEN)},
        n_steps=ROLLOUT,
        batch_size=512,
        n_epochs=5,
        learning_rate=1e-3,
        gamma=1.0,
        ent_coef=0.01,
        seed=1,
        verbose=1,
    )
    for _ in range(0, steps, ROLLOUT):
        model.learn(ROLLOUT, reset_num_timesteps=False)
        save(file, model)


def save(file: Path, model: Any) -> None:
    """Write the layers of the network that chooses."""
    layers = [*model.policy.mlp_extractor.policy_net[::2], model.policy.action_net]
    np.savez(file, *(part.detach().numpy() for layer in layers for part in (layer.weight, layer.bias)))


def play(network: Network) -> None:
    """Answer the messages of a table."""
    of: Spaces | None = None
    for line in sys.stdin:
        said = json.loads(line)
        if said["type"] == "hello":
            rules = trickbook.load(said["ruleset"], said["options"], house=said["house"])
            of = spaces(rules, said["players"])
            check_rules(of, network)
            click.echo(json.dumps({"protocol": 1}))
        elif said["type"] == "turn" and of is not None:
            click.echo(json.dumps({"move": best(of, network, said)}))


def best(of: Spaces, network: Network, turn: Mapping[str, Any]) -> str:
    """Return the move that the network likes best, action by action."""
    choice, chosen, move = choice_in_message(of.actions, turn), tuple[int, ...](), None
    while move is None:
        legal = next_actions(of.actions, choice, chosen)
        action = favourite(network, of.observe(turn["view"], chosen), legal)
        chosen, move = choose(of.actions, choice, chosen, action)
    return move


def favourite(network: Network, values: NDArray[np.float32], legal: Iterable[int]) -> int:
    """Return the legal action that the network likes best."""
    *hidden, (weight, bias) = zip(network[::2], network[1::2], strict=True)
    for inner, offset in hidden:
        values = np.tanh(inner @ values + offset)
    return max(legal, key=(weight @ values + bias).__getitem__)


def measure(network: Network, against: str) -> None:
    """Print the points a deal among three of others, with a 95 % interval."""
    from trickbook.rl import gym_env

    check_rules(spaces(RULES), network)
    env, points = gym_env(RULES, 0, against), list[float]()
    for seed in range(DEALS):
        seen, _ = env.reset(seed=seed)
        over = False
        while not over:
            seen, reward, over, _, _ = env.step(favourite(network, seen, env.moment.legal))
        points.append(-reward)
    apart = 1.96 * np.std(points) / DEALS**0.5
    click.echo(f"among three players {against}: {np.mean(points):.2f} ± {apart:.2f} points a deal")


if __name__ == "__main__":
    try:
        main()
    except trickbook.TrickbookError as error:
        sys.exit(f"Error: {error}")
