"""Cards are laid on places, every way that is allowed as likely."""

from collections import Counter
from collections.abc import Sequence
from itertools import permutations

import pytest
from tests.bots.all_worlds import RARE

from trickbook.bots.worlds import placement
from trickbook.bots.worlds.placement import Distribution, distribution_sampler, uniform_below
from trickbook.cards.chance import mixed
from trickbook.problems import EndlessError

SEVEN = Distribution(0b1111111, {3: 3, 5: 2, 9: 2}, {3: 0b0000011, 5: 0b1000010, 9: 0})


def ways(lots_: Distribution) -> set[tuple[tuple[int, int], ...]]:
    """All ways to lay the cards, one by one."""
    places = [place for place, room in lots_.room.items() for _ in range(room)]
    found = set()
    for order in set(permutations(places)):
        lie = {
            place: sum(1 << card for card, there in enumerate(order) if there == place)
            for place in lots_.room
        }
        if not any(lie[place] & lots_.barred[place] for place in lie):
            found.add(tuple(sorted(lie.items())))
    return found


def far_off(lots_: Distribution, count: int) -> float:
    """By how many standard deviations chi-square is too large (Wilson and Hilferty)."""
    expected, draw, state = ways(lots_), distribution_sampler(lots_), 1
    assert draw is not None
    found: Counter[tuple[tuple[int, int], ...]] = Counter()
    for _ in range(count):
        lie, state = draw(state)
        found[tuple(sorted(lie.items()))] += 1
    assert set(found) <= expected
    part, free = count / len(expected), len(expected) - 1
    square = sum((found[lie] - part) ** 2 / part for lie in expected)
    return float(((square / free) ** (1 / 3) - 1 + 2 / (9 * free)) / (2 / (9 * free)) ** 0.5)


def test_every_way_is_as_likely() -> None:
    assert len(ways(SEVEN)) == 22
    assert far_off(SEVEN, 3000) < RARE


def test_splits_that_do_not_weigh_their_ways_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def level(splits: Sequence[tuple[int, tuple[int, ...]]], state: int) -> tuple[tuple[int, ...], int]:
        return splits[mixed(state) % len(splits)][1], mixed(state)

    monkeypatch.setattr(placement, "_random_split", level)
    assert far_off(SEVEN, 3000) > RARE


def test_what_cannot_be_laid_is_not() -> None:
    assert distribution_sampler(Distribution(0b11, {0: 1, 1: 1}, {0: 0b11})) is None
    assert distribution_sampler(Distribution(0b11, {0: 1}, {})) is None
    nothing = distribution_sampler(Distribution(0, {0: 0}, {}))
    assert nothing is not None
    assert nothing(5) == ({0: 0}, 5)


def test_there_is_an_end_to_counting() -> None:
    """Nine places of which each refuses another two of eighteen groups."""
    barred = {place: 0b11 << 20 * place | 0b11 << (20 * place + 7) for place in range(9)}
    with pytest.raises(EndlessError, match="too many ways"):
        distribution_sampler(Distribution((1 << 180) - 1, dict.fromkeys(range(9), 20), barred))


def test_numbers_are_drawn_below_any_limit() -> None:
    limit, state, found = 3 << 70, 1, []
    for _ in range(600):
        number, state = uniform_below(state, limit)
        found.append(number >> 70)
    assert set(found) == {0, 1, 2}
    assert all(150 < times < 250 for times in Counter(found).values())
    assert uniform_below(7, 1)[0] == 0
