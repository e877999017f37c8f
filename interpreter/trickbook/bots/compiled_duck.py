"""What ducks know, for machine code: costs as numbers."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from trickbook.bots.costs_of_cards import costs, highest_wins

if TYPE_CHECKING:
    from trickbook.batch.duck_data import DuckData
    from trickbook.ruleset import Ruleset


@lru_cache(maxsize=64)
def duck_data(rules: Ruleset, players: int) -> DuckData:
    """Return what ducks know of a game. It needs llvmlite."""
    from trickbook.batch.duck_data import DuckData  # noqa: PLC0415 - only who plays by machine code needs it

    known = costs(rules, players)
    cost = tuple(known.cost[name] for name in known.pack)
    return DuckData(cost, known.trick, known.sides, known.bids, highest_wins(rules, players))
