"""The interpreter beside an earlier commit of itself: random play of every shipped game, move for move.

    python tests/benchmarks/versions.py COMMIT [GAME …]

Two processes play in blocks by turns, one with the code of the commit, one with that of the checkout.
"""

import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

import trickbook

ROOT = Path(__file__).parents[2]
BLOCKS = 3
MOVES = 200  # of the first block, which tells how many fill the others
SECONDS = 0.3


def seconds(game: str, seed: int, moves: int) -> float:
    """Make so many random moves at a game; return the processor time that they took."""
    player = random.Random(seed)  # noqa: S311
    rules = trickbook.load(game)
    match = rules.new_game(seed=seed)
    begun = time.process_time()
    while moves:
        if (seat := match.turn) is None:
            match = rules.new_game(seed=player.getrandbits(32))
            continue
        match = match.apply(seat, player.choice(match.legal(seat)))
        moves -= 1
    return time.process_time() - begun


def answer() -> None:
    """Play what is asked on standard input, line by line."""
    for line in sys.stdin:
        game, seed, moves = line.split()
        click.echo(repr(seconds(game, int(seed), int(moves))))
        sys.stdout.flush()


class Version:
    """A process that plays with the code of a tree."""

    def __init__(self, tree: Path) -> None:
        environment = {**os.environ, "PYTHONPATH": str(tree / "interpreter")}
        self.process = subprocess.Popen(
            [sys.executable, __file__, "answer"], env=environment, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )  # fmt: skip

    def seconds(self, game: str, seed: int, moves: int) -> float:
        """Let it make so many moves; return the processor time."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(f"{game} {seed} {moves}\n")
        self.process.stdin.flush()
        return float(self.process.stdout.readline())


@contextmanager
def tree_of(commit: str) -> Iterator[Path]:
    """The files of a commit, in a folder that is removed in the end."""
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "tree"
        git = ["git", "-C", str(ROOT), "worktree"]
        subprocess.run([*git, "add", "--quiet", "--detach", str(tree), commit], check=True)
        try:
            yield tree
        finally:
            subprocess.run([*git, "remove", "--force", str(tree)], check=True)


def row(game: str, before: Version, now: Version) -> str:
    """How much faster a game is played than before, block by block."""
    moves = max(MOVES, int(MOVES * SECONDS / now.seconds(game, 0, MOVES)))
    before.seconds(game, 0, MOVES)
    pairs = [
        (before.seconds(game, seed, moves), now.seconds(game, seed, moves)) for seed in range(1, BLOCKS + 1)
    ]
    ratios = [slow / quick for slow, quick in pairs]
    rate = statistics.median(moves / quick for _, quick in pairs)
    return f"{game:24}{rate:>10,.0f}{statistics.median(ratios):>8.2f}  ({min(ratios):.2f}–{max(ratios):.2f})"


def main(commit: str, games: list[str]) -> None:
    with tree_of(commit) as tree:
        before, now = Version(tree), Version(ROOT)
        click.echo(f"Moves a second; how many times those of {commit}: median (range) of {BLOCKS} blocks")
        shipped = [name for name, path in trickbook.shipped().items() if path.parent.name == "rulesets"]
        for game in games or shipped:
            click.echo(row(game, before, now))
        for version in (before, now):
            version.process.communicate()


if __name__ == "__main__":
    answer() if sys.argv[1:] == ["answer"] else main(sys.argv[1], sys.argv[2:])
