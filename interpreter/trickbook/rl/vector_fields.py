"""The observations of the seats that act at many tables, read from the cells of the tables."""

from __future__ import annotations

from functools import cache, partial, reduce
from operator import add
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from trickbook.core import DEAL, DEALER, LEADER, PLAYS, TRICKS
from trickbook.core.instructions import NUMBER
from trickbook.expression.types import Kind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from trickbook.batch.vector_tables import VectorTables
    from trickbook.engine.facts import Fact
    from trickbook.engine.lookup import Lookup
    from trickbook.state import Pile

FACT_KINDS: Final = (Kind.NUMBER, Kind.CONDITION, Kind.CARDS, Kind.SEATS, Kind.CHOICE)
"""The kinds of facts that are read."""


class Look(NamedTuple):
    """Tables as they are observed; ``rows`` have the words that cards need.

    ``seats`` act, and ``around`` has the seats of each table from there on; ``places`` are those of their
    cells among the cells of all seats at all tables.
    """

    tables: VectorTables
    rows: NDArray[np.int64]
    seats: NDArray[np.int64]
    around: NDArray[np.int64]
    places: NDArray[np.int64]

    def number(self, at: int) -> NDArray[np.int64]:
        """Return a cell of each table."""
        return self.rows[:, at, 0]

    def cells(self, at: int, many: int) -> NDArray[np.int64]:
        """Return so many cells of each table, with their words; nothing that is done to them comes back."""
        return self.rows[:, at : at + many].copy()

    def by_seat(self, at: int) -> NDArray[np.int64]:
        """Return the cells of the seats at each table, from the one that acts on."""
        cells = self.cells(at, self.around.shape[1])
        return cells.reshape(-1, cells.shape[2]).take(self.places, axis=0)

    def cards(self, sets: NDArray[np.int64]) -> NDArray[np.uint8]:
        """Return sets of cards as bits; of identical copies, as many from the first on as there are."""
        deck = self.tables.engine.deck
        flat = np.ascontiguousarray(sets.astype("<i8", copy=False)).reshape(-1, sets.shape[-1])
        bits = np.unpackbits(flat.view(np.uint8), axis=1, count=len(deck.names), bitorder="little")
        for copies in copies_together(deck.alike):
            many = reduce(add, (bits[:, one] for one in copies))
            for fewer, one in enumerate(copies):
                bits[:, one] = many > fewer
        return bits.reshape(*sets.shape[:-1], -1)


@cache
def copies_together(alike: Sequence[int]) -> Sequence[NDArray[np.int64]]:
    """Return the first copies of all faces that have as many, then the second ones, and so on."""
    by_number = dict[int, list[int]]()
    for copies in dict.fromkeys(alike):
        by_number.setdefault(copies.bit_count(), []).append(copies.bit_length() - copies.bit_count())
    return [np.arange(many)[:, None] + np.array(firsts) for many, firsts in by_number.items() if many > 1]


def begin_look(tables: VectorTables) -> Look:
    """Return the tables as the seats that act see them now."""
    seats, many = tables.column("SEAT").copy(), tables.engine.layout.seats
    rows = tables.rows[..., : -(-len(tables.engine.deck.names) // NUMBER)]
    around = (seats[:, None] + np.arange(many)) % many
    return Look(tables, rows, seats, around, around + np.arange(len(seats))[:, None] * many)


def readers(engine: Lookup) -> Mapping[str, Callable[[Look], NDArray[Any]]]:
    """Return how each field is read that the cells tell."""
    return dict(_readers(engine))


def _readers(engine: Lookup) -> Iterator[tuple[str, Callable[[Look], NDArray[Any]]]]:
    yield "dealer", partial(_one_seat, at=DEALER)
    yield "leader", partial(_one_seat, at=LEADER)
    yield "deal", partial(_number, at=DEAL)
    yield "tricks", partial(_number, at=TRICKS)
    yield "trick", _trick
    yield "played", partial(_finished, name="PLAYED")
    yield "won", partial(_finished, name="TAKEN")
    for pile in engine.layout.piles.values():
        at, name = engine.cells.piles + pile.base, f"pile {pile.name}"
        if pile.seen_by == "everyone":
            yield name, partial(_shown, pile=pile, at=at)
        elif pile.seen_by == "owner" and pile.owned and pile.name != "taken":
            yield name, partial(_own, at=at)
        yield f"size {pile.name}", partial(_size, pile=pile, at=at)
    for fact in engine.facts:
        if fact.seen_by == "everyone" and fact.type.kind in FACT_KINDS:
            yield f"fact {fact.name}", partial(_fact, fact=fact, at=engine.cells.slots + fact.slot)


def _number(look: Look, at: int) -> NDArray[np.int64]:
    return look.number(at)[:, None].copy()


def _one_seat(look: Look, at: int) -> NDArray[np.uint8]:
    flags: NDArray[np.bool_] = look.around == look.number(at)[:, None]
    return flags.astype(np.uint8)


def _trick(look: Look) -> NDArray[np.uint8]:
    laid, cells = look.number(PLAYS), look.tables.cells
    most, (tables, seats) = int(laid.max(initial=0)), look.around.shape
    who, plays = look.cells(cells.players, most)[..., 0], look.cells(cells.plays, most)
    plays *= (np.arange(most) < laid[:, None])[..., None]
    own = (who - look.seats[:, None]) % seats + np.arange(tables)[:, None] * seats
    found = np.zeros((tables * seats, plays.shape[2]), np.int64)
    for place in range(most):
        found[own[:, place]] |= plays[:, place]
    return look.cards(found.reshape(tables, seats, -1))


def _finished(look: Look, name: str) -> NDArray[np.uint8]:
    return look.cards(look.by_seat(look.tables.start[name]))


def _shown(look: Look, pile: Pile, at: int) -> NDArray[np.uint8]:
    return look.cards(look.by_seat(at) if pile.owned else look.cells(at, 1)[:, 0])


def _own(look: Look, at: int) -> NDArray[np.uint8]:
    return look.cards(look.rows[np.arange(len(look.seats)), at + look.seats])


def _size(look: Look, pile: Pile, at: int) -> NDArray[np.int64]:
    sets = look.by_seat(at) if pile.owned else look.cells(at, 1)
    counts = np.bitwise_count(sets.view(np.uint64)).astype(np.int64)
    return reduce(add, (counts[..., word] for word in range(counts.shape[2])))


def _fact(look: Look, fact: Fact, at: int) -> NDArray[Any]:
    """Return what all remember: one value, or one of each seat."""
    kind = fact.type.kind
    cells = look.by_seat(at) if fact.owned else look.cells(at, 1)[:, 0]
    if kind is Kind.CARDS:
        return look.cards(cells)
    found = cells[..., :1]
    if kind is Kind.SEATS:
        around = look.around if not fact.owned else look.around[:, None]
        bits: NDArray[np.int64] = found >> around & 1
        return bits.astype(np.uint8)
    if kind is Kind.CHOICE:
        names = np.array([look.tables.source.choice(name) for name in fact.type.names])
        flags: NDArray[np.bool_] = found == names
        return flags.astype(np.uint8)
    return np.ascontiguousarray(found)
