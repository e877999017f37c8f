"""What was passed to a player says that who passed it holds nothing worse, if that seat ducks."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.bots.test_world_walk import cards, walked

import trickbook
from trickbook.batch.walk import Walk
from trickbook.bots.duck import duck_of
from trickbook.bots.search_worlds import passed_cards
from trickbook.bots.worlds import sample_worlds
from trickbook.engine.ask import AskStep

if TYPE_CHECKING:
    from trickbook.batch.walk import PassOdds


def passed(rules: trickbook.Ruleset, deal: int = 1) -> trickbook.Game:
    """Return a game in which ducks have passed."""
    game = rules.new_game(seed=3, deal=deal)
    known = duck_of(rules, len(game.scores))
    while isinstance(game.engine.waiting[game.state.step], AskStep):
        assert game.turn is not None
        game = game.apply(game.turn, known.answer(game.state, game.turn))
    return game


def heard(rules: trickbook.Ruleset, game: trickbook.Game) -> PassOdds | None:
    """Return what whoever is to act is told by the cards that were passed to it."""
    assert game.turn is not None
    seen, players = game.view(game.turn), len(game.scores)
    world = sample_worlds(rules, players, seen, 1, 5).worlds[0]
    return passed_cards(game.engine, duck_of(rules, players), seen, world.state, 0.97)


def told(rules: trickbook.Ruleset, game: trickbook.Game) -> PassOdds:
    """Return what it is told, where it is told something."""
    found = heard(rules, game)
    assert found is not None
    return found


def test_across_a_duck_keeps_nothing_that_costs_more() -> None:
    """What it holds that cost more would have been passed: all it was passed itself is known."""
    rules = trickbook.load("hearts", {"passing": ["across"]})
    game = passed(rules)
    found = told(rules, game)
    assert found.seat == ((game.turn or 0) + 2) % 4
    assert found.odds[0] > 0 > found.odds[1] == found.odds[2]
    held = game.state.piles[game.engine.layout.piles["hand"].base + found.seat]
    assert not held & found.costlier


@pytest.mark.parametrize(("passing", "giver"), [("left", 3), ("right", 1)])
def test_who_was_passed_cards_in_turn_may_hold_some(passing: str, giver: int) -> None:
    """Three cards came from another: the more of those that it holds cost more, the less likely."""
    rules = trickbook.load("hearts", {"passing": [passing]})
    game = passed(rules)
    found = told(rules, game)
    assert found.seat == ((game.turn or 0) + giver) % 4
    assert list(found.odds[:5]) == sorted(found.odds[:5], reverse=True)
    assert found.odds[3] == pytest.approx(0, abs=0.03), "one of 286 ways: as if any had been passed"


def test_worlds_walk_to_hands_from_which_that_would_be_passed() -> None:
    rules = trickbook.load("hearts", {"passing": ["across"]})
    game = passed(rules)
    found = told(rules, game)
    worlds = walked(rules, game, found, steps=100)
    at = game.engine.layout.piles["hand"].base + found.seat
    before, after = (
        sum(not world[at] & found.costlier for world in cards(piles))
        for piles in (worlds.before, worlds.after)
    )
    assert after > 2 * before, "worlds in which it holds nothing that costs more"


@pytest.mark.parametrize("options", [{"passing": ["hold"]}, {"passing": ["centre"]}])
def test_nothing_is_told_where_no_seat_passed_to_another(options: dict[str, list[str]]) -> None:
    rules = trickbook.load("hearts", options)
    game = passed(rules)
    assert heard(rules, game) is None


def test_the_odds_of_whoever_passed_are_those_of_its_hand() -> None:
    """Before any play the odds of a seat are those of the cards that cost more in its hand, in each world."""
    rules = trickbook.load("hearts", {"passing": ["left"]})
    game = passed(rules)
    known, worlds = told(rules, game), walked(rules, game, steps=0)
    odds = Walk(worlds.search, worlds.deals[0], [], known).odds
    hand = game.engine.layout.piles["hand"].base + known.seat
    held = [(world[hand] & known.costlier).bit_count() for world in cards(worlds.before)]
    assert odds[:, known.seat].tolist() == [known.odds[many] for many in held]
    assert len({*held}) > 1
    assert not odds[:, [seat for seat in range(4) if seat != known.seat]].any()


UNEVEN = """\
trickbook: 1
name: Uneven pass
extends: [trick-taking, highest-wins]
players: {count: 4}
worth:
  hearts: {cards: hearts, is: 1, says: Hearts count.}
steps:
  deal: {each: "if player is dealer then %d else %d"}
  pass: {after: deal, ask: players, how: together, cards: %d, to: hand of (player + 1), says: Pass.}
points:
  taken: {player: worth of taken, says: Points.}
match: {max_deals: 3, wins: {lowest: {fewest: score, says: Low.}}}
"""


@pytest.mark.parametrize("dealt", [(4, 16, 2), (1, 17, 3), (16, 12, 3)])
def test_hands_may_differ_in_size(dealt: tuple[int, ...], tmp_path: Path) -> None:
    """There are odds for as many cards as the hand of whoever passed may hold."""
    path = tmp_path / "uneven.yaml"
    path.write_text(UNEVEN % dealt, "utf-8")
    rules = trickbook.load(path)
    for number in range(1, 4):
        game = passed(rules, deal=number)
        found = told(rules, game)
        held = game.state.piles[game.engine.layout.piles["hand"].base + found.seat]
        assert len(found.odds) == held.bit_count() + 1
        assert list(found.odds) == sorted(found.odds, reverse=True)
