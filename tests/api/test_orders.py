"""Orders of the pack: who shuffles outside hands over how the pack lies, each time that chance is asked."""

from __future__ import annotations

import random
from typing import Any

import pytest

import trickbook

HEARTS = trickbook.load("hearts")
PACK = list(HEARTS.engine().deck.names)


def shuffles(rules: trickbook.Ruleset, seed: int, count: int = 2) -> list[list[str]]:
    pack = rules.engine().deck.names
    return [random.Random(seed + number).sample(pack, len(pack)) for number in range(count)]  # noqa: S311 - repeatable


def played(game: trickbook.Game, deal: int) -> trickbook.Game:
    while game.deal < deal:
        assert game.turn is not None
        game = game.apply(game.turn, game.legal(game.turn)[0])
    return game


def test_hands_are_cut_from_the_top_of_the_pack() -> None:
    game = HEARTS.new_game(seed=1, orders={1: [PACK[::-1]]})
    assert [set(hand) for hand in game.hands] == [
        set(PACK[39:]), set(PACK[26:39]), set(PACK[13:26]), set(PACK[:13])
    ]  # fmt: skip


def test_what_is_turned_up_is_the_top_of_another_order() -> None:
    """FX-20: a card of the dealer's is turned up."""
    rules = trickbook.load("whist")
    first, second = shuffles(rules, 1)
    game = rules.new_game(seed=1, orders={1: [first, second]})
    dealer = {*game.hands[game.dealer], *game.open[game.dealer]}
    assert game.view(None)["course"][1] == ["turn_up", None, next(card for card in second if card in dealer)]


def test_the_seed_does_not_matter_where_orders_are_given() -> None:
    orders = {deal: shuffles(HEARTS, deal, 1) for deal in (1, 2)}
    one, other = (played(HEARTS.new_game(seed=seed, orders=orders), 2) for seed in (1, 2))
    assert one.hands == other.hands


def test_a_deal_to_come_is_shuffled_in_time() -> None:
    (order,) = shuffles(HEARTS, 5, 1)
    game = HEARTS.new_game(seed=1)
    then = played(game.shuffled(2, [order]), 2)
    assert [set(hand) for hand in then.hands] == [set(order[13 * seat :][:13]) for seat in range(4)]
    assert then.hands != played(game, 2).hands
    assert game.state.match.orders == {}


@pytest.mark.parametrize("name", ["hearts", "chinese-hearts", "double-hearts"])
def test_a_finished_deal_of_given_orders_is_explained(name: str) -> None:
    rules = trickbook.load(name)
    game = played(rules.new_game(seed=1, orders={1: shuffles(rules, 3)}), 2)
    assert [game.explain_points(seat, 1).points for seat in range(4)] == list(game.deals[0])
    assert game.explain_trick(1, 1).number == 1


@pytest.mark.parametrize("name", ["hearts", "double-hearts", "whist", "barbu"])
def test_a_record_keeps_the_orders_that_are_still_needed(name: str) -> None:
    rules = trickbook.load(name)
    game = rules.new_game(seed=1, orders={deal: shuffles(rules, deal) for deal in (1, 2)})
    text = game.record()
    assert text.count("\norder 1 ") == text.count("\norder 2 ") == 2
    assert trickbook.replay(text) == game
    assert played(trickbook.replay(text), 2) == played(game, 2)
    later = played(game, 2).record()
    assert ("order 1 " in later, later.count("\norder 2 ")) == (False, 2)


@pytest.mark.parametrize(
    ("orders", "says"),
    [
        ({1: [PACK[1:]]}, "an order of the pack names every card, and this one is without 2C"),
        ({1: [[*PACK, "QS"]]}, "QS is named twice and is there once"),
        ({1: [["XX"]]}, "'XX' is not a card of this deck"),
        ({1: "2C 3C"}, "the orders of deal 1: a list of orders of the pack is needed"),
        ({1: [5]}, "cards are named by a text or by a list of texts"),
        ({0: [PACK]}, "the deal that orders are given for is a whole number from 1"),
        ([PACK], "orders: a mapping from numbers to orders of the pack is needed"),
    ],
)
def test_an_order_is_the_whole_pack(orders: Any, says: str) -> None:
    with pytest.raises(trickbook.TrickbookError, match=says):
        HEARTS.new_game(seed=1, orders=orders)


def test_a_deal_that_has_begun_is_not_shuffled_again() -> None:
    with pytest.raises(trickbook.TrickbookError, match="a whole number from 2"):
        HEARTS.new_game(seed=1).shuffled(1, [PACK])


def test_a_damaged_order_is_told_at_its_line() -> None:
    text = HEARTS.new_game(seed=1, orders={1: [PACK]}).record()
    line = text.split("\n").index("order 1 " + " ".join(PACK)) + 1
    with pytest.raises(trickbook.RecordError, match=rf"record:{line}:1: .* is without 2C"):
        trickbook.replay(text.replace("order 1 2C ", "order 1 "))
