"""Worlds of games in which cards come to the hands while tricks are played."""

import random
from collections.abc import Iterator
from typing import Any, Final

import pytest

import trickbook
from trickbook.bots.worlds import retraced, sample_worlds
from trickbook.state import Origin

NAMES: Final = ["german-whist", "linger-longer", "getaway", "schnapsen"]


def scenes(name: str) -> Iterator[tuple[trickbook.Ruleset, trickbook.Game, int]]:
    """Moments of random deals, each with the seat whose turn it is."""
    rules, rng = trickbook.load(name), random.Random(name)  # noqa: S311
    for seed in range(3):
        game = rules.new_game(seed=seed)
        while game.turn is not None and game.deal == 1:
            moves = game.legal(game.turn)
            if len(moves) > 1 and rng.random() < 0.3:
                yield rules, game, game.turn
            game = game.apply(game.turn, moves[rng.randrange(len(moves))])


def moment(rules: trickbook.Ruleset, game: trickbook.Game, seen: dict[str, Any]) -> retraced.Moment:
    return retraced.moment_of(game.engine, seen, Origin(rules.name, rules.chosen, rules.house), 1)


@pytest.mark.parametrize("name", NAMES)
def test_the_truth_is_one_of_the_worlds(name: str) -> None:
    """No card is barred from where it lies, and what is certain is true."""
    for rules, game, seat in scenes(name):
        now, piles = moment(rules, game, game.view(seat)), game.state.piles
        for at, cards in enumerate(piles):
            assert not cards & now.barred.get(at, 0), game.record()
            assert (cards ^ now.state.piles[at]) & ~now.unseen == 0 or at not in now.room, game.record()


def test_cards_that_lay_open_stay_where_they_went() -> None:
    """The nine of diamonds lay open, and seat 1 took it."""
    rules = trickbook.load("german-whist")
    game = rules.new_game(seed=3, hands=["2C 3C 4C", "AC KC QC"])
    turned = game.view(0)["piles"]["turned"][0]
    for move in ("AC", "2C", "KC"):
        assert game.turn is not None
        game = game.apply(game.turn, move)
    worlds = sample_worlds(rules, 2, game.view(0), 30, 1)
    assert not worlds.loose
    assert all(turned in world.hands[1] for world in worlds.worlds)
    assert len({world.hands[1] for world in worlds.worlds}) > 5


def test_what_a_seat_has_not_followed_is_barred_until_it_draws() -> None:
    """Seat 2 had no club in the first trick; the winner, seat 1, has drawn a card since."""
    rules = trickbook.load("linger-longer")
    hands = ["2C 3C 4C 5C", "AC 3D 4D 5D", "6S 7D 8D 9D", "6C TD JD QD"]
    game = rules.new_game(seed=3, hands=hands)
    for move in ("AC", "6S", "6C", "2C"):
        assert game.turn is not None
        game = game.apply(game.turn, move)
    assert game.turn == 1
    game = game.apply(1, "3D")
    assert game.turn == 2
    game = game.apply(2, "7D")
    now, hand = moment(rules, game, game.view(3)), game.engine.layout.piles["hand"].base
    clubs = game.engine.deck.among(["3C"], game.engine.deck.cards)
    assert now.barred[hand + 2] & clubs
    assert not now.barred.get(hand + 1, 0) & clubs


def test_whoever_announced_a_marriage_holds_its_other_card() -> None:
    """Seat 1 announced the king and the queen of diamonds, and led the queen."""
    rules = trickbook.load("schnapsen")
    hands = ["AC TC KC QC JC", "AD TD KD QD JH"]
    game = rules.new_game(seed=1, hands=hands, draws={1: ["", "AH"]})
    for move in ("exchange", "diamonds", "lead", "QD"):
        game = game.apply(1, move)
    worlds = sample_worlds(rules, 2, game.view(0), 30, 1)
    assert not worlds.loose
    assert all({"AH", "KD"} <= {*world.hands[1]} for world in worlds.worlds)
    assert len({world.hands[1] for world in worlds.worlds}) > 5
