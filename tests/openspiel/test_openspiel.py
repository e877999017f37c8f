"""Our games beside OpenSpiel's: every legal set, every turn and every score.

README.md tells what makes the two equal. TRICKBOOK_SPIELS says how many blocks of deals are tried.
"""

import itertools
import os
from collections.abc import Iterable

import pytest
from tests.openspiel import bridge, euchre, hearts, oh_hell, skat, spades, tarok
from tests.openspiel.table import Moment
from tests.selection import broad

ROUNDS = 4  # of five deals each; from one to the next the passing changes
COMBINATIONS = [
    frozenset(itertools.compress(hearts.PARAMETERS, turned))
    for turned in itertools.product([False, True], repeat=len(hearts.PARAMETERS))
]
GAMES = {
    "bridge": bridge,
    "euchre": euchre,
    "oh-hell": oh_hell,
    "skat": skat,
    "slovenian-tarok": tarok,
    "spades": spades,
}
BLOCK = 50  # deals
BLOCKS = int(os.environ.get("TRICKBOOK_SPIELS", "10"))


def named(turned: frozenset[str]) -> str:
    return ", ".join(f"{name}={hearts.PARAMETERS[name][0]}" for name in sorted(turned)) or "defaults"


def equal(moments: Iterable[Moment], deal: object) -> None:
    for moment in moments:
        assert moment.ours == moment.theirs, f"{moment.asked} after {moment.moved} of deal {deal}"


@pytest.mark.parametrize("turned", broad(COMBINATIONS, but=lambda turned: not turned), ids=named)
def test_hearts(turned: frozenset[str]) -> None:
    ours, theirs = hearts.our_hearts(turned), hearts.their_hearts(turned)
    for deal in hearts.deals(ROUNDS, named(turned)):
        equal(hearts.side_by_side(ours, theirs, deal), deal)


@pytest.mark.parametrize("block", broad(range(BLOCKS), but=lambda block: block == 0))
@pytest.mark.parametrize("game", GAMES)
def test_any_deal(game: str, block: int) -> None:
    for number in range(BLOCK * block, BLOCK * (block + 1)):
        equal(GAMES[game].side_by_side(number), number)
