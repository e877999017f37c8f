"""The measures of a game, each with its interval, from deals of three kinds.

They follow Browne (2008) and Goadrich (2018 and 2019), whose players estimate a play by random playouts. A
*placing* is 1 for the best of a deal, 0 for the last, evenly spaced between.
"""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, Final, NamedTuple

from trickbook.bots.arena import last_deal
from trickbook.cards.chance import SEEDS, stream
from trickbook.lab.game_measures.table import EVERYBODY, NOBODY, DealPlan, played_deals
from trickbook.lab.intervals import Estimate, with_interval

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from trickbook.lab.game_measures.table import MeasuredTable, PlayedDeal

ALONE: Final = 1
"""The kind of deals in which one side estimates; in the others everybody or nobody does."""

ROUNDING: Final = 1e-9
"""Estimates so close to a line are on it: a mean of few placings often is."""


class GameMeasures(NamedTuple):
    """The measures of a game."""

    order: Estimate
    fairness: Estimate
    convergence: Estimate
    spread: Estimate
    drama: Estimate
    security: Estimate


class DealMeasures(NamedTuple):
    """What a deal in which everybody estimates contributes to the measures."""

    convergence: Ratio
    spread: Ratio
    drama: Ratio
    security: Ratio


def measure_game(table: MeasuredTable, deals: int, playouts: int, seed: int) -> GameMeasures:
    """Play so many deals of each kind, and measure them."""
    alone, random, all_of_them = (
        played_deals(table, _plans(table, deals, seed, kind), playouts) for kind in (ALONE, NOBODY, EVERYBODY)
    )
    strong = [Ratio(_won(deal, deal.thinking)) for deal in alone]
    first = [Ratio(_won(deal, table.sides[deal.leader])) for deal in random]
    line = threshold(round(1 / table.share))
    whole = [measure_deal(deal, line) for deal in all_of_them]
    return GameMeasures(
        _mapped(ratio(strong), lambda wins: order(wins, table.share)),
        fairness_of(ratio(first), table.share),
        ratio([one.convergence for one in whole]),
        ratio([one.spread for one in whole]),
        ratio([one.drama for one in whole]),
        ratio([one.security for one in whole]),
    )


def _plans(table: MeasuredTable, deals: int, seed: int, kind: int) -> list[DealPlan]:
    """Return the deals of a kind; the place that estimates alone changes, unless the first wins ties."""
    rotating = table.ties == "shared"
    last = last_deal(table.rules, table.players)
    return [
        DealPlan(
            stream(seed, number) % SEEDS,
            number % last + 1,
            number % table.players * rotating if kind == ALONE else kind,
        )
        for number in range(deals)
    ]


def measure_deal(deal: PlayedDeal, line: float) -> DealMeasures:
    """Measure a deal in which everybody estimates; of several winners the means."""
    choices = deal.choices
    best, worst = [one.best for one in choices], [one.worst for one in choices]
    lines = [
        (share, [one.best for one in choices if one.seat == seat])
        for seat, share in enumerate(deal.wins)
        if share
    ]
    dips = [(share, drama(own, line)) for share, own in lines if own]
    return DealMeasures(
        Ratio(convergence([one.legal for one in choices])),
        Ratio(spread(best, worst)),
        Ratio(sum(share * dip.much for share, dip in dips), sum(share * dip.many for share, dip in dips)),
        Ratio(sum(share * security(own, line) for share, own in lines if own)),
    )


def _won(deal: PlayedDeal, seats: int) -> float:
    """Return the share of the win that some seats have."""
    return sum(share for seat, share in enumerate(deal.wins) if seats >> seat & 1)


def ratio(of: Sequence[Ratio]) -> Estimate:
    """Return the ratio of two sums over deals, with its interval by the linearised ratio."""
    deals, many = len(of), sum(one.many for one in of)
    if not many:
        return Estimate(None)
    mean = sum(one.much for one in of) / many
    if deals < 2:  # noqa: PLR2004 - of one deal nobody can tell how far another may be
        return Estimate(mean)
    squares = sum((one.much - mean * one.many) ** 2 for one in of)
    return with_interval(mean, sqrt(deals / (deals - 1) * squares) / many, deals)


def _mapped(of: Estimate, to: Callable[[float], float]) -> Estimate:
    """Return an estimate under a rising map."""
    return Estimate(*(None if one is None else to(one) for one in of))


def fairness_of(wins: Estimate, expected: float) -> Estimate:
    """Return the fairness of a share of wins; it reaches 1 where the share is the expected one."""
    if wins.mean is None or wins.low is None or wins.high is None:
        return _mapped(wins, lambda one: fairness(one, expected))
    ends = [fairness(one, expected) for one in (wins.low, wins.high)]
    high = 1.0 if wins.low <= expected <= wins.high else max(ends)
    return Estimate(fairness(wins.mean, expected), min(ends), high)


class Ratio(NamedTuple):
    """How much of something a deal had, and of how many."""

    much: float
    many: float = 1.0


def order(wins: float, expected: float) -> float:
    """Return how far a strong player's share of wins is from the expected share to all of them."""
    return (wins - expected) / (1 - expected)


def fairness(wins: float, expected: float) -> float:
    """Return 1 if the first player wins the expected share, 0 if it wins nothing or everything."""
    return min(wins / expected, (1 - wins) / (1 - expected))


def convergence(choices: Sequence[int]) -> float:
    """Return 1/2 less half the slope of the number of legal plays, from one play of a deal to the next."""
    centre, mean = (len(choices) - 1) / 2, sum(choices) / len(choices)
    width = sum((place - centre) ** 2 for place in range(len(choices)))
    rise = sum((place - centre) * (many - mean) for place, many in enumerate(choices))
    return (1 - (rise / width if width else 0.0)) / 2


def spread(best: Sequence[float], worst: Sequence[float]) -> float:
    """Return how much better the best play of a choice is than the worst, on average."""
    return (sum(best) - sum(worst)) / len(best)


def threshold(sides: int) -> float:
    """Return the placing halfway between the best of so many sides and the next."""
    return (1 + (sides - 2) / (sides - 1)) / 2


def drama(estimates: Sequence[float], line: float) -> Ratio:
    """Return how deep the winner's estimates lay below a line: roots of the gaps, and how many there are."""
    gaps = [sqrt(line - one) for one in estimates if _is_below(one, line)]
    return Ratio(sum(gaps), len(gaps))


def security(estimates: Sequence[float], line: float) -> float:
    """Return how often the winner's estimates were not below a line."""
    return sum(not _is_below(one, line) for one in estimates) / len(estimates)


def _is_below(one: float, line: float) -> bool:
    """Return whether an estimate is below a line, and not on it but for rounding."""
    return line - one > ROUNDING
