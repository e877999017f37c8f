"""A game compiled for the machine: its program, and what the machine must know of cards and seats."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from trickbook.fast import duck_data as duck
from trickbook.fast.compiler import BeyondError, Program, StateRegisters, program
from trickbook.fast.instructions import MOST_AGREED, CardRegister
from trickbook.fast.machine import duck_moves
from trickbook.fast.machine.bit_words import WORD
from trickbook.fast.machine.card_sets import MOST_CARDS
from trickbook.fast.machine.random_choice import DRAWS, binomials, selections

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from trickbook.batch.duck_data import DuckData
    from trickbook.cards.deck import Deck
    from trickbook.fast.compiler.outside import Numbering
    from trickbook.ruleset import Ruleset
    from trickbook.sections.compiled import CompiledRules

MAX_PLAYS: Final = 1024
"""The room for plays in one trick, and for answers to a question."""

MAX_SEATS: Final = 10

PADDING: Final = 32
"""The numbers between what two threads write."""

MAX_CANDIDATES: Final = MOST_CARDS * (MOST_CARDS + 1)
"""The room for candidates: all single cards and pairs."""


class CompiledGame(NamedTuple):
    """An engine and its program, as the machine takes them; ``ducks`` has tables for players who duck."""

    engine: CompiledRules
    code: NDArray[np.uint32]
    numbers: NDArray[np.int64]
    sets: NDArray[np.uint64]
    deck: tuple[Any, ...]
    seating: tuple[Any, ...]
    told: tuple[str, ...]
    places: StateRegisters
    ducks: tuple[Any, ...] | None
    wide: bool


def compile_ruleset(rules: Ruleset, players: int, ducks: DuckData | None = None) -> CompiledGame:
    """Compile a ruleset; BeyondError for what the machine cannot do.

    With ``ducks``, players may duck; without, nobody can, and nothing is slower for it.
    """
    return compile_engine(rules.engine(players), ducks)


def compile_engine(
    engine: CompiledRules,
    ducks: DuckData | None = None,
    outside: Numbering | None = None,
    *,
    stepwise: bool = False,
) -> CompiledGame:
    """Compile an engine; BeyondError for what the machine cannot do.

    A search needs a ``stepwise`` program, as all with ``ducks`` are. With the numbers of
    actions, choices come from ``outside``.
    """
    names = len(engine.deck.names)
    if names > MOST_CARDS:
        most = f"{MOST_CARDS} are the most for the fast engine"
        raise BeyondError(f"the ruleset has a pack of {names} cards; {most}")
    wide = names > WORD
    made = program(engine, ducks, outside, stepwise=stepwise)
    return CompiledGame(
        engine,
        np.array(made.code, np.uint32),
        np.array(made.numbers, np.int64),
        _sets(made.sets, wide=wide),
        _deck(engine, made, wide=wide),
        _seating(engine),
        made.told,
        made.places,
        duck.duck_tables(engine, ducks, int(CardRegister.FREE), partial(_sets, wide=wide)),
        wide,
    )


def _sets(sets: Iterable[int], *, wide: bool) -> NDArray[np.uint64]:
    """Return sets of cards as the machine keeps them."""
    sets = tuple(sets)
    if not sets:
        return np.zeros((0, 2) if wide else 0, np.uint64)
    if not wide:
        return np.array(sets, np.uint64)
    return np.array([(cards & (1 << WORD) - 1, cards >> WORD) for cards in sets], np.uint64)


def _deck(engine: CompiledRules, made: Program, *, wide: bool) -> tuple[Any, ...]:
    deck = engine.deck
    return (
        _sets(deck.suit_at[:-1], wide=wide),
        _sets(deck.alike, wide=wide),
        _sets(_stacked(deck), wide=wide),
        np.array(deck.heights[:-1], np.int64),
        np.array(made.columns or (0,), np.int64),
        binomials(),
        *selections(),
    )


def _stacked(deck: Deck) -> list[int]:
    """Return the cards of which a copy lies one place below, two places below, and so on."""
    most = max(face.copies for face in deck.faces)
    places = range(len(deck.names))
    return [
        sum(1 << place for place in places if place >= by and deck.alike[place] >> (place - by) & 1)
        for by in range(1, most)
    ]


def _seating(engine: CompiledRules) -> tuple[Any, ...]:
    layout = engine.layout
    base = int(CardRegister.FREE)  # the piles come behind the sets that have a fixed place
    owned = [pile.base for pile in layout.piles.values() if pile.owned]
    everywhere = [
        pile.base + seat
        for pile in layout.piles.values()
        for seat in range(layout.seats if pile.owned else 1)
    ]
    return (
        layout.seats,
        layout.turn,
        engine.longest,
        np.uint64(base + engine.exposed),
        engine.manifold,
        np.array(everywhere, np.uint64) + np.uint64(base),
        np.array(owned, np.int64) + base,
    )


def scratch_buffers(*, wide: bool) -> tuple[Any, ...]:
    """Return the machine's buffers."""
    return (
        np.zeros(MOST_CARDS + 1, np.uint64),
        _blank(MAX_PLAYS, wide=wide),
        np.zeros(MAX_PLAYS, np.int64),
        _blank(MAX_CANDIDATES, wide=wide),
        *(np.zeros(MAX_CANDIDATES, np.int64) for _ in range(3)),
        np.zeros((MAX_PLAYS, 2 * MAX_SEATS + 2), np.int64),
        _blank(MOST_CARDS + 1, wide=wide),
        np.zeros(MOST_CARDS + 1, np.int64),
        np.zeros((MOST_CARDS + 2, MOST_CARDS + 2), np.int64),
        (
            *(padded(np.zeros(MAX_SEATS, np.int64)) for _ in range(2)),
            *(padded(np.zeros(many + 1, np.uint64)) for many in (DRAWS, MOST_CARDS)),
        ),
        (
            _blank(MAX_CANDIDATES, wide=wide),
            _blank(duck_moves.SETS, wide=wide),
            np.zeros(duck_moves.NUMBERS, np.int64),
            np.zeros(1),
            np.zeros(MOST_CARDS, np.int64),
            _blank(MOST_CARDS, wide=wide),
            np.zeros(MOST_AGREED + 1, np.int64),
            _blank(MOST_AGREED, wide=wide),
        ),
    )


def padded(values: NDArray[Any]) -> NDArray[Any]:
    """Return a copy with room around it: threads that write close to each other slow each other down."""
    room = np.zeros((len(values) + 2 * PADDING, *values.shape[1:]), values.dtype)
    own = room[PADDING : PADDING + len(values)]
    own[...] = values
    return own


def _blank(many: int, *, wide: bool) -> NDArray[np.uint64]:
    """Return room for so many sets of cards."""
    return _sets((0,) * many, wide=wide)
