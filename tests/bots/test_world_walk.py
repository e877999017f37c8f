"""Sampled worlds walk to where the plays of the others are likelier, and stay worlds that the view allows."""

from __future__ import annotations

from math import log
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pytest
from tests.bots.test_montecarlo import HEARTS, turn_of

import trickbook
from trickbook.batch.walk import Walk
from trickbook.bots.duck import duck_of
from trickbook.bots.search_effort import search_code
from trickbook.bots.search_worlds import likelihoods, likely_worlds
from trickbook.bots.worlds import sample_worlds
from trickbook.bots.worlds.past_plays import legal_play
from trickbook.cards.combinations import text
from trickbook.cards.deck import bits
from trickbook.engine.tricks import TrickStep

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from trickbook.batch.search import Search
    from trickbook.batch.walk import PassOdds
    from trickbook.bots.search_worlds import WorldWeights
    from trickbook.bots.worlds import PastPlay
    from trickbook.core.state import State

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
    """Worlds before and after a walk, as sets of cards by world and pile, and what was played before.

    ``deals`` are both, as they lie in memory.
    """

    search: Search
    seat: int
    past: tuple[PastPlay, ...]
    before: NDArray[np.uint64]
    after: NDArray[np.uint64]
    weights: WorldWeights
    deals: tuple[NDArray[np.int64], NDArray[np.int64]]


def walked(
    rules: trickbook.Ruleset, game: trickbook.Game, passed: PassOdds | None = None, *, steps: int = 60
) -> Walked:
    """Let worlds walk that are sampled from the view of whoever is to act."""
    turn, search = turn_of(rules, game), search_code(rules, len(game.scores)).search()
    sampled = sample_worlds(rules, turn.players, turn.look(), WORLDS, 7)
    assert len(sampled.worlds) == WORLDS
    deals = search.deals([world.state for world in sampled.worlds])
    found = likely_worlds(search, sampled.past, passed, deals, turn.chance, iter([10] * (steps // 10)))
    piles = search.piles(deals), search.piles(found.deals)
    return Walked(search, turn.seat, sampled.past, *piles, found.weights, (deals, found.deals))


def played(rules: trickbook.Ruleset, plays: int, seed: int = 1) -> trickbook.Game:
    """Return the game after so many plays to tricks, by ducks; questions get the last answer."""
    game = rules.new_game(seed=seed)
    engine, known = game.engine, duck_of(rules, len(game.scores))
    while plays:
        seat, step = game.turn, engine.waiting[game.state.step]
        assert seat is not None
        if isinstance(step, TrickStep):
            plays -= 1
            play = known.play(game.state, seat)
            move = text(engine.deck, play, engine.marked(game.state))
        else:
            move = game.legal(seat)[-1]
        game = game.apply(seat, move)
    return game


def cards(worlds: NDArray[np.uint64]) -> list[list[int]]:
    """Return by world and pile its set of cards."""
    return [[sum(w << 64 * at for at, w in enumerate(pile)) for pile in world] for world in worlds.tolist()]


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
    hand = found.search.engine.layout.piles["hand"].base + found.seat
    assert {world[hand] for world in before} == {world[hand] for world in after}, "its own hand is known"


def test_the_plays_become_likelier() -> None:
    found = walked(HEARTS, played(HEARTS, 22))
    made = list(found.past)
    before, after = (likelihoods(Walk(found.search, deals, made, None).odds) for deals in found.deals)
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
    engine = rules.engine()
    unseen = unseen_cards(found)
    assert (found.before != found.after).any()
    for made in found.past:
        step = engine.waiting[made.state.step]
        assert isinstance(step, TrickStep)
        for world in cards(found.after):
            assert legal_play(engine, before(made, world, unseen), step, made.seat, made.play)


@pytest.mark.parametrize("name", ["cancellation-hearts", "cucumber", "five-hundred", "double-hearts"])
def test_the_odds_of_a_seat_are_those_of_its_plays(name: str) -> None:
    """A duck makes its own play with a probability of 0.97, and each other seat any play."""
    rules = trickbook.load(name)
    found = walked(rules, played(rules, 9))
    engine, unseen = rules.engine(), unseen_cards(found)
    known, seats = duck_of(rules, engine.layout.seats), engine.layout.seats
    made = [one for one in found.past if isinstance(engine.waiting[one.state.step], TrickStep)]
    told = Walk(found.search, found.deals[0], list(made), None).odds
    wanted = np.zeros((WORLDS, seats))
    for number, world in enumerate(cards(found.before)):
        for one in made:
            s, step = before(one, world, unseen), engine.waiting[one.state.step]
            assert isinstance(step, TrickStep)
            plays, ducks = step.plays(engine, s, one.seat), known.play(s, one.seat)
            one_look, other = (engine.deck.written(play) for play in (one.play, ducks))
            wanted[number, one.seat] += odds(len(plays), agreed=one_look == other)
    assert told == pytest.approx(wanted)
    assert wanted.any()


def odds(many: int, *, agreed: bool) -> float:
    """What a play among so many says, as a logarithm."""
    return log(0.97 * many if agreed else 0.03 * many / (many - 1)) if many > 1 else 0.0


def unseen_cards(found: Walked) -> int:
    """The cards that lie elsewhere in some world."""
    words = np.bitwise_or.reduce(found.before ^ found.before[:1], axis=(0, 1)).tolist()
    return sum(word << 64 * at for at, word in enumerate(words))


def before(made: PastPlay, world: list[int], unseen: int) -> State:
    """The deal before a play, if a world is true."""
    s = made.state.copy()
    s.piles = [was & ~unseen | now & unseen for was, now in zip(s.piles, world, strict=True)]
    return s


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
