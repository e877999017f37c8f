"""Our Bridge beside OpenSpiel's, as duplicate: all four dealers, with each side in danger or not."""

from __future__ import annotations

import random
from collections.abc import Iterator

from tests.openspiel.table import Moment, chance, hands, moves, shuffled

import trickbook

OURS = trickbook.load("bridge")
CARDS = [rank + suit for rank in "23456789TJQKA" for suit in "CDHS"]
STRAINS = ["C", "D", "H", "S", "NT"]
CALLS = ["pass", "double", "redouble", *(f"{level}{strain}" for level in range(1, 8) for strain in STRAINS)]


def said(_: trickbook.Game, action: int) -> str:
    return [*CARDS, *CALLS][action]


def chosen(rng: random.Random, legal: list[str]) -> str:
    """Any card; but a bid no higher than two above the lowest, and rather a pass or a double."""
    if legal[0] in CARDS:
        return rng.choice(legal)
    calls = sorted(legal, key=CALLS.index)
    return rng.choice([*["pass"] * 4, *[call for call in calls if "double" in call] * 3, *calls[1:8]])


def side_by_side(number: int) -> Iterator[Moment]:
    import pyspiel

    rng = chance(f"bridge {number}")
    dealer, board = rng.randrange(4), rng.randrange(4)
    in_danger = [board in {2 - seat % 2, 3} for seat in (dealer, dealer + 1)]
    given = {"dealer": dealer, "dealer_vul": in_danger[0], "non_dealer_vul": in_danger[1]}
    pack = shuffled(CARDS, rng)
    state = pyspiel.load_game("bridge", {**given, "use_double_dummy_result": False}).new_initial_state()
    for card in pack:
        state.apply_action(CARDS.index(card))
    game = OURS.new_game(4, number, dealer=dealer, hands=hands(pack, 4), deal=board + 1)
    game = yield from moves(game, state, said, lambda _, legal: chosen(rng, legal))
    points = game.deals[-1]
    yield Moment("points", [points[seat] - points[seat - 1] for seat in range(4)], state.returns(), ())
