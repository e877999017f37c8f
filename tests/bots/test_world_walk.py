"""Sampled worlds walk to where the plays of the others are likelier, and stay worlds that the view allows."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pytest
from tests.bots.test_montecarlo import HEARTS, turn_of

import trickbook
from trickbook.bots.duck_rule import duck_weights
from trickbook.bots.duck_simulation import duck_play
from trickbook.bots.tree_search import compiled
from trickbook.bots.world_walk import likely_worlds
from trickbook.bots.world_weights import likelihoods, made_moves, seat_odds
from trickbook.bots.worlds import sample_worlds
from trickbook.bots.worlds.past_plays import legal_play
from trickbook.cards.combinations import text
from trickbook.cards.deck import bits
from trickbook.engine.tricks import TrickStep
from trickbook.fast.deals_in_progress import deals_in_progress, no_units

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from trickbook.bots.passed_cards import PassedCards
    from trickbook.bots.world_weights import WorldWeights
    from trickbook.bots.worlds import PastPlay
    from trickbook.fast import CompiledGame

TWO_KINGS = """
trickbook: 1
name: Two Kings
extends: hearts

play:
  kings:
    before: follow_suit
    when: count of (hand and rank is K) >= 2
    keep: rank is K
    says: A player with two kings plays one of them.
"""

WORLDS = 16


class Walked(NamedTuple):
    """Worlds before and after a walk, as sets of cards by world and pile, and what was played before."""

    game: CompiledGame
    seat: int
    past: tuple[PastPlay, ...]
    before: NDArray[np.uint64]
    after: NDArray[np.uint64]
    weights: WorldWeights


def walked(
    rules: trickbook.Ruleset, game: trickbook.Game, passed: PassedCards | None = None, *, steps: int = 60
) -> Walked:
    """Let worlds walk that are sampled from the view of whoever is to act."""
    turn, engine = turn_of(rules, game), game.engine
    compiled_game = compiled(rules, engine)
    assert compiled_game is not None
    sampled = sample_worlds(rules, turn.players, turn.look(), WORLDS, 7)
    states = [world.state for world in sampled.worlds]
    assert len(states) == WORLDS
    places = compiled_game.places
    deals = deals_in_progress(engine, places, states, no_units(), wide=compiled_game.wide)
    found = likely_worlds(
        compiled_game, sampled.past, passed, deals, turn.chance, lambda number: number < steps
    )
    own = slice(places.piles, places.piles + engine.layout.places)
    before, after = deals.sets[:, own], found.deals.sets[:, own]
    return Walked(compiled_game, turn.seat, sampled.past, before, after, found.weights)


def played(rules: trickbook.Ruleset, plays: int, seed: int = 1) -> trickbook.Game:
    """Return the game after so many plays to tricks, by ducks; questions get the last answer."""
    game = rules.new_game(seed=seed)
    engine, known = game.engine, duck_weights(rules, len(game.scores))
    while plays:
        seat, step = game.turn, engine.waiting[game.state.step]
        assert seat is not None
        if isinstance(step, TrickStep):
            plays -= 1
            play = duck_play(known, engine, game.state, seat, step)
            move = text(engine.deck, play, engine.marked(game.state))
        else:
            move = game.legal(seat)[-1]
        game = game.apply(seat, move)
    return game


def cards(worlds: NDArray[np.uint64]) -> list[list[int]]:
    """Return by world and pile its set of cards."""
    words = worlds if worlds.ndim > 2 else worlds[:, :, None]
    return [[sum(w << 64 * at for at, w in enumerate(pile)) for pile in world] for world in words.tolist()]


@pytest.mark.parametrize("name", ["hearts", "cancellation-hearts", "pinochle", "spades", "oh-hell"])
def test_worlds_stay_worlds_that_the_view_allows(name: str) -> None:
    """Each place keeps its number of cards, and gets none that it has in none of the sampled worlds."""
    rules = trickbook.load(name)
    found = walked(rules, played(rules, 14))
    before, after = cards(found.before), cards(found.after)
    assert before != after
    assert [[c.bit_count() for c in one] for one in before] == [[c.bit_count() for c in one] for one in after]
    seen = [{card for world in before for card in bits(world[at])} for at in range(len(before[0]))]
    assert all(card in seen[at] for world in after for at, pile in enumerate(world) for card in bits(pile))
    hand = found.game.engine.layout.piles["hand"].base + found.seat
    assert {world[hand] for world in before} == {world[hand] for world in after}, "its own hand is known"


def test_the_plays_become_likelier() -> None:
    found = walked(HEARTS, played(HEARTS, 22))
    known = made_moves(found.game, found.past, None, found.before)
    before, after = (likelihoods(seat_odds(known, piles)) for piles in (found.before, found.after))
    assert after.mean() > before.mean() + 1
    assert np.ptp(found.weights.worlds) == 0, "worlds lie as the plays make it probable: none counts more"


def test_chance_decides_where_worlds_walk() -> None:
    game = played(HEARTS, 17)
    one, same, longer = walked(HEARTS, game), walked(HEARTS, game), walked(HEARTS, game, steps=90)
    assert (one.after == same.after).all()
    assert (one.after != longer.after).any()


def test_no_play_becomes_illegal(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Where two kings in the hand forbid what was played, no world gives a seat both."""
    path = tmp_path_factory.mktemp("kings") / "two-kings.yaml"
    path.write_text(TWO_KINGS)
    rules = trickbook.load(path, {"passing": ["hold"]})
    found = walked(rules, played(rules, 6), steps=150)
    engine = found.game.engine
    unseen = int(np.bitwise_or.reduce(found.before ^ found.before[:1], axis=(0, 1)))
    assert (found.before != found.after).any()
    for made in found.past:
        step = engine.waiting[made.state.step]
        assert isinstance(step, TrickStep)
        for world in cards(found.after):
            s = made.state.copy()
            s.piles = [was & ~unseen | now & unseen for was, now in zip(s.piles, world, strict=True)]
            assert legal_play(engine, s, step, made.seat, made.play)


def test_before_the_first_play_worlds_are_as_they_were_sampled() -> None:
    found = walked(HEARTS, HEARTS.new_game(seed=1))
    assert (found.before == found.after).all()
    assert np.ptp(found.weights.worlds) == 0


def test_worlds_that_cannot_walk_are_weighed() -> None:
    """At Belote hands are judged before play: what was found differs from world to world."""
    rules = trickbook.load("belote")
    found = walked(rules, played(rules, 12))
    assert (found.before == found.after).all()
    assert np.ptp(found.weights.worlds) > 0
