"""Hidden cards dealt again: every hand keeps its size, and each card lies anywhere with the same chance."""

from __future__ import annotations

from collections import Counter

import pytest

import trickbook
from trickbook.batch.playouts import Decision, Playouts
from trickbook.core.native import QUICK

MANY = 3000


def points(name: str, hands: list[str], hidden: list[int], **options: list[str]) -> Counter[tuple[int, ...]]:
    """How often seats got which points after the first one had played, and hands were dealt again."""
    rules = trickbook.load(name, options)
    game = rules.new_game(len(hands), hands=hands)
    engine, state = game.engine, game.state.copy()
    hand = engine.layout.piles["hand"].base
    first = state.turns[0]
    decision = Decision(state, [state.piles[hand + first]], [hand + seat for seat in hidden], 1)
    found = Playouts(engine, level=QUICK).play_in_worlds([decision], MANY)
    assert found.found.all()
    return Counter(tuple(row) for row in found.points[:, :, 0].tolist())


def test_what_a_seat_sees_decides_what_may_come() -> None:
    hands = ["2C", "3C", "4C", "5H"]
    assert {*points("hearts", hands, [], passing=["hold"])} == {(0, 0, 1, 0)}
    assert {*points("hearts", hands, [1, 2], passing=["hold"])} == {(0, 1, 0, 0), (0, 0, 1, 0)}
    assert points("hearts", hands, [1, 2, 3], passing=["hold"]).keys() == {
        (0, 1, 0, 0),
        (0, 0, 1, 0),
        (0, 0, 0, 1),
    }


def test_each_card_lies_anywhere_with_the_same_chance() -> None:
    """The holder of the four of clubs takes the trick."""
    found = points("hearts", ["2C", "3C", "4C", "5H"], [1, 2, 3], passing=["hold"])
    shares = [many / MANY for many in found.values()]
    assert shares == pytest.approx([1 / 3] * 3, abs=0.045)  # five standard errors


def test_large_packs_have_two_words() -> None:
    """Of two packs: the ace of clubs takes the queen of spades, wherever they lie."""
    found = points("cancellation-hearts", ["3D", "2C", "QS", "AC", "4D"], [0, 2, 3, 4])
    assert {sum(seats) for seats in found} == {13}
    assert len(found) == 4
