"""The observations of the seats that act at many tables, read from the registers of the fast engine."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from trickbook.expression.types import Kind
from trickbook.fast.deals_in_progress import UNKNOWN_NAME
from trickbook.fast.instructions import NumberRegister

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from numpy.typing import NDArray

    from trickbook.engine.facts import Fact
    from trickbook.fast import CompiledGame
    from trickbook.fast.deals_in_progress import DealsInProgress
    from trickbook.sections.compiled import CompiledRules
    from trickbook.state import Pile

SEAT: Final = 2
"""The column of a turn with the seat that acts."""


FACT_KINDS: Final = (Kind.NUMBER, Kind.CONDITION, Kind.CARDS, Kind.SEATS, Kind.CHOICE)
"""The kinds of facts that are read."""


class Tables(NamedTuple):
    """Deals in progress as they are observed.

    ``seats`` act, and ``around`` has the seats of each table from there on. ``played`` and ``won`` are the
    cards that each of these has played to finished tricks, and those of the tricks that it took.
    """

    game: CompiledGame
    deals: DealsInProgress
    played: NDArray[np.uint64]
    won: NDArray[np.uint64]
    seats: NDArray[np.int64]
    around: NDArray[np.int64]

    def cards(self, sets: NDArray[np.uint64]) -> NDArray[np.uint8]:
        """Return sets of cards as bits; of identical copies, as many from the first on as there are."""
        deck, words = self.game.engine.deck, sets.shape[-1] if self.game.wide else 1
        flat = np.ascontiguousarray(sets.astype("<u8", copy=False)).reshape(-1, words)
        bits = np.unpackbits(flat.view(np.uint8), axis=1, count=len(deck.names), bitorder="little")
        for copies in deck.copies.values() if self.game.engine.manifold else ():
            first, many = copies.bit_length() - copies.bit_count(), copies.bit_count()
            bits[:, first : first + many] = np.sort(bits[:, first : first + many], axis=1)[:, ::-1]
        shape = sets.shape[:-1] if self.game.wide else sets.shape
        return bits.reshape(*shape, -1)

    def pile(self, pile: Pile, seats: NDArray[np.int64] | None = None) -> NDArray[np.uint64]:
        """Return a pile of the table, or of some seats at each."""
        first = self.game.places.piles + pile.base
        sets = self.deals.sets
        if seats is None:
            return sets[:, first]
        rows = np.arange(len(sets))
        return sets[rows.reshape(-1, *[1] * (seats.ndim - 1)), first + seats]


def begin_tables(
    game: CompiledGame, deals: DealsInProgress, played: NDArray[np.uint64], won: NDArray[np.uint64]
) -> Tables:
    """Return the tables as they are now, with the cards that each seat has played and won in this deal."""
    seats, many = deals.turns[:, SEAT].astype(np.int64), game.engine.layout.seats
    around = (seats[:, None] + np.arange(many)) % many
    shape, rows = (len(seats), many, *deals.plays.shape[2:]), np.arange(len(seats))[:, None]
    return Tables(
        game, deals, played.reshape(shape)[rows, around], won.reshape(shape)[rows, around], seats, around
    )


def readers(engine: CompiledRules) -> Mapping[str, Callable[[Tables], NDArray[Any]]]:
    """Return how each field is read that the registers tell."""
    return dict(_readers(engine))


def _readers(engine: CompiledRules) -> Iterator[tuple[str, Callable[[Tables], NDArray[Any]]]]:
    yield "dealer", partial(_one_seat, register=NumberRegister.DEALER)
    yield "leader", partial(_one_seat, register=NumberRegister.LEADER)
    yield "deal", partial(_number, register=NumberRegister.DEAL)
    yield "tricks", partial(_number, register=NumberRegister.TRICKS)
    yield "trick", _trick
    yield "played", _played
    yield "won", _won
    for pile in engine.layout.piles.values():
        name = f"pile {pile.name}"
        if pile.seen_by == "everyone":
            yield name, partial(_shown, pile=pile)
        elif pile.seen_by == "owner" and pile.owned and pile.name != "taken":
            yield name, partial(_own, pile=pile)
        yield f"size {pile.name}", partial(_size, pile=pile)
    for fact in engine.facts:
        if fact.seen_by == "everyone" and fact.type.kind in FACT_KINDS:
            yield f"fact {fact.name}", partial(_fact, fact=fact)


def _number(tables: Tables, register: int) -> NDArray[np.int64]:
    return tables.deals.numbers[:, register, None]


def _one_seat(tables: Tables, register: int) -> NDArray[np.uint8]:
    told: NDArray[np.bool_] = tables.around == _number(tables, register)
    return told.astype(np.uint8)


def _trick(tables: Tables) -> NDArray[np.uint8]:
    deals, laid = tables.deals, tables.deals.numbers[:, NumberRegister.PLAYS]
    found = np.zeros((*tables.around.shape, *deals.plays.shape[2:]), np.uint64)
    for place in range(int(laid.max(initial=0))):
        who = (tables.around == deals.who[:, place, None]) & (place < laid)[:, None]
        which, column = who.nonzero()
        found[which, column] |= deals.plays[which, place]
    return tables.cards(found)


def _played(tables: Tables) -> NDArray[np.uint8]:
    return tables.cards(tables.played)


def _won(tables: Tables) -> NDArray[np.uint8]:
    return tables.cards(tables.won)


def _shown(tables: Tables, pile: Pile) -> NDArray[np.uint8]:
    return tables.cards(tables.pile(pile, tables.around if pile.owned else None))


def _own(tables: Tables, pile: Pile) -> NDArray[np.uint8]:
    return tables.cards(tables.pile(pile, tables.seats))


def _size(tables: Tables, pile: Pile) -> NDArray[np.int64]:
    sets = tables.pile(pile, tables.around) if pile.owned else tables.pile(pile)[:, None]
    counts = np.bitwise_count(sets).astype(np.int64)
    return counts.sum(axis=-1) if tables.game.wide else counts


def _fact(tables: Tables, fact: Fact) -> NDArray[Any]:
    """Return what all remember: one value, or one of each seat."""
    kind, places = fact.type.kind, tables.game.places
    first = places.slots[fact.slot].register
    if kind is Kind.CARDS:
        sets, rows = tables.deals.sets, np.arange(len(tables.seats))
        return tables.cards(sets[rows[:, None], first + tables.around] if fact.owned else sets[:, first])
    numbers = tables.deals.numbers
    found = np.take_along_axis(numbers, first + tables.around, axis=1) if fact.owned else numbers[:, first]
    if kind is Kind.SEATS:
        around = tables.around if not fact.owned else tables.around[:, None]
        bits: NDArray[np.int64] = found[..., None] >> around & 1
        return bits.astype(np.uint8)
    if kind is Kind.CHOICE:
        names = np.array([places.names.get(name, UNKNOWN_NAME) for name in fact.type.names])
        told: NDArray[np.bool_] = found[..., None] == names
        return told.astype(np.uint8)
    return found[..., None]
