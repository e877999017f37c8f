"""The winner of a trick: the play that the clauses leave, the earliest if they leave several."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from trickbook.engine.clauses import folded, narrow, narrowings

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from trickbook.engine.clauses import Clause, Narrowing
    from trickbook.state import State


def winner(clauses: Sequence[Clause], *, one_card: bool = True) -> Callable[[State], int | None]:
    """Return what finds the index of the play that wins the trick as it lies; None if none does."""
    by_sets = narrowings(clauses) if one_card else None
    return partial(_weighed, clauses) if by_sets is None else partial(_narrowed, folded(by_sets))


def _weighed(clauses: Sequence[Clause], s: State) -> int | None:
    """The winner where plays are weighed one by one."""
    best = narrow(clauses, s, s.leader, [play for _, play in s.plays])
    return next((place for place, (_, play) in enumerate(s.plays) if play in best), None)


def _narrowed(best: Narrowing, s: State) -> int | None:
    """The winner where the clauses narrow all cards of the trick at once."""
    plays, cards = s.plays, 0
    for _, play in plays:
        cards |= play
    cards = best(s, s.leader, cards)
    for place, (_, play) in enumerate(plays):
        if play & cards:
            return place
    return None
