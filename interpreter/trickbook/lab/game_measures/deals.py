"""Deals between players who estimate each play by random playouts, and players who play at random.

Many deals go on side by side, so that machine code plays all their playouts at once. A deal depends only
on its plan.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from trickbook.batch.playouts import Decision
from trickbook.bots.duck import duck_of
from trickbook.bots.random_player import random_move
from trickbook.bots.turn import check_moves, climbs
from trickbook.bots.world_moves import apply_move, apply_play
from trickbook.cards.chance import SEEDS, below, stream
from trickbook.engine.tricks import TrickStep
from trickbook.lab.game_measures.table import placings, win_shares

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Sequence
    from typing import TypeAlias

    from trickbook.core.state import State
    from trickbook.engine.ask import AskStep
    from trickbook.lab.game_measures.table import MeasuredTable

SIDE_BY_SIDE: Final = 256
"""How many deals go on at once."""

EVERYBODY: Final = -1
NOBODY: Final = -2

UNKNOWN: Final = 0.5
"""The estimate of a play of which no playout came to an end."""


class Choice(NamedTuple):
    """A play: the seat, how many plays were legal, the estimates of the best of them and of the worst."""

    seat: int
    legal: int
    best: float
    worst: float


class PlayedDeal(NamedTuple):
    """A deal: who led first, the seats that estimate, their plays, and each seat's share of the win."""

    leader: int
    thinking: int
    choices: tuple[Choice, ...]
    wins: Sequence[float]


class DealPlan(NamedTuple):
    """A deal to play: its seed, its number in a match, and who estimates.

    That is the side of the seat so many places behind the first leader, or EVERYBODY, or NOBODY.
    """

    seed: int
    number: int
    place: int


class Question(NamedTuple):
    """A decision that waits for estimates, the seat, and who led first."""

    decision: Decision
    seat: int
    leader: int


if TYPE_CHECKING:
    Course: TypeAlias = Generator[Question, Sequence[float], PlayedDeal | None]


def played_deals(table: MeasuredTable, plans: Sequence[DealPlan], playouts: int) -> Iterator[PlayedDeal]:
    """Play deals in order; those in which nobody plays a card are left out."""
    for first in range(0, len(plans), SIDE_BY_SIDE):
        courses = [_course(table, plan) for plan in plans[first : first + SIDE_BY_SIDE]]
        yield from filter(None, _side_by_side(table, courses, playouts))


def _side_by_side(table: MeasuredTable, courses: Sequence[Course], playouts: int) -> list[PlayedDeal | None]:
    """Play some deals, a play of each at a time."""
    done: dict[int, PlayedDeal | None] = {}
    asked: dict[int, Question] = {}

    def proceed(number: int, estimates: Sequence[float] | None) -> None:
        try:
            asked[number] = courses[number].send(estimates)  # type: ignore[arg-type]
        except StopIteration as end:
            done[number] = end.value

    for number in range(len(courses)):
        proceed(number, None)
    while asked:
        waiting, asked = asked, {}
        found = _estimates(table, list(waiting.values()), playouts)
        for number, estimates in zip(waiting, found, strict=True):
            proceed(number, estimates)
    return [done[number] for number in range(len(courses))]


def _estimates(table: MeasuredTable, asked: Sequence[Question], playouts: int) -> Iterator[Sequence[float]]:
    """Yield the mean placing of each play of each question."""
    found = table.playouts.play_in_worlds([one.decision for one in asked], playouts)
    plays = [len(one.decision.plays) for one in asked]
    every = np.repeat(np.array([(one.seat, one.leader) for one in asked]), np.array(plays) * playouts, axis=0)
    ranked = placings(table, found.points, every[:, 0], every[:, 1])
    ended = (found.found != 0).reshape(-1, playouts)
    total = np.where(ended, ranked.reshape(-1, playouts), 0).sum(axis=1)
    means = np.divide(total, ended.sum(axis=1), out=np.full(len(ended), UNKNOWN), where=ended.any(axis=1))
    for own in np.split(means, np.cumsum(plays)[:-1]):
        yield own.tolist()


def _course(table: MeasuredTable, plan: DealPlan, *, duck: bool = True) -> Course:
    """Play a deal: plays are estimated, or made at random; questions are answered by the duck.

    Where nobody plays a card then, as where all ducks pass, they are answered at random instead.
    """
    engine = table.engine
    s: State = table.rules.new_game(table.players, seed=plan.seed, deal=plan.number).state.copy()
    leader, choices, number = -1, list[Choice](), 0
    while not s.match.deals and s.waiting:
        number += 1
        step, seat, chance = engine.waiting[s.step], _next(table, s), stream(plan.seed ^ SEEDS, number)
        if not isinstance(step, TrickStep):
            apply_move(engine, s, seat, _answer(table, s, step, chance if not duck else None))
            continue
        leader = seat if leader < 0 else leader
        plays = step.plays(engine, s, seat)
        check_moves(engine, s, seat, plays)
        if not thinking(table, plan, leader) >> seat & 1:
            play = plays[below(chance, len(plays))[0]]
        else:
            hidden = sorted(table.hidden[seat] & table.hidden[engine.actors(s).bit_length() - 1])
            estimates = yield Question(Decision(s, plays, hidden, chance), seat, leader)
            best = max(estimates)
            choices.append(Choice(seat, len(plays), best, min(estimates)))
            play = plays[estimates.index(best)]
        apply_play(engine, s, seat, play)
    if leader < 0 or not s.match.deals:
        return (yield from _course(table, plan, duck=False)) if duck else None
    wins = win_shares(table, s.match.deals[0], leader)
    return PlayedDeal(leader, thinking(table, plan, leader), tuple(choices), wins)


def _answer(table: MeasuredTable, s: State, step: AskStep, chance: int | None) -> str:
    """Return the duck's answer, or with a ``chance`` a random one, low bids more often than high ones."""
    engine, seat = table.engine, _next(table, s)
    moves = step.legal(engine, s, seat)
    check_moves(engine, s, seat, moves)
    if chance is None:
        return duck_of(table.rules, table.players).answer(s, seat)
    return random_move(moves, chance, ladder=climbs(engine, s))


def thinking(table: MeasuredTable, plan: DealPlan, leader: int) -> int:
    """Return the seats that estimate."""
    layout = table.engine.layout
    some = {EVERYBODY: layout.everyone, NOBODY: 0}
    return some[plan.place] if plan.place in some else table.sides[layout.round(leader)[plan.place]]


def _next(table: MeasuredTable, s: State) -> int:
    """Return the seat that decides next, or whose cards are played."""
    return s.turns[0]
