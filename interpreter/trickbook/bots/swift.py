"""The duck for the fast engine: what it knows of a game, as numbers."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from trickbook.bots.worths import costs, highest_wins

if TYPE_CHECKING:
    from trickbook.fast import Ducks
    from trickbook.ruleset import Ruleset


@lru_cache(maxsize=64)
def ducks(rules: Ruleset, players: int) -> Ducks:
    """What players know who duck. It needs the extra ``fast``."""
    from trickbook.fast import Ducks  # noqa: PLC0415 - only who plays by the machine needs it

    known = costs(rules, players)
    cost = tuple(known.cost[name] for name in known.pack)
    return Ducks(cost, known.trick, known.sides, known.bids, highest_wins(rules, players))
