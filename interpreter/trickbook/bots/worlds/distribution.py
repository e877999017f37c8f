"""Cards distributed over places with limited room: every allowed way is equally likely.

Cards that fit the same places form a group, and groups are laid one after the other. Places that accept the
same remaining groups form a kind, so only the total room of a kind matters. For each way to split a group
among the kinds, the ways to lay everything after it are counted exactly. Splits are drawn by these counts.
"""

from __future__ import annotations

from functools import cache
from math import comb, prod
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from trickbook.cards.chance import below, shuffled
from trickbook.cards.deck import bits
from trickbook.problems import EndlessError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

MAX_SPLITS: Final = 50_000
"""How many splits are examined at most."""

WORD: Final = 1 << 32


class Distribution(NamedTuple):
    """The cards to distribute, the room of each place, and the cards that it cannot take."""

    cards: int
    room: Mapping[int, int]
    barred: Mapping[int, int]


Capacities: TypeAlias = tuple[int, ...]
"""How much room each kind of place has, or how many cards of a group go there."""

if TYPE_CHECKING:
    Splits: TypeAlias = Callable[[int, Capacities], tuple[tuple[int, Capacities], ...]]
    """Returns the ways to split a group among kinds, each with the ways to lay it and all groups after it."""

    Sampler: TypeAlias = Callable[[int], tuple[dict[int, int], int]]
    """Distributes all cards at random from a state of chance; returns them by place, and the next state."""


def uniform_below(state: int, limit: int) -> tuple[int, int]:
    """Draw a number uniformly below any limit; return it and the next state."""
    words = -(-limit.bit_length() // 32)
    while True:
        number = 0
        for _ in range(words):
            word, state = below(state, WORD)
            number = number << 32 | word
        number >>= 32 * words - limit.bit_length()
        if number < limit:
            return number, state


def distribution_sampler(lots: Distribution) -> Sampler | None:
    """Return what draws a distribution of the cards; None if there is none.

    Raises EndlessError if there are too many ways to split the cards.
    """
    groups = _groups(lots)
    open_ = {at: tuple(not group[0] & lots.barred.get(at, 0) for group in groups) for at in lots.room}
    kinds = [sorted({taken[nth:] for taken in open_.values()}) for nth in range(len(groups) + 1)]
    splits = _counted([len(group) for group in groups], kinds)
    if any(room < 0 for room in lots.room.values()) or sum(lots.room.values()) != lots.cards.bit_count():
        return None
    if groups and not splits(0, tuple(map(len, _pools(lots.room, open_, kinds[0], 0)))):
        return None

    def draw(state: int) -> tuple[dict[int, int], int]:
        found, left = dict.fromkeys(lots.room, 0), dict(lots.room)
        for nth, group in enumerate(groups):
            pools = _pools(left, open_, kinds[nth], nth)
            split, state = _drawn(splits(nth, tuple(map(len, pools))), state)
            cards, state = shuffled(state, group)
            for pool, size in zip(pools, split, strict=True):
                places, state = shuffled(state, pool) if size < len(pool) else (pool, state)
                for at in places[:size]:
                    found[at] |= cards.pop()
                    left[at] -= 1
        return found, state

    return draw


def _groups(lots: Distribution) -> list[list[int]]:
    """Return groups of cards that fit the same places, those with the fewest places first."""
    groups: dict[tuple[int, ...], list[int]] = {}
    for card in bits(lots.cards):
        groups.setdefault(tuple(at for at in lots.room if not card & lots.barred.get(at, 0)), []).append(card)
    return [
        groups[places] for places in sorted(groups, key=lambda places: (len(places), len(groups[places])))
    ]


def _pools(
    left: Mapping[int, int],
    open_: Mapping[int, tuple[bool, ...]],
    kinds: Sequence[tuple[bool, ...]],
    nth: int,
) -> list[list[int]]:
    """Return the places of each kind, each as often as it has room."""
    return [
        [at for at, room in left.items() if open_[at][nth:] == kind for _ in range(room)] for kind in kinds
    ]


def _counted(sizes: Sequence[int], kinds: Sequence[Sequence[tuple[bool, ...]]]) -> Splits:
    """Count the ways to lay groups of these sizes, one after the other."""
    looked = [0]

    @cache
    def splits(nth: int, room: Capacities) -> tuple[tuple[int, Capacities], ...]:
        here, found = kinds[nth], []
        least = [0 if any(kind[1:]) else size for kind, size in zip(here, room, strict=True)]
        most = [size if kind[0] else 0 for kind, size in zip(here, room, strict=True)]
        for split in _splits(sizes[nth], least, most):
            looked[0] += 1
            if looked[0] > MAX_SPLITS:
                raise EndlessError("there are too many ways to split the cards")
            rest = dict.fromkeys(kinds[nth + 1], 0)
            for kind, size, laid in zip(here, room, split, strict=True):
                rest[kind[1:]] += size - laid
            last = nth + 1 == len(sizes)
            after = 1 if last else sum(ways for ways, _ in splits(nth + 1, tuple(rest.values())))
            if after:
                found.append((after * prod(map(comb, room, split)), split))
        return tuple(found)

    return splits


def _splits(size: int, least: Sequence[int], most: Sequence[int]) -> Iterator[Capacities]:
    """Yield every way to split a number among places, within the limits of each."""
    if not most:
        if not size:
            yield ()
        return
    for first in range(max(least[0], size - sum(most[1:])), min(most[0], size - sum(least[1:])) + 1):
        for rest in _splits(size - first, least[1:], most[1:]):
            yield (first, *rest)


def _drawn(splits: Sequence[tuple[int, Capacities]], state: int) -> tuple[Capacities, int]:
    """Draw a split, in proportion to the ways to lay it."""
    place, state = uniform_below(state, sum(ways for ways, _ in splits))
    for ways, split in splits:
        if place < ways:
            return split, state
        place -= ways
    raise AssertionError(place)
