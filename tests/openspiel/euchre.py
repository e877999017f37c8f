"""Our Euchre beside OpenSpiel's."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tests.openspiel.table import Moment, by_chance, chance, hands, moves, shuffled

import trickbook

RULESET = Path(__file__).with_name("euchre.yaml")
CARDS = [rank + suit for rank in "9TJQKA" for suit in "CDHS"]
ANSWERS = ["pass", "clubs", "diamonds", "hearts", "spades", "yes", "no"]  # numbered after the cards


def said(game: trickbook.Game, action: int) -> str:
    if action < len(CARDS):
        return CARDS[action]
    answer = ANSWERS[action - len(CARDS)]
    return "order_up" if game.phase == "order" and answer != "pass" else answer


def side_by_side(number: int) -> Iterator[Moment]:
    import pyspiel

    rng = chance(f"euchre {number}")
    stuck, dealer = rng.random() < 0.5, rng.randrange(4)
    pack = shuffled(CARDS, rng)[:21]
    state = pyspiel.load_game("euchre", {"stick_the_dealer": stuck}).new_initial_state()
    for action in (dealer, *map(CARDS.index, pack)):
        state.apply_action(action)
    ours = trickbook.load(RULESET, options={"stick_the_dealer": stuck})
    dealt = hands(pack[:20], 4)  # the dealer gets the first card
    dealt = [dealt[seat - dealer] for seat in range(4)]
    game = ours.new_game(4, number, dealer=dealer, hands=dealt, draws={1: ["", pack[20]]})
    game = yield from moves(game, state, said, by_chance(rng))
    yield Moment("points", list(game.deals[-1]), state.returns(), ())
