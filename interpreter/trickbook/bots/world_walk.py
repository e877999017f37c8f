"""Worlds made likelier: two hidden cards change places, again and again (Metropolis and others, 1953).

Sampled worlds allow what was played, but few explain it. In each world two unseen cards of different places
are exchanged. The exchange stays if the plays are likelier then, or else with the ratio of the likelihoods as
its probability. So the worlds come to lie as the plays make it probable. No exchange makes a play illegal,
and no place gets a card that it has in none of the sampled worlds.
"""

from __future__ import annotations

from itertools import count, takewhile
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from trickbook.bots.search_trials import random_shares
from trickbook.bots.world_weights import likelihoods, made_moves, seat_odds, world_weights
from trickbook.engine.tricks import TrickStep

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from trickbook.bots.passed_cards import PassedCards
    from trickbook.bots.world_weights import MadeMoves, WorldWeights
    from trickbook.bots.worlds import PastPlay
    from trickbook.fast import CompiledGame
    from trickbook.fast.deals_in_progress import DealsInProgress

CHANCE: Final = 40
"""The first of the streams of chance: of the first card, of the second, and of whether they stay."""

DRAWN: Final = 20
"""For how many steps chance is drawn at once."""


class Walk(NamedTuple):
    """Worlds on their way: the cards of each pile, where each unseen card lies, the odds of the seats."""

    piles: NDArray[np.uint64]
    lying: NDArray[np.int64]
    odds: NDArray[np.float64]


class Ground(NamedTuple):
    """What stays the same: the unseen cards, which of them each pile may have, whose hand a pile is."""

    known: MadeMoves
    cards: NDArray[np.uint64]
    may: NDArray[np.bool_]
    hands: NDArray[np.int64]


class LikelyWorlds(NamedTuple):
    """Worlds as the machine continues them, and their weights."""

    deals: DealsInProgress
    weights: WorldWeights


def likely_worlds(
    game: CompiledGame,
    past: Sequence[PastPlay],
    passed: PassedCards | None,
    deals: DealsInProgress,
    chance: int,
    goes_on: Callable[[int], bool],
) -> LikelyWorlds:
    """Let worlds walk while a number of steps ``goes_on``; weigh those that cannot."""
    own = slice(game.places.piles, game.places.piles + game.engine.layout.places)
    piles, seats = deals.sets[:, own], game.engine.layout.seats
    plays = [one for one in past if isinstance(game.engine.waiting[one.state.step], TrickStep)]
    if not plays and not passed:
        return LikelyWorlds(deals, world_weights(np.zeros((len(piles), seats))))
    known = made_moves(game, plays, passed, piles)
    walk = Walk(piles, _placed(known, piles), seat_odds(known, piles))
    ground = _ground(game, known, walk)
    if not len(ground.cards) or not _alike(deals, own):
        return LikelyWorlds(deals, world_weights(walk.odds))
    luck = _luck(chance, len(piles))
    for _ in takewhile(goes_on, count()):
        walk = _stepped(ground, walk, next(luck))
    sets = deals.sets.copy()
    sets[:, own] = walk.piles
    return LikelyWorlds(deals._replace(sets=sets), world_weights(walk.odds, equal=True))


def _alike(deals: DealsInProgress, own: slice) -> bool:
    """Return whether worlds differ in their piles and their chance only."""
    rest = np.delete(deals.sets, own, axis=1), deals.numbers, deals.turns[:, :-1], deals.plays, deals.who
    return all((one == one[:1]).all() for one in rest)


def _cards(unseen: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return the unseen cards, each as a set."""
    words = np.atleast_1d(unseen)
    found = [(at, bit) for at, word in enumerate(words.tolist()) for bit in range(64) if word >> bit & 1]
    cards = np.zeros((len(found), len(words)), np.uint64)
    for number, (at, bit) in enumerate(found):
        cards[number, at] = np.uint64(1 << bit)
    return cards if unseen.ndim else cards[:, 0]


def _placed(known: MadeMoves, piles: NDArray[np.uint64]) -> NDArray[np.int64]:
    """Return by world and unseen card the pile in which it lies."""
    found = piles[:, :, None] & _cards(known.unseen)
    lies = found.any(axis=-1) if known.unseen.ndim else found != 0
    places: NDArray[np.int64] = lies.argmax(axis=1)
    return places


def _ground(game: CompiledGame, known: MadeMoves, walk: Walk) -> Ground:
    """Return what stays the same in a walk."""
    layout = game.engine.layout
    may = np.zeros((walk.piles.shape[1], walk.lying.shape[1]), np.bool_)
    may[walk.lying, np.arange(walk.lying.shape[1])] = True
    hands = np.full(walk.piles.shape[1], -1, np.int64)
    first = layout.piles["hand"].base
    hands[first : first + layout.seats] = np.arange(layout.seats)
    return Ground(known, _cards(known.unseen), may, hands)


def _luck(chance: int, worlds: int) -> Iterator[NDArray[np.float64]]:
    """Yield for each step three random numbers for each world, drawn for many steps at once."""
    many = DRAWN * worlds
    for first in count(0, many):
        places = np.arange(first, first + many)
        drawn = [random_shares(chance, CHANCE + way, places).reshape(DRAWN, -1) for way in range(3)]
        yield from np.stack(drawn, axis=1)


def _stepped(ground: Ground, walk: Walk, luck: NDArray[np.float64]) -> Walk:
    """Exchange two cards in each world, or leave it as it is."""
    worlds = np.arange(len(walk.piles))
    one, other = (luck[:2] * len(ground.cards)).astype(np.int64)
    here, there = walk.lying[worlds, one], walk.lying[worlds, other]
    free = (here != there) & ground.may[there, one] & ground.may[here, other]
    which, one, other, here, there = (of[free] for of in (worlds, one, other, here, there))
    moved = ground.cards[one] | ground.cards[other]
    piles, at = walk.piles[which], np.arange(len(which))
    piles[at, here] ^= moved
    piles[at, there] ^= moved
    seats = np.arange(walk.odds.shape[1])
    asked = (ground.hands[here][:, None] == seats) | (ground.hands[there][:, None] == seats)
    odds = np.where(asked, seat_odds(ground.known, piles, asked), walk.odds[which])
    gain = likelihoods(odds) - likelihoods(walk.odds[which])
    stays = luck[2][free] < np.exp(np.minimum(gain, 0.0))
    kept, now = which[stays], Walk(walk.piles.copy(), walk.lying.copy(), walk.odds.copy())
    now.piles[kept], now.odds[kept] = piles[stays], odds[stays]
    now.lying[kept, one[stays]], now.lying[kept, other[stays]] = there[stays], here[stays]
    return now
