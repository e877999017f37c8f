"""The winner of a trick: the play that the clauses leave, the earliest if they leave several."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickbook.engine.clauses import narrow, narrowed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trickbook.engine.clauses import Clause, Single
    from trickbook.state import State


def winner(clauses: Sequence[Clause], ready: Sequence[Single] | None, s: State) -> int | None:
    """The index of the play that wins the trick as it lies; None if none does.

    ``ready`` are the clauses made ready for sets, if that can be done.
    """
    plays = s.plays
    if ready is None:
        best = narrow(clauses, s, s.leader, [play for _, play in plays])
        return next((place for place, (_, play) in enumerate(plays) if play in best), None)
    cards = 0
    for _, play in plays:
        cards |= play
    cards = narrowed(ready, s, s.leader, cards)
    for place, (_, play) in enumerate(plays):
        if play & cards:
            return place
    return None
