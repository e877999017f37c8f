"""A table whose deals are measured: its sides, what each seat cannot see, and how points rank."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, NamedTuple

import numpy as np

from trickbook.batch.playouts import Playouts
from trickbook.bots.costs_of_cards import allied_seats, highest_wins
from trickbook.cards.gaussian import parts
from trickbook.problems import TrickbookError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from trickbook.cards.gaussian import Number
    from trickbook.ruleset import Ruleset
    from trickbook.sections.compiled import CompiledRules

Ties = Literal["shared", "first"]

TIES: Final = ("shared", "first")
"""How players with equal points stand: alike, or in the order in which they play the first trick."""


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
        raise TrickbookError(f"{rules.title} has no measures: all players win together")
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
