"""The duck's data about a game, as numbers for the machine."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING, Any

import numpy as np

from trickbook.batch.duck_data import MAX_COST
from trickbook.fast.compiler import BeyondError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from trickbook.batch.duck_data import DuckData
    from trickbook.engine.engine import Engine


def rival_counts(engine: Engine, sides: Sequence[int]) -> list[list[int]]:
    """Return for each seat and number n how many opponents are among the seat and the next n."""
    return [
        list(accumulate(not side >> other & 1 for other in engine.layout.round(seat)))
        for seat, side in enumerate(sides)
    ]


def duck_tables(engine: Engine, ducks: DuckData | None, base: int, sets: Any) -> tuple[Any, ...] | None:
    """Return the duck's tables, None if nobody ducks; ``sets`` makes sets from numbers."""
    if ducks is None:
        return None
    if max(map(abs, ducks.cost), default=0) > MAX_COST:
        raise BeyondError(f"the fast engine cannot duck where a card costs more than {MAX_COST}")
    costs = sorted({cost for cost in ducks.cost if cost})
    heights = engine.deck.heights[: len(ducks.cost)]
    piles = engine.layout.piles
    places = engine.trick, engine.played, piles["hand"].base, piles["table"].base
    return (
        np.array(costs, np.int64),
        sets([_where(own == cost for own in ducks.cost) for cost in costs]),
        sets([_where(own <= top for own in heights) for top in heights]),
        np.array(ducks.sides, np.uint64),
        np.array(rival_counts(engine, ducks.sides), np.int64),
        np.array(places, np.uint64) + np.uint64(base),
        float(ducks.trick),
        1 if ducks.highest else -1,
    )


def _where(holds: Iterable[bool]) -> int:
    """Return the set of the cards for which something holds."""
    return sum(one << place for place, one in enumerate(holds))
