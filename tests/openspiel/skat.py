"""Our Skat beside OpenSpiel's, whose returns are the card points beyond sixty in parts of 120."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

from tests.openspiel.table import Moment, chance, moves, shuffled

import trickbook

OURS = trickbook.load(Path(__file__).with_name("skat.yaml"))
CARDS = [rank + suit for suit in "DHSC" for rank in "789QKTAJ"]
BIDS = ["pass", "diamonds", "hearts", "spades", "clubs", "grand", "nullo"]  # numbered after the cards
SKAT = 9


def said(_: trickbook.Game, action: int) -> str:
    return [*CARDS, *BIDS][action]


def hands(pack: list[str]) -> list[list[str]]:
    """The cards of each seat: three each, then two for the skat, four each and three each."""
    dealt = [*pack[:SKAT], *pack[SKAT + 2 :]]
    return [
        [*dealt[3 * seat :][:3], *dealt[9 + 4 * seat :][:4], *dealt[21 + 3 * seat :][:3]] for seat in range(3)
    ]


def chosen(rng: random.Random, legal: list[str]) -> str:
    """Any card; most seats pass, so that each may come to bid."""
    return rng.choice(legal if legal[0] in CARDS else [*legal, *["pass"] * 5])


def side_by_side(number: int) -> Iterator[Moment]:
    import pyspiel

    rng = chance(f"skat {number}")
    pack = shuffled(CARDS, rng)
    state = pyspiel.load_game("skat").new_initial_state()
    for card in pack:
        state.apply_action(CARDS.index(card))
    game = OURS.new_game(3, number, dealer=2, hands=hands(pack))
    game = yield from moves(game, state, said, lambda _, legal: chosen(rng, legal))
    yield Moment("points", list(game.deals[-1]), [round(240 * part) for part in state.returns()], ())
