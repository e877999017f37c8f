"""How good `montecarlo` is: against `random` and `duck` on every shipped game, and with larger budgets.

    python tests/benchmarks/players.py [--seconds N] [GAME …]

`montecarlo`, with its 30 playouts, has one seat, or one side, and the other has all the rest; all play the
same deals, each once for each seating (`trickbook arena`). The difference is looked at after 20, 60, 180 and
540 deals, which was fixed before: it counts as won or lost if p is below 0.001 divided by the number of
looks, so that all looks together are wrong about equal players once in a thousand times at most. Where the
time for a game is over, the look to come is taken there, and is the last.

`budgets` stands for Hearts without passing, where 3, 30 and 300 playouts play the same deals, a fixed number
of them, among three random players; each budget is compared with the one before, deal by deal.

Two processes play, the budgets last; a line is printed as soon as it is known, and an interrupt keeps what
was printed.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from itertools import chain, pairwise
from multiprocessing import get_context
from typing import Any, NamedTuple

import click

import trickbook
from trickbook.bots.arena import Arena, deal_results, new_arena
from trickbook.lab.intervals import t_quantile
from trickbook.lab.paired_differences import p_value

LOOKS = (20, 60, 180, 540)
LEVEL = 0.001 / len(LOOKS)
SECONDS = 300  # for a game and an opponent
OPPONENTS = ("random", "duck")
BUDGETS, PARTS, PART = (3, 30, 300), 16, 100
BUDGET_DEALS = PARTS * PART
WITHOUT_PASSING = "hearts+no-passing"
SOURCES = ("chinese-hearts", "cancellation-hearts", "rules-of-hearts", "double-hearts", "hearts")
SEED = 2026
WORKERS = 2


class Figure(NamedTuple):
    """A mean over deals, half its interval of 95 %, and how likely chance alone is to bring it about."""

    mean: float
    off: float
    p: float

    def __str__(self) -> str:
        return f"{self.mean:8.2f} ± {self.off:5.2f}"


def figure(values: Sequence[float]) -> Figure:
    error = statistics.stdev(values) / len(values) ** 0.5
    mean = statistics.mean(values)
    return Figure(mean, error * t_quantile(len(values) - 1), p_value(mean, error, len(values)))


def opened(name: str, bots: Sequence[str], seed: int = SEED) -> Arena:
    """An arena for a game, perhaps with house rules behind a plus."""
    game, *house = name.split("+")
    return new_arena(trickbook.load(game, house=house), bots, seed)


def looked(name: str, opponent: str, seconds: float) -> str:
    """What a match is like at the first look that tells who is better, or at the last one."""
    of, start = opened(name, ["montecarlo", opponent]), time.monotonic()
    own, theirs = of.seats["montecarlo"], of.seats[opponent]
    points, apart = [], []
    for played in deal_results(of, LOOKS[-1]):
        points.append(played.points["montecarlo"] / own)
        apart.append(played.apart / (own * theirs))
        late = time.monotonic() - start > seconds
        if len(apart) in LOOKS or (late and len(apart) > 1):
            by = figure(apart)
            if by.p < LEVEL or late:
                break
    told = ("better" if by.mean > 0 else "worse") if by.p < LEVEL else "cannot be told apart"
    took = f"{time.monotonic() - start:.0f} s"
    return f"{name:20} {opponent:12}{len(apart):5} {figure(points)} {by}  {chance_of(by)}, {told} ({took})"


def chance_of(by: Figure) -> str:
    return "p < 0.0001" if by.p < 0.0001 else f"p = {by.p:.4f}"


def points_of(budget: int, part: int) -> list[float]:
    """The points of a player with so many playouts among random ones, deal by deal of a part of all deals."""
    name = f"montecarlo@{budget}"
    of = opened(WITHOUT_PASSING, [name, "random"], SEED + part)
    return [played.points[name] / of.seats[name] for played in deal_results(of, PART)]


def budgets(found: Sequence[Sequence[float]]) -> Iterator[str]:
    """What each budget takes, and how much less than the one before."""
    for budget, points in zip(BUDGETS, found, strict=True):
        name = f"montecarlo@{budget}"
        yield f"{WITHOUT_PASSING:20} {name:14} {BUDGET_DEALS:4} {figure(points)}"
    for (few, before), (many, after) in pairwise(zip(BUDGETS, found, strict=True)):
        fewer = figure([one - other for one, other in zip(before, after, strict=True)])
        yield f"{WITHOUT_PASSING:20} {many} instead of {few}: {fewer} fewer, {chance_of(fewer)}"


def games() -> list[str]:
    """All that is measured, Hearts without passing and the games of the sources first."""
    shipped = [name for name, path in trickbook.shipped().items() if path.parent.name == "rulesets"]
    return list(dict.fromkeys(["budgets", WITHOUT_PASSING, *SOURCES, *shipped]))


@click.command()
@click.argument("names", nargs=-1, metavar="[GAME]…")
@click.option("--seconds", default=SECONDS, show_default=True, help="For a game and an opponent, at most.")
def main(names: Sequence[str], seconds: float) -> None:
    """Print the figures."""
    click.echo(f"{'game':20} {'against':12}deals    points a deal         better by")
    wanted = names or games()
    with ProcessPoolExecutor(WORKERS, mp_context=get_context("spawn")) as pool:
        matches: list[Future[Any]] = [
            pool.submit(looked, name, opponent, seconds)
            for name in wanted
            if name != "budgets"
            for opponent in OPPONENTS
        ]
        alone = [
            [pool.submit(points_of, budget, part) for part in range(PARTS)]
            for budget in (BUDGETS if "budgets" in wanted else ())
        ]
        parts = [part for budget in alone for part in budget]
        for done in as_completed([*matches, *parts]):
            if done in matches:
                click.echo(done.result())
            elif parts and all(part.done() for part in parts):
                for line in budgets([list(chain(*(part.result() for part in budget))) for budget in alone]):
                    click.echo(line)
                parts = []


if __name__ == "__main__":
    main()
