"""The searching player: information-set Monte Carlo tree search as machine code.

``tree_search`` says how it searches. Without what machine code needs, or where it cannot play, the player
plays as the Monte Carlo player.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from trickbook.batch import MISSING
from trickbook.bots.budget import Budget
from trickbook.bots.montecarlo import montecarlo
from trickbook.bots.search_errors import NO_WORLDS, SEARCH_ERRORS
from trickbook.core.translation import BeyondError
from trickbook.problems import MissingError, TrickbookError, needs

if TYPE_CHECKING:
    from trickbook.bots.tree_search import MovesSearched
    from trickbook.bots.turn import Bot, Turn

DEFAULT_BUDGET: Final = Budget(1000)
"""A thousand deals for each turn."""

DEALS_FOR_PLAYOUTS: Final = 10
"""How many deals of a budget are worth one playout of each move."""


def ismcts(budget: Budget = DEFAULT_BUDGET) -> Bot:
    """Return a player with a budget. A seed repeats a game exactly only if the budget is of deals."""
    few = max(1, budget.playouts // DEALS_FOR_PLAYOUTS)
    otherwise = montecarlo(Budget(few, budget.milliseconds))

    def ismcts(turn: Turn) -> str:
        if len(turn.moves) == 1:
            return turn.moves[0]
        found = searched(turn, budget)
        return found.best if found else otherwise(turn)

    return ismcts


def searched(turn: Turn, budget: Budget) -> MovesSearched | None:
    """Return what a search finds; None without machine code, without worlds, or where it cannot go on.

    Why there is nothing is reported to the turn.
    """
    try:
        with needs(MISSING):
            from trickbook.bots.tree_search import search  # noqa: PLC0415 - only who searches needs it
    except MissingError as error:
        turn.report(str(error))
        return None
    errors: tuple[type[TrickbookError], ...] = (*SEARCH_ERRORS, BeyondError)
    try:
        found = search(turn, budget)
    except errors as error:
        turn.report(str(error))
        return None
    if found is None:
        turn.report(NO_WORLDS)
    return found
