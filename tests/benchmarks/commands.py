"""How long whole commands take, from the shell and back: median and range of several runs."""

import statistics
import subprocess
import sys
import time

import click

import trickbook

RUNS = 7
GAMES = [name for name, path in trickbook.shipped().items() if path.parent.name == "rulesets"]
QUICK = [("validate", "--quick", name) for name in GAMES]
COMMANDS = (("--help",), ("list",), ("validate", "hearts"), *QUICK)


def seconds(command: tuple[str, ...]) -> float:
    """How long one run takes."""
    start = time.perf_counter()
    subprocess.run([sys.executable, "-m", "trickbook", *command], check=True, capture_output=True)
    return time.perf_counter() - start


def main() -> None:
    """Time every command; the first run of each, which may find cold files, does not count."""
    click.echo(f"Seconds: median (range) of {RUNS} runs")
    for command in COMMANDS:
        seconds(command)
        runs = [seconds(command) for _ in range(RUNS)]
        name = " ".join(("trickbook", *command))
        click.echo(f"{name:46}{statistics.median(runs):6.2f}  ({min(runs):.2f}–{max(runs):.2f})")


if __name__ == "__main__":
    main()
