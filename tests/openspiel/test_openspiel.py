"""Our Hearts against OpenSpiel's: every legal set and every score, in all combinations of its parameters."""

import itertools

import pytest
from tests.openspiel import table

ROUNDS = 4  # of five deals each; from one to the next the passing changes
COMBINATIONS = [
    frozenset(itertools.compress(table.PARAMETERS, turned))
    for turned in itertools.product([False, True], repeat=len(table.PARAMETERS))
]


def named(turned: frozenset[str]) -> str:
    return ", ".join(f"{name}={table.PARAMETERS[name][0]}" for name in sorted(turned)) or "defaults"


@pytest.mark.parametrize("turned", COMBINATIONS, ids=named)
def test_both_engines_agree(turned: frozenset[str]) -> None:
    ours, theirs = table.our_hearts(turned), table.their_hearts(turned)
    for deal in table.deals(ROUNDS, named(turned)):
        for moment in table.side_by_side(ours, theirs, deal):
            assert moment.ours == moment.theirs, f"{moment.asked} after {moment.played} of {deal}"
