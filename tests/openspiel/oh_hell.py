"""Our Oh Hell beside OpenSpiel's, with as many players and cards as there may be."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tests.openspiel.table import Moment, by_chance, chance, hands, moves, shuffled

import trickbook

RULESET = Path(__file__).with_name("oh_hell.yaml")
CARDS = [rank + suit for rank in "23456789TJQKA" for suit in "CDSH"]


def said(_: trickbook.Game, action: int) -> str:
    return CARDS[action] if action < len(CARDS) else str(action - len(CARDS))


def side_by_side(number: int) -> Iterator[Moment]:
    import pyspiel

    rng = chance(f"oh hell {number}")
    players = rng.randint(3, 7)
    each, dealer = rng.randint(1, 51 // players), rng.randrange(players)
    pack = shuffled(CARDS, rng)[: players * each + 1]
    state = pyspiel.load_game("oh_hell", {"players": players}).new_initial_state()
    for action in (each, dealer, *map(CARDS.index, pack)):
        state.apply_action(action)
    ours = trickbook.load(RULESET, options={"largest": each}, players=players)
    dealt, turned = hands(pack[:-1], players), {1: ["", pack[-1]]}
    game = ours.new_game(players, number, hands=dealt, draws=turned, dealer=dealer)
    game = yield from moves(game, state, said, by_chance(rng))
    yield Moment("points", list(game.deals[-1]), state.returns(), ())
