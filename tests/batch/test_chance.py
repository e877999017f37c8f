"""Chance in a batch is the interpreter's, even where a number is drawn again; so are selections of cards."""

from __future__ import annotations

from functools import cache
from itertools import combinations

import pytest
from tests.laws.deals import chance

from trickbook.batch.chance import MOST_WAYS
from trickbook.batch.machine import SHARED
from trickbook.cards.chance import GOLDEN, MASK, below, mixed, rung, shuffled
from trickbook.cards.combinations import ways
from trickbook.core import subset
from trickbook.core.native import BEST, QUICK, Native, deposits
from trickbook.core.translation import Memory, translation

FACTORS = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
CARDS, STATE, NUMBERS, PACK, WAYS = 104, 0, 1, 105, 209
WIDTH = 8
"""So many columns have the rows of ways."""

SOURCE = f"""
def mixing(v, at, many):
    n = v[{STATE}]
    for i in range({CARDS}):
        v[{NUMBERS} + i] = number_at(n, i)
    return shuffle(v, {STATE}, {NUMBERS}, {PACK}, many)
def drawing(v, limit):
    return draw_below(v, {STATE}, limit)
def climbing(v, limit):
    return draw_rung(v, {STATE}, limit)
def finding(v, cards, n):
    return nth(cards, n)
def counting(v, many):
    return count_ways(v, {WAYS}, {WIDTH}, many)
def choosing(v, cards, many, n):
    return selection(v, {WAYS}, {WIDTH}, cards, many, n)
"""
NAMES = ("mixing", "drawing", "climbing", "finding", "counting", "choosing")


@cache
def code(width: int = 64, level: int = QUICK) -> Native:
    """The functions as machine code."""
    return Native(SOURCE, NAMES, Memory(WAYS + (CARDS + 1) * WIDTH, width), SHARED, level)


def cells(state: int) -> list[int]:
    """Cells with a stream in them."""
    return [signed(state), *[0] * (WAYS - 1 + (CARDS + 1) * WIDTH)]


def signed(number: int) -> int:
    """A number of 64 bits as machine code has it."""
    return number - (1 << 64) if number >> 63 else number


def unmixed(number: int) -> int:
    """The state that yields a number."""
    number ^= number >> 31 ^ number >> 62
    number = number * pow(FACTORS[1], -1, 1 << 64) & MASK
    number ^= number >> 27 ^ number >> 54
    number = number * pow(FACTORS[0], -1, 1 << 64) & MASK
    return number ^ number >> 30 ^ number >> 60


STATES = (0, 12345, MASK, unmixed(0) - GOLDEN & MASK, unmixed(1) - GOLDEN & MASK)
"""In the last but one the first number is zero, which favours some."""


def test_a_number_has_one_state() -> None:
    assert [mixed(unmixed(number)) for number in (0, 1, GOLDEN, MASK)] == [0, 1, GOLDEN, MASK]


@pytest.mark.parametrize("level", [QUICK, BEST])
@pytest.mark.parametrize("many", [0, 1, 2, 7, 52, CARDS])
@pytest.mark.parametrize("again", [0, 1, 5, 50, 200])
def test_a_shuffle(many: int, again: int, level: int) -> None:
    """The number zero is never fair, except to a power of two; here the draw with a number is zero."""
    v = cells(-(again + 1) * GOLDEN & MASK)
    v[PACK : PACK + many] = range(many)
    code(level=level).function("mixing")(v, PACK, many)
    pack, expected = shuffled(-(again + 1) * GOLDEN & MASK, range(many))
    assert (v[PACK : PACK + many], v[STATE] & MASK) == (pack, expected)


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("limit", [1, 2, 3, 52, (1 << 32) - 5, 1 << 32])
def test_a_draw(state: int, limit: int) -> None:
    v = cells(state)
    assert (code().function("drawing")(v, limit), v[STATE] & MASK) == below(state, limit)
    assert code().function("climbing")(cells(state), limit) == rung(state, limit)


@pytest.mark.parametrize("width", [64, 128])
def test_a_card_by_its_place(width: int) -> None:
    """With and without the instruction that deposits bits."""
    rng, plain = chance("nth", width), "@llvm.x86.bmi.pdep.64("
    texts = [
        translation(SOURCE, NAMES, Memory(3000, width), SHARED, deposits=deposits)
        for deposits in (True, False)
    ]
    assert [plain in text for text in texts] == [True, False]
    for _ in range(200):
        cards, n = rng.getrandbits(width - 1), rng.randrange(width)
        assert code(width).function("finding")(cells(0), cards, n) == subset.nth(cards, n), deposits()


@pytest.mark.parametrize("many", range(1, 5))
def test_a_selection_by_its_place(many: int) -> None:
    v, cards = cells(0), 0b1011_0110_1001
    code().function("counting")(v, CARDS)
    bits = [1 << bit for bit in range(12) if cards >> bit & 1]
    wanted = [sum(some) for some in combinations(bits, many)]
    found = [code().function("choosing")(v, cards, many, n) for n in range(len(wanted))]
    assert found == wanted


def test_ways_are_counted_as_far_as_they_matter() -> None:
    v = cells(0)
    code().function("counting")(v, CARDS)
    for cards in (0, 1, 5, 52, CARDS):
        for many in range(WIDTH):
            assert v[WAYS + cards * WIDTH + many] == min(ways((1,) * cards, many), MOST_WAYS)
