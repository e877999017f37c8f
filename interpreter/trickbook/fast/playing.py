"""Playing very many deals: from a ruleset to the points of each of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from trickbook.fast.compiling import BeyondError, Program, program
from trickbook.fast.machine.cardsets import MOST_CARDS
from trickbook.fast.machine.choosing import binomials
from trickbook.fast.machine.loop import run
from trickbook.fast.machine.words import WORD
from trickbook.fast.operations import Cards

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from trickbook.ruleset import Ruleset
    from trickbook.table import Table

ROUNDS: Final = 1024
"""So many plays in one trick find room, and so many answers to a question."""

MOST_SEATS: Final = 10

LINES: Final = 8192
"""So many deals are told at a time."""

AHEAD: Final = 3
"""Before the columns it is told which match a deal is of, its number, and whether it was the last."""

COUNTED: Final = ("choices", "forced", "moves")
"""What the machine itself counts for each seat: choices, those among one move only, all moves together."""

OFFERS: Final = MOST_CARDS * (MOST_CARDS + 1)
"""So many candidates find room: all single cards and pairs."""


class Engine(NamedTuple):
    """A table and its program, as the machine takes them."""

    table: Table
    code: NDArray[np.uint32]
    numbers: NDArray[np.int64]
    sets: NDArray[np.uint64]
    deck: tuple[Any, ...]
    seating: tuple[Any, ...]
    told: tuple[str, ...]
    wide: bool


def engine(rules: Ruleset, players: int) -> Engine:
    """Make a ruleset ready for the machine; BeyondError for what it cannot do."""
    table = rules.table(players)
    names = len(table.deck.names)
    if names > MOST_CARDS:
        most = f"{MOST_CARDS} are the most for the fast engine"
        raise BeyondError(f"the ruleset has a pack of {names} cards; {most}")
    wide = names > WORD
    made = program(table)
    return Engine(
        table,
        np.array(made.code, np.uint32),
        np.array(made.numbers, np.int64),
        _sets(made.sets, wide=wide),
        _deck(table, made, wide=wide),
        _seating(table),
        made.told,
        wide,
    )


def _sets(sets: Sequence[int], *, wide: bool) -> NDArray[np.uint64]:
    """Sets of cards as the machine keeps them."""
    if not wide:
        return np.array(sets, np.uint64)
    return np.array([(cards & (1 << WORD) - 1, cards >> WORD) for cards in sets], np.uint64)


def _deck(table: Table, made: Program, *, wide: bool) -> tuple[Any, ...]:
    deck = table.deck
    return (
        _sets(deck.suit_at[:-1], wide=wide),
        _sets(deck.alike, wide=wide),
        np.array(deck.heights[:-1], np.int64),
        np.array(made.columns or (0,), np.int64),
        binomials(),
    )


def _seating(table: Table) -> tuple[Any, ...]:
    layout = table.layout
    base = int(Cards.FREE)  # the piles come behind the sets that have a fixed place
    owned = [pile.base for pile in layout.piles.values() if pile.owned]
    everywhere = [
        pile.base + seat
        for pile in layout.piles.values()
        for seat in range(layout.seats if pile.owned else 1)
    ]
    return (
        layout.seats,
        layout.turn,
        table.longest,
        np.uint64(base + table.exposed),
        table.manifold,
        np.array(everywhere, np.uint64) + np.uint64(base),
        np.array(owned, np.int64) + base,
    )


def _room(*, wide: bool) -> tuple[Any, ...]:
    """Scratch paper for the machine."""
    return (
        np.zeros(MOST_CARDS + 1, np.uint64),
        _blank(ROUNDS, wide=wide),
        np.zeros(ROUNDS, np.int64),
        _blank(OFFERS, wide=wide),
        *(np.zeros(OFFERS, np.int64) for _ in range(3)),
        np.zeros((ROUNDS, MOST_SEATS + 2), np.int64),
        _blank(MOST_CARDS + 1, wide=wide),
        np.zeros(MOST_CARDS + 1, np.int64),
        np.zeros((MOST_CARDS + 2, MOST_CARDS + 2), np.int64),
        (np.zeros(MOST_SEATS, np.int64), np.zeros(MOST_SEATS, np.int64)),
    )


def _blank(many: int, *, wide: bool) -> NDArray[np.uint64]:
    """Room for so many sets of cards."""
    return _sets((0,) * many, wide=wide)


class Played(NamedTuple):
    """Deals that were played: the points of each by seat, and why the machine gave one up (0: it did not)."""

    points: NDArray[np.int64]
    endings: NDArray[np.int64]


def play(engine: Engine, seeds: Sequence[int], deals: Sequence[int]) -> Played:
    """Play a deal for each seed, of the number given for it, between players who like any move as well."""
    many, seats = len(seeds), engine.table.layout.seats
    told, endings = np.zeros((many, _width(engine)), np.int64), np.zeros(many, np.int64)
    _, lines = _run(engine, np.array(seeds, np.uint64), np.array(deals, np.int64), endings, told, once=True)
    points = np.zeros((many, seats), np.int64)
    points[told[:lines, 0]] = told[:lines, AHEAD : AHEAD + seats]
    return Played(points, endings)


class Told(NamedTuple):
    """Deals of whole matches, in order: the place of the match among the seeds, the number of the deal in it.

    ``over`` tells whether it is the last, ``columns`` hold a number for each deal and seat. ``endings`` tell
    of each match why the machine gave it up (0: it did not); nothing more is told of such a one.
    """

    match: NDArray[np.int64]
    deal: NDArray[np.int64]
    over: NDArray[np.bool_]
    columns: Mapping[str, NDArray[np.int64]]
    endings: NDArray[np.int64]


def matches(engine: Engine, seeds: Sequence[int]) -> Told:
    """Play a whole match for each seed, between players who like any move as well."""
    left, done, parts = np.array(seeds, np.uint64), 0, []
    endings = np.zeros(len(left), np.int64)
    room = np.zeros((max(LINES, engine.table.ending.most), _width(engine)), np.int64)
    while done < len(left):
        rest = left[done:]
        finished, lines = _run(engine, rest, np.ones(len(rest), np.int64), endings[done:], room, once=False)
        parts.append(room[:lines].copy())
        parts[-1][:, 0] += done
        done += finished
    told = np.concatenate([room[:0], *parts])
    seats = engine.table.layout.seats
    columns = {
        name: told[:, AHEAD + seats * place : AHEAD + seats * (place + 1)]
        for place, name in enumerate((*engine.told, *COUNTED))
    }
    return Told(told[:, 0], told[:, 1], told[:, 2] != 0, columns, endings)


def _width(engine: Engine) -> int:
    """How many numbers are told of a deal."""
    return AHEAD + engine.table.layout.seats * (len(engine.told) + len(COUNTED))


def _run(
    engine: Engine,
    seeds: NDArray[np.uint64],
    deals: NDArray[np.int64],
    endings: NDArray[np.int64],
    room: NDArray[np.int64],
    *,
    once: bool,
) -> tuple[int, int]:
    """Let the machine run; how many matches it finished before there was no room left, and how many deals."""
    finished, lines = run(
        engine.code,
        engine.numbers.copy(),
        engine.sets.copy(),
        engine.deck,
        engine.seating,
        _room(wide=engine.wide),
        (seeds, deals, once),
        (endings, room),
    )
    return int(finished), int(lines)
