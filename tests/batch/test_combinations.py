"""Batch and interpreter play any house rules over any game, with any options, alike.

TRICKBOOK_COMBINED says how many deals are tried of all combinations together.
"""

from __future__ import annotations

import os
import random
from itertools import count, repeat

import pytest
from tests.batch.equivalence import alike
from tests.laws.deals import GAMES, chance, drawn

import trickbook
from trickbook.loading.files import HOUSE

DEALS = int(os.environ.get("TRICKBOOK_COMBINED", "1000"))
COMBINATIONS = max(200, DEALS // 500)
MOST = 4
"""So many house rules are tried at first; one less after some that did not go together."""

PATCHES = sorted(name for name in trickbook.shipped() if name.startswith(HOUSE))


def combined(number: int) -> tuple[trickbook.Ruleset, int, random.Random]:
    """The combination of that number: rules that load, how many play, and chance to go on with."""
    for attempt in count():
        rng = chance("combined", number, attempt)
        house = rng.sample(PATCHES, rng.randint(0, max(0, MOST - attempt // 3)))
        try:
            usual = trickbook.load(rng.choice(GAMES), house=house)
            players = rng.choice(usual.players)
            known = usual.engine(players).options.values()
            chosen = {option.name: drawn(option, rng) for option in known if rng.random() < 0.4}
            return trickbook.load(usual.name, chosen, players=players, house=house), players, rng
        except trickbook.RulesetError:
            continue
    raise AssertionError


@pytest.mark.breadth
@pytest.mark.parametrize("number", range(COMBINATIONS))
def test_combinations(number: int) -> None:
    rules, players, rng = combined(number)
    alike(rules, players, (rng.getrandbits(60) for _ in repeat(None)), -(-DEALS // COMBINATIONS))
