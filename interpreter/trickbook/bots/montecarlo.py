"""A Monte Carlo player: it imagines worlds that agree with what it sees, and tries its moves in each.

All moves are tried in the same worlds with the same chance, and after them everybody makes any legal move
until the deal is scored. What counts is how much better the seat's side does than the others. In rounds the
worse half of the moves is dropped, so that the better ones are tried more often. The best is played if it did
better than the duck's by more than the error of such an average, and else the duck's. Of very many moves, as
when cards are passed, the duck's and some drawn by chance are weighed.
"""

from __future__ import annotations

from math import ceil, log2
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from trickbook.bots.anything import COUNTED
from trickbook.bots.ducking import duck
from trickbook.bots.finishing import Tries, tried
from trickbook.bots.worlds import sample
from trickbook.bots.worths import costs, highest_wins, size
from trickbook.chance import below, stream
from trickbook.problems import TrickbookError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from trickbook.bots.finishing import Points
    from trickbook.bots.turn import Bot, Turn
    from trickbook.bots.worlds import Sample

WEIGHED: Final = 24
"""Of more moves than this, so many are weighed."""

AT_ONCE: Final = 4
"""How many worlds are imagined before the clock is looked at."""


class Budget(NamedTuple):
    """How many playouts there are for each move, on average; or how many milliseconds for a turn."""

    playouts: int = 30
    milliseconds: int | None = None


USUAL: Final = Budget()


def montecarlo(budget: Budget = USUAL) -> Bot:
    """A player with a budget. By playouts a seed gives the same game everywhere; by the clock it does not."""

    def montecarlo(turn: Turn) -> str:
        if len(turn.moves) == 1:
            return turn.moves[0]
        try:
            return _best(turn, budget) or duck(turn)
        except TrickbookError:
            return duck(turn)

    return montecarlo


def _best(turn: Turn, budget: Budget) -> str | None:
    """The move that does best, or the duck's if that does hardly worse; None if no world can be imagined."""
    seen, moves, start = turn.look(), weighed(turn), monotonic()
    left, gains, tried = moves, {move: list[int]() for move in moves}, 0
    rounds = ceil(log2(len(moves)))
    worlds = _worlds(turn, seen, AT_ONCE if budget.milliseconds else budget.playouts, 0)
    for number in range(rounds):
        for count in _portions(budget, len(moves), len(left), (number + 1) / rounds, start):
            if budget.milliseconds and tried:
                worlds = _worlds(turn, seen, count, tried)
            if not worlds.worlds:
                return None
            for move, gained in zip(
                left, _gained(turn, worlds, range(tried, tried + count), left), strict=True
            ):
                gains[move] += gained
            tried += count
        best = sorted(left, key=lambda move: -sum(gains[move]))[: ceil(len(moves) / 2 ** (number + 1))]
        left = best if moves[0] in best else [*best, moves[0]]
    return left[0] if surely(gains[left[0]], gains[moves[0]]) else moves[0]


def surely(ones: Sequence[int], others: Sequence[int]) -> bool:
    """Whether gains are larger than others, try by try, by more than the standard error of the difference."""
    apart = [one - other for one, other in zip(ones, others, strict=True)]
    whole = sum(apart)
    return whole > 0 and whole**2 > sum(one**2 for one in apart)  # the mean is beyond its standard error


def _worlds(turn: Turn, seen: Mapping[str, Any], count: int, tried: int) -> Sample:
    """Worlds for the tries to come."""
    return sample(turn.rules, turn.players, seen, count, stream(turn.chance, -1 - tried))


def _portions(budget: Budget, moves: int, left: int, until: float, start: float) -> Iterator[int]:
    """How many tries there are for each move in a round: one number, or small ones while time is left."""
    if not budget.milliseconds:
        yield max(1, budget.playouts * moves // (ceil(log2(moves)) * left))
        return
    yield AT_ONCE
    while monotonic() - start < until * budget.milliseconds / 1000:
        yield AT_ONCE


def weighed(turn: Turn) -> list[str]:
    """The moves that are weighed, the duck's first: all, or some that are drawn by chance."""
    found, chance = {duck(turn): None}, turn.chance
    if len(turn.moves) <= WEIGHED:
        return list(found | dict.fromkeys(turn.moves))
    for _ in range(WEIGHED - 1):
        place, chance = below(chance, min(len(turn.moves), COUNTED))
        found[turn.moves[place]] = None
    return list(found)


def _gained(turn: Turn, drawn: Sample, tries: Sequence[int], moves: Sequence[str]) -> list[list[int]]:
    """How much each move gains for the seat's side over the others, try by try."""
    side, scores = costs(turn.rules, turn.players).sides[turn.seat], drawn.worlds[0].scores
    sign = 1 if highest_wins(turn.rules, turn.players) else -1
    worlds, chances = [k % len(drawn.worlds) for k in tries], [stream(turn.chance, k) for k in tries]
    before, share = [size(score) for score in scores], side.bit_count()

    def gain(points: Points) -> int:
        counted = [size(score + one) - old for score, one, old in zip(scores, points, before, strict=True)]
        own = sum(one for seat, one in enumerate(counted) if side >> seat & 1)
        return sign * (own * turn.players - sum(counted) * share)

    return [
        [gain(points) for points in found] for found in tried(Tries(drawn, worlds, chances), turn.seat, moves)
    ]
