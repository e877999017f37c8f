"""Our Spades beside OpenSpiel's, whose first seat bids first, and whose bid of nil is our 0."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tests.openspiel.table import Moment, by_chance, chance, hands, moves, shuffled

import trickbook

OURS = trickbook.load(Path(__file__).with_name("spades.yaml"))
CARDS = [rank + suit for suit in "CDHS" for rank in "23456789TJQKA"]
BIDS = 52  # the number of their bid of nil; the others follow it


def said(_: trickbook.Game, action: int) -> str:
    return CARDS[action] if action < BIDS else str(action - BIDS)


def side_by_side(number: int) -> Iterator[Moment]:
    import pyspiel

    rng = chance(f"spades {number}")
    pack = shuffled(CARDS, rng)
    state = pyspiel.load_game("spades", {"use_mercy_rule": False}).new_initial_state()
    for card in pack:
        state.apply_action(CARDS.index(card))
    game = OURS.new_game(seed=number, hands=hands(pack, 4), dealer=3)
    game = yield from moves(game, state, said, by_chance(rng))
    yield Moment("points", list(game.deals[-1]), state.returns(), ())
