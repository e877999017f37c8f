"""How good `ismcts` is: against each other player on every shipped game, and with larger budgets.

    python tests/benchmarks/players.py [--seconds N] [--against PLAYER]… [GAME …]

`ismcts` has one seat, or one side, and the other player has all the rest; all play the same deals, each once
for each seating (`trickbook arena`). The difference is looked at after 25, 60, 150 and 400 deals, which was
fixed before: no more is played if p is below 0.001 divided by the number of looks and games, so that all
looks at all games are wrong about equal players once in a thousand times at most. Where the time for a game
is over, the look to come is taken there, and is the last. At the end p is corrected for the looks and for
the number of games (Holm, 1979).

`points` stands for Hearts with and without passing, where a budget plays a fixed number of deals among three
random players or three ducks: how many points it takes. `house` stands for a duck and players at random under
each house rule, in 2,000 deals.

Two processes play; a line is printed as soon as it is known, and an interrupt keeps what was printed.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from itertools import chain
from multiprocessing import get_context
from types import MappingProxyType
from typing import Any, Final, NamedTuple

import click

import trickbook
from trickbook.bots.arena import Arena, deal_results, new_arena
from trickbook.lab.intervals import holm_corrected, p_value, t_quantile

LOOKS = (25, 60, 150, 400)
ONCE = 0.001
GAMES = 65
LEVEL = ONCE / len(LOOKS) / GAMES
SECONDS = 300  # of processor for a game and an opponent
DUELS: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {
        "random": ("ismcts@100", "random"),
        "duck": ("ismcts@100", "duck"),
        "montecarlo": ("ismcts@10ms", "montecarlo@10ms"),
        "ismcts@10": ("ismcts@100", "ismcts@10"),
        "ismcts@100": ("ismcts@1000", "ismcts@100"),
        "ismcts@1000": ("ismcts@10000", "ismcts@1000"),
    }
)
"""The players of a duel, by who is played against."""

WITHOUT_PASSING = "hearts+no-passing"
POINTS: Final = tuple(
    (game, player, other)
    for game in (WITHOUT_PASSING, "hearts")
    for player, other in (("ismcts@1000", "random"), ("ismcts@1000", "duck"), ("ismcts@10000", "duck"))
)
"""The game, the player and the others of each figure of points."""

PARTS, PART = 10, 100
SOURCES = ("chinese-hearts", "cancellation-hearts", "rules-of-hearts", "double-hearts", "hearts")
HOUSE_DEALS = 2000
SEED = 2026
WORKERS = 2


class Figure(NamedTuple):
    """A mean over deals, half its interval of 95 %, and how likely chance alone is to bring it about."""

    mean: float
    off: float
    p: float

    def __str__(self) -> str:
        return f"{self.mean:8.2f} ± {self.off:5.2f}"


class Outcome(NamedTuple):
    """What a duel was like: its line, who was played against, by how much the first player is better."""

    line: str
    name: str
    other: str
    by: Figure


def figure(values: Sequence[float]) -> Figure:
    error = statistics.stdev(values) / len(values) ** 0.5
    mean = statistics.mean(values)
    return Figure(mean, error * t_quantile(len(values) - 1), p_value(mean, error, len(values)))


def opened(name: str, bots: Sequence[str], seed: int = SEED) -> Arena:
    """An arena for a game, perhaps with house rules behind a plus."""
    game, *house = name.split("+")
    return new_arena(trickbook.load(game, house=house), bots, seed)


def looked(name: str, against: str, seconds: float) -> Outcome:
    """What a duel is like at the first look that tells who is better, or at the last one."""
    player, opponent = DUELS[against]
    of, start = opened(name, [player, opponent]), time.process_time()
    own, theirs = of.seats[player], of.seats[opponent]
    points, apart = [], []
    for played in deal_results(of, LOOKS[-1]):
        points.append(played.points[player] / own)
        apart.append(played.difference / (own * theirs))
        late = time.process_time() - start > seconds
        if len(apart) in LOOKS or (late and len(apart) > 1):
            by = figure(apart)
            if by.p < LEVEL or late:
                break
    told = ("better" if by.mean > 0 else "worse") if by.p * len(LOOKS) < ONCE else "cannot be told apart"
    took = f"{time.process_time() - start:.0f} s"
    line = f"{name:22} {against:12}{len(apart):5} {figure(points)} {by}  {chance_of(by)}, {told} ({took})"
    return Outcome(line, name, against, by)


def ducking(name: str) -> Outcome:
    """How a duck does beside players at random under a house rule."""
    of = new_arena(trickbook.load(name), ["duck", "random"], SEED)
    by = figure([played.difference for played in deal_results(of, HOUSE_DEALS)])
    return Outcome(f"{name:22} duck beside random: {by}  {chance_of(by)}", name, "random", by)


def chance_of(by: Figure) -> str:
    return "p < 0.0001" if by.p < 0.0001 else f"p = {by.p:.4f}"


def verdicts(outcomes: Sequence[Outcome]) -> Iterator[str]:
    """Against whom on how many games `ismcts` is better, with p corrected for looks and games."""
    for against in dict.fromkeys(one.other for one in outcomes):
        own = [one for one in outcomes if one.other == against]
        corrected = holm_corrected([min(1.0, one.by.p * len(LOOKS)) for one in own])
        sure = {one.name for one, p in zip(own, corrected, strict=True) if one.by.mean > 0 and p < ONCE}
        yield f"better than {against} on {len(sure)} of {len(own)} games (p < {ONCE}, Holm)"
        if left := [f"{one.name} {one.by}".strip() for one in own if one.name not in sure]:
            yield f"  not on {', '.join(left)}"


def points_of(game: str, player: str, other: str, part: int) -> list[float]:
    """The points of a player among three others, deal by deal of a part of all deals."""
    of = opened(game, [player, other], SEED + part)
    return [played.points[player] / of.seats[player] for played in deal_results(of, PART)]


def told_points(game: str, player: str, other: str, points: Sequence[float]) -> str:
    """The line of a figure of points."""
    return f"{game:22} {player} among three of {other}: {figure(points)} points in {len(points)} deals"


def games() -> list[str]:
    """All that is measured, Hearts without passing and the games of the sources first."""
    shipped = [name for name, path in trickbook.shipped().items() if path.parent.name == "rulesets"]
    return list(dict.fromkeys(["points", "house", WITHOUT_PASSING, *SOURCES, *shipped]))


def house_rules() -> list[str]:
    """All house rules, each on the first game that it fits."""
    return [name for name in trickbook.shipped() if name.startswith("house/")]


@click.command()
@click.argument("names", nargs=-1, metavar="[GAME]…")
@click.option("--seconds", default=SECONDS, show_default=True, help="For a game and an opponent.")
@click.option("--against", multiple=True, type=click.Choice(list(DUELS)), help="Only these opponents.")
def main(names: Sequence[str], seconds: float, against: Sequence[str]) -> None:
    """Print the figures."""
    click.echo(f"{'game':22} {'against':12}deals    points a deal         better by")
    wanted = names or games()
    with ProcessPoolExecutor(WORKERS, mp_context=get_context("spawn")) as pool:
        duels = [
            pool.submit(looked, name, other, seconds)
            for other in against or DUELS
            for name in wanted
            if name not in ("points", "house")
        ]
        ducks = [pool.submit(ducking, name) for name in house_rules() if "house" in wanted]
        sets: dict[tuple[str, str, str], list[Future[Any]]] = {
            of: [pool.submit(points_of, *of, part) for part in range(PARTS)]
            for of in (POINTS if "points" in wanted else ())
        }
        for done in as_completed(duels):
            click.echo(done.result().line)
        for line in verdicts([duel.result() for duel in duels]):
            click.echo(line)
        for duck in ducks:
            click.echo(duck.result().line)
        for of, parts in sets.items():
            click.echo(told_points(*of, list(chain(*(part.result() for part in parts)))))


if __name__ == "__main__":
    main()
