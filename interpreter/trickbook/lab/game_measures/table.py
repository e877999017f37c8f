"""A table whose deals are measured: its sides, what each seat cannot see, how points rank, and its deals.

Some players estimate each play by random playouts, others play at random. Many deals go on side by side, so
that machine code plays all their playouts at once. A deal depends only on its plan.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, NamedTuple

import numpy as np

from trickbook.batch.playouts import Decision, Playouts
from trickbook.bots.costs_of_cards import allied_seats, highest_wins
from trickbook.bots.duck import duck_of
from trickbook.bots.playouts import apply_move, apply_play, random_move
from trickbook.bots.turn import check_moves, climbs
from trickbook.cards.chance import SEEDS, below, stream
from trickbook.cards.gaussian import parts
from trickbook.engine.tricks import TrickStep
from trickbook.problems import TrickbookError
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Sequence
    from typing import TypeAlias

    from numpy.typing import NDArray

    from trickbook.cards.gaussian import Number
    from trickbook.core.state import State
    from trickbook.engine.ask import AskStep
    from trickbook.ruleset import Ruleset
    from trickbook.sections.compiled import CompiledRules

    Course: TypeAlias = "Generator[Question, Sequence[float], PlayedDeal | None]"

Ties = Literal["shared", "first"]
"""How players with equal points stand: alike, or in the order in which they play the first trick."""

SIDE_BY_SIDE: Final = 256
"""How many deals go on at once."""

EVERYBODY: Final = -1

NOBODY: Final = -2

UNKNOWN: Final = 0.5
"""The estimate of a play of which no playout came to an end."""


class MeasuredTable(NamedTuple):
    """Rules for so many players, and what is known of their seats.

    ``sides`` are the seats that win with each seat, ``sign`` is 1 if the highest points win, else -1;
    ``hidden`` the piles that each seat does not see. ``ahead[leader, seat, other]`` is what a tie with
    another seat is worth to a seat in a deal that a leader opened.
    """

    rules: Ruleset
    players: int
    engine: CompiledRules
    playouts: Playouts
    sides: tuple[int, ...]
    sign: int
    hidden: tuple[frozenset[int], ...]
    ties: Ties
    ahead: NDArray[np.float64]

    @property
    def share(self) -> float:
        """The share of the seats that a side has."""
        return self.sides[0].bit_count() / self.players


def measured_table(rules: Ruleset, players: int, ties: Ties = "shared") -> MeasuredTable:
    """Compile a table; TrickbookError if all win or lose together."""
    engine = rules.engine(players)
    sides = allied_seats(engine)
    if sides[0].bit_count() == players:
        raise TrickbookError(Message("{title} has no measures: all players win together", title=rules.title))
    sign = 1 if highest_wins(rules, players) else -1
    hidden = tuple(frozenset(_hidden(engine, seat)) for seat in range(players))
    ahead, playouts = _ahead(engine, ties), Playouts(engine)
    return MeasuredTable(rules, players, engine, playouts, sides, sign, hidden, ties, ahead)


def _hidden(engine: CompiledRules, seat: int) -> list[int]:
    """Return the piles that a seat does not see; what was taken has lain open."""
    layout = engine.layout
    return [
        pile.base + place
        for pile in layout.piles.values()
        if pile.seen_by != "everyone" and pile.name != "taken"
        for place in range(layout.seats if pile.owned else 1)
        if not (pile.owned and pile.seen_by == "owner" and place == seat)
    ]


def _ahead(engine: CompiledRules, ties: Ties) -> NDArray[np.float64]:
    """Return what a tie is worth, by the leader, the seat and the other seat."""
    seats = engine.layout.seats
    if ties == "shared":
        return np.full((seats, seats, seats), 0.5)
    orders = [engine.layout.round(leader) for leader in range(seats)]
    return np.array(
        [
            [[order.index(seat) < order.index(other) for other in range(seats)] for seat in range(seats)]
            for order in orders
        ],
        np.float64,
    )


def sizes(table: MeasuredTable, points: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return points so that more is better; complex ones count by the square of their distance from 0."""
    whole = (points**2).sum(axis=2) if table.engine.layout.complex else points[:, :, 0]
    return table.sign * whole


def placings(
    table: MeasuredTable, points: NDArray[np.int64], seats: NDArray[np.int64], leaders: NDArray[np.int64]
) -> NDArray[np.float64]:
    """Return the placing of a seat in each of some deals: the share of its rivals that it leaves behind."""
    sized = sizes(table, points)
    own = np.take_along_axis(sized, seats[:, None], axis=1)
    rivals = np.array([[not side >> other & 1 for other in range(table.players)] for side in table.sides])[
        seats
    ]
    beaten = np.where(own == sized, table.ahead[leaders, seats], own > sized)
    return np.asarray((beaten * rivals).sum(axis=1) / rivals.sum(axis=1))


def win_shares(table: MeasuredTable, points: Sequence[Number], leader: int) -> list[float]:
    """Return each seat's share of a win: all with the best points share it, or the first of them has it."""
    pairs = np.array([[parts(one) for one in points]], np.int64)
    sized = sizes(table, pairs)[0]
    best = [seat for seat in range(table.players) if sized[seat] == sized.max()]
    if table.ties == "first":
        first = next(seat for seat in table.engine.layout.round(leader) if seat in best)
        best = [seat for seat in range(table.players) if table.sides[first] >> seat & 1]
    return [float(seat in best) / len(best) for seat in range(table.players)]


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
