"""Worlds of moments before and between tricks: who rests, what was picked up, what is asked upon an event."""

from typing import Final

import pytest

import trickbook
from trickbook.bots import BOTS, play_game
from trickbook.bots.worlds import sample_worlds

BIDS: Final = {"five-hundred-for-more": (6, "open_misere"), "five-hundred": (4, "open_misere")}


@pytest.mark.parametrize("name", BIDS)
def test_partners_do_not_rest_before_the_auction_is_over(name: str) -> None:
    """After a bid of misère its bidder's partners rest from the next step on; until then they may bid."""
    (players, bid), rules = BIDS[name], trickbook.load(name)
    game = rules.new_game(players, seed=1)
    assert game.turn is not None
    game = game.apply(game.turn, bid)
    assert game.turn is not None
    sampled = sample_worlds(rules, players, game.view(game.turn), 3, 1)
    assert (len(sampled.worlds), sampled.loose) == (3, False)
    for world in sampled.worlds:
        assert (world.resting, world.actors) == (game.resting, game.actors) == ((), (game.turn,))
        assert any(step.after.deals for step in play_game(rules, world, [BOTS["random"]] * players))


def test_whoever_passes_at_bourre_rests_only_when_the_cards_are_laid_down() -> None:
    rules = trickbook.load("bourre")
    game = rules.new_game(seed=1)
    assert game.turn is not None
    game = game.apply(game.turn, "pass")
    assert (game.phase, game.resting) == ("choice", ())
    assert game.turn is not None
    sampled = sample_worlds(rules, rules.usual, game.view(game.turn), 3, 1)
    assert (len(sampled.worlds), sampled.loose) == (3, False)
    assert {(world.resting, world.actors) for world in sampled.worlds} == {((), game.actors)}
