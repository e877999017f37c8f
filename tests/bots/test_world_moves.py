"""Whoever replies in a world that is imagined does what the duck does by its view."""

import random
from itertools import islice

import pytest
from tests.games import GAMES

import trickbook
from trickbook.bots import BOTS, Turn, play_game
from trickbook.bots.duck import duck_of
from trickbook.bots.playouts import after_move, others_answered
from trickbook.cards.combinations import text
from trickbook.engine.ask import AskStep
from trickbook.engine.tricks import TrickStep

DUCK, RANDOM = BOTS["duck"], BOTS["random"]
TURNS = 150


def replied(rules: trickbook.Ruleset, game: trickbook.Game, seat: int) -> str:
    """What a seat does in a game as it lies."""
    known, engine, s = duck_of(rules, len(game.scores)), game.engine, game.state
    step = engine.waiting[s.step]
    if isinstance(step, AskStep):
        return known.answer(s, seat)
    assert isinstance(step, TrickStep)
    return text(engine.deck, known.play(s, engine.owner(s, seat)), engine.marked(s))


@pytest.mark.parametrize("name", GAMES)
def test_replies_are_those_of_the_duck(name: str) -> None:
    rules, rng = trickbook.load(name), random.Random(name)  # noqa: S311
    said: list[str] = []

    def watching(turn: Turn) -> str:
        """Plays by chance or as the duck, and tells what the duck would do."""
        said.append(DUCK(turn))
        return said[-1] if rng.random() < 0.5 else RANDOM(turn)

    game = rules.new_game(seed=rng.randrange(1000))
    for step in islice(play_game(rules, game, [watching] * rules.usual), TURNS):
        assert sorted(replied(rules, step.before, step.seat).split()) == sorted(said[-1].split())


def test_replies_are_made_in_a_copy() -> None:
    """A world is played on many times; others answer with a seat, and all that is asked before the tricks."""
    rules = trickbook.load("hearts")
    known, game = duck_of(rules, 4), rules.new_game(seed=3)
    before, seat = game.record(), game.actors[0]
    waiting = others_answered(known, game, seat)
    assert waiting.actors == (seat,)
    first, again = (after_move(known, waiting, seat, game.legal(seat)[5]) for _ in range(2))
    assert game.record() == before
    assert first == again
    assert (first.phase, len(first.trick)) == ("tricks", 0)
