"""How much work whole commands are, from the shell and back, beside `trickbook --help`.

    python tests/benchmarks/commands.py [WORD …]

With words, it runs only the commands that contain one of them. The seconds are those of the processor, user
and system. `own.yaml` has six lines and extends Hearts; where it is `changed.yaml`, it is another file for
each run, so that no verdict on it is known.

The last rows begin with an empty cache, each beside one deal with the cache that it leaves, by the clock.
"""

import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import click

import trickbook

RUNS = 7
OWN = "# {}\ntrickbook: 1\nname: Omnibus\nextends: hearts\nworth:\n  bonus_jack: {{cards: JD, is: -10}}\n"
GAMES = [name for name, path in trickbook.shipped().items() if path.parent.name == "rulesets"]
ONE_DEAL = ("--deals", "1", "--seed", "7")
COMMANDS: tuple[tuple[str, ...], ...] = (
    ("list",),
    ("validate", "--quick", "own.yaml"),
    ("validate", "--quick", "changed.yaml"),
    ("validate", "own.yaml"),
    ("validate", "changed.yaml"),
    ("validate", "hearts"),
    ("rulebook", "own.yaml"),
    ("rulebook", "hearts"),
    ("diff", "hearts", "own.yaml"),
    ("test", "own.yaml"),
    ("test", "hearts"),
    ("play", "own.yaml", *ONE_DEAL),
    ("play", "hearts", *ONE_DEAL),
    ("compare", "hearts", "omnibus", "--deals", "1000"),
    *(("validate", "--quick", name) for name in GAMES),
)

COLD = [("simulate", game, "--deals") for game in ("hearts", "doppelkopf")]
COLD_RUNS = 3


def seconds(command: tuple[str, ...], folder: Path, number: int) -> float:
    """How much processor one run takes."""
    (folder / "changed.yaml").write_text(OWN.format(number), "utf-8")
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-m", "trickbook", *command], check=True, capture_output=True, cwd=folder)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def clock(command: tuple[str, ...], cache: str) -> float:
    """How long one run takes with a cache."""
    begun, environment = time.perf_counter(), {**os.environ, "XDG_CACHE_HOME": cache}
    subprocess.run(
        [sys.executable, "-m", "trickbook", *command], check=True, capture_output=True, env=environment
    )
    return time.perf_counter() - begun


def cold_row(command: tuple[str, ...]) -> str:
    """20,000 deals that begin with an empty cache, and one deal after a first one has filled it."""
    rows = []
    for _ in range(COLD_RUNS):
        with tempfile.TemporaryDirectory() as cache:
            many, _, one = (clock((*command, deals), cache) for deals in ("20000", "1", "1"))
        rows.append((many, one, many / (4 * one + 2)))
    many, one, ratio = (statistics.median(column) for column in zip(*rows, strict=True))
    return f"{' '.join(('trickbook', *command, '20000')):46}{many:6.2f} {one:6.2f} {ratio:6.2f}"


def main(words: list[str]) -> None:
    """Run every command by turns with help; the first run of each, which may be cold, does not count."""
    commands, colds = ([one for one in rows if not words or {*words} & {*one}] for rows in (COMMANDS, COLD))
    if commands:
        click.echo(f"Seconds of processor: median (range) of {RUNS} runs; median ratio to `trickbook --help`")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "own.yaml").write_text(OWN.format("own"), "utf-8")
        for command in commands:
            pairs = [
                (seconds(("--help",), folder, run), seconds(command, folder, run)) for run in range(RUNS + 1)
            ][1:]
            runs, ratio = [own for _, own in pairs], statistics.median(own / base for base, own in pairs)
            told = f"{statistics.median(runs):6.3f}  ({min(runs):.3f}–{max(runs):.3f})  {ratio:5.1f}"
            click.echo(f"{' '.join(('trickbook', *command)):46}{told}")
    if colds:
        click.echo(
            "Seconds with an empty cache, of one deal with a warm one, and the ratio to 4 deals and 2 s"
        )
    for command in colds:
        click.echo(cold_row(command))


if __name__ == "__main__":
    main(sys.argv[1:])
