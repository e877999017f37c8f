"""Every house rule laid over every game: it loads, or it is told clearly why not.

TRICKBOOK_LAID says how many pairs are tried, or `all`, which takes half a minute.
"""

from __future__ import annotations

import os
from itertools import product

import pytest
from tests.games import GAMES
from tests.laws.deals import chance

import trickbook
from trickbook.loading.files import HOUSE
from trickbook.source import at, plain

SEED = 2026
TOLD = {"clash", "conflict", "required", "needs", "unknown-card", "bad-card"}
"""What may be told of a house rule and a game that do not go together."""

PATCHES = sorted(name.removeprefix(HOUSE) for name in trickbook.shipped() if name.startswith(HOUSE))
ALL = [*product(sorted(GAMES), PATCHES)]

NUMBERS = ["complex-hearts", "partnership-hearts"]
LOAD = [(game, patch) for game in NUMBERS for patch in ("fixed-deals", "time-limit")]
REFUSED = [
    *(("complex-hearts", patch) for patch in ("chips", "floor-at-zero", "threshold-moon")),
    *(("auction-hearts", patch) for patch in ("break-by-heart", "msn-breaking")),
    *((game, "set-aside") for game in ("rules-of-hearts", "windows-hearts", "partnership-hearts")),
]
"""What scores, breaking or cards left out would make fail only somewhere within the house rule."""


def sample(wanted: str) -> list[tuple[str, str]]:
    """So many pairs, or all."""
    return ALL if wanted == "all" else chance(SEED, "laid").sample(ALL, min(int(wanted), len(ALL)))


def told(game: str, patch: str) -> set[str]:
    """The kinds of problems that are told; none if it loads."""
    try:
        trickbook.load(game, house=(patch,))
    except trickbook.RulesetError as error:
        return {problem.code for problem in error.problems}
    return set()


@pytest.mark.breadth
@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_house_rule_loads_or_is_refused_clearly(game: str) -> None:
    pairs = sample(os.environ.get("TRICKBOOK_LAID", "160"))
    wrong = {pair: codes for pair in pairs if pair[0] == game and (codes := told(*pair)) - TOLD}
    assert not wrong


@pytest.mark.parametrize(("game", "patch"), LOAD)
def test_a_match_of_fixed_length_needs_nothing_of_the_scores(game: str, patch: str) -> None:
    assert not told(game, patch)
    ends = plain(at(trickbook.load(game, house=(patch,)).resolved.root, ("match", "ends")))
    assert isinstance(ends, dict)
    assert ends.keys() == {"deals", "time"}


def test_a_sign_that_another_rank_has_is_refused() -> None:
    """Knights of Italy and of the tarot would be written alike."""
    assert told("slovenian-tarok", "italian-cards") == {"bad-card"}


@pytest.mark.parametrize(("game", "patch"), REFUSED)
def test_what_does_not_go_together_is_told_first(game: str, patch: str) -> None:
    assert told(game, patch) in ({"conflict"}, {"needs"})
