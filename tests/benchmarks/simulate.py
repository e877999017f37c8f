"""`trickbook simulate` as a whole process, beside OpenSpiel's C++ driven inside C++, in blocks by turns.

The time of a process that plays one deal is taken off. OpenSpiel's deals are its own uniform random ones.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple
from unittest.mock import patch

import click
from tests.benchmarks.batch import openspiel

import trickbook
from trickbook.batch.matches import Batch, MatchDeals
from trickbook.lab.runner import WorkerOptions, run_study
from trickbook.lab.study import new_study

BLOCKS = 7
DEALS, OTHERS = 1_000_000, 8_000  # deals in a block: ours, OpenSpiel's
MEMORY = (20_000, 200_000, 2_000_000)

# A process counts the memory of the one that began it, so a small one begins it.
MEASURE = """
import os, subprocess, sys, time
start = time.perf_counter()
run = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
used = os.wait4(run.pid, 0)[2]
print(time.perf_counter() - start, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)
"""


class Cost(NamedTuple):
    """What a process took: seconds, seconds of processor, megabytes at most."""

    seconds: float
    processor: float
    memory: float


def cost(deals: int, *words: str) -> Cost:
    """Simulate so many deals in a process of its own."""
    call = [sys.executable, "-m", "trickbook", "simulate", "hearts", "--seed", "1", "--deals", str(deals)]
    run = subprocess.run(
        [sys.executable, "-c", MEASURE, *call, *words], capture_output=True, check=True, text=True
    )
    return Cost(*map(float, run.stdout.split()))


def net(*words: str) -> Cost:
    """The cost of the deals alone."""
    start, whole = cost(1, *words), cost(DEALS, *words)
    return Cost(whole.seconds - start.seconds, whole.processor - start.processor, whole.memory)


def middle(numbers: list[float]) -> float:
    """The median."""
    return statistics.median(numbers)


def beside_openspiel(*, passing: bool) -> None:
    """One thread and all of them beside OpenSpiel: by the clock, and by the processor."""
    words, other = [] if passing else ["--house", "no-passing"], openspiel(passing=passing)
    rows = []
    for _ in range(BLOCKS):
        one, begun, used = net(*words, "--workers", "1"), time.perf_counter(), time.process_time()
        other(OTHERS)
        theirs, processor = time.perf_counter() - begun, time.process_time() - used
        threads = net(*words)
        scale = DEALS / OTHERS
        rows.append(
            (
                DEALS / threads.seconds,
                scale * theirs / threads.seconds,
                scale * theirs / one.seconds,
                scale * processor / one.processor,
                one.seconds / threads.seconds,
            )
        )
    rate, ratio, alone, by_processor, gain = (middle([*column]) for column in zip(*rows, strict=True))
    click.echo(
        f"{'with' if passing else 'without'} passing: {rate:,.0f} deals/s, ratio {ratio:.1f}; one thread "
        f"{alone:.1f}, by processor {by_processor:.1f}; all threads {gain:.2f} of one"
    )


def statistics_share() -> None:
    """How much of a run's processor time is not the batch's."""
    spent, play = 0.0, Batch.play

    def timed(*given: Any) -> MatchDeals:
        nonlocal spent
        begun = time.thread_time()
        found = play(*given)
        spent += time.thread_time() - begun
        return found

    study = new_study(trickbook.load("hearts"), ["random"], 1)
    *_, _ = run_study(study, 1000, WorkerOptions(1))
    with patch.object(Batch, "play", timed):
        begun = time.thread_time()
        *_, _ = run_study(study, DEALS, WorkerOptions(1))
        whole = time.thread_time() - begun
    click.echo(f"statistics: {(whole - spent) / whole:.1%} of the time")


def on_dask() -> None:
    """Two workers of a Dask cluster beside one."""
    rows = [[net("--on", "dask", "--workers", str(workers)).seconds for workers in (1, 2)] for _ in range(3)]
    click.echo(f"Dask: two workers {middle([one / two for one, two in rows]):.2f} of one")


def stored() -> None:
    """A run that keeps every deal."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "deals.parquet"
        found = cost(DEALS, "--out", str(file))
        size = file.stat().st_size
    click.echo(
        f"with --out: {found.seconds:.1f} s, {found.processor:.1f} s of processor, "
        f"{found.memory:.0f} MB of memory, {size / DEALS:.1f} bytes a deal"
    )


def memory() -> None:
    """The most memory of runs of several sizes."""
    for deals in MEMORY:
        click.echo(f"{deals:9,} deals simulated: {cost(deals).memory:.0f} MB at most")


def main() -> None:
    """Print the figures."""
    cost(1)  # it may compile machine code
    for passing in (False, True):
        beside_openspiel(passing=passing)
    statistics_share()
    on_dask()
    stored()
    memory()


if __name__ == "__main__":
    main()
