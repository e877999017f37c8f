"""The searching player: information-set Monte Carlo tree search as machine code.

``tree_search`` says how it searches. Without what machine code needs, or where it cannot play, the player
plays as the Monte Carlo player. Its code can be prepared before the first turn.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Final

from trickbook.batch import MISSING
from trickbook.bots.montecarlo import NO_WORLDS, SEARCH_ERRORS, montecarlo
from trickbook.bots.turn import Budget
from trickbook.core.translation import BeyondError
from trickbook.problems import MissingError, TrickbookError, needs

if TYPE_CHECKING:
    from trickbook.bots.tree_search import MovesSearched
    from trickbook.bots.turn import Bot, Turn
    from trickbook.ruleset import Ruleset

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


def prepare_search(rules: Ruleset, players: int, *, trees: bool = True) -> None:
    """Compile the best code for playouts and searches by some rules, if what that takes is installed.

    The first time it takes one to three seconds for each; later it is found in the cache folder. Without it
    players begin at once, with code that is half as fast. ``trees`` says whether trees are searched.
    """
    try:
        with needs(MISSING):
            from trickbook.bots.search_effort import search_code  # noqa: PLC0415 - only who searches needs it
            from trickbook.core.native import BEST  # noqa: PLC0415 - likewise
    except MissingError:
        return
    code = search_code(rules, players)
    for compiled in (code.playouts, code.search)[: 1 + trees]:
        with suppress(BeyondError):
            compiled(BEST)
