"""The effort of a search: the worth of a budget, and the machine code that it runs."""

from __future__ import annotations

from functools import lru_cache
from math import inf
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING, Final, TypeVar

from trickbook.batch.cells import WALKED
from trickbook.batch.machine import SOON
from trickbook.batch.playouts import Playouts
from trickbook.batch.search import Search
from trickbook.bots.costs_of_cards import costs
from trickbook.core.translation import BeyondError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickbook.bots.turn import Budget
    from trickbook.ruleset import Ruleset


Code = TypeVar("Code", bound=Playouts)


class SearchCode:
    """The playouts and the search of a game for so many players. Several threads may ask at once."""

    def __init__(self, rules: Ruleset, players: int) -> None:
        """Begin with nothing compiled."""
        self.rules, self.players, self._lock = rules, players, Lock()
        self._found: dict[type[Playouts], tuple[Playouts | BeyondError, int]] = {}

    def playouts(self, level: int = SOON) -> Playouts:
        """Return the playouts; BeyondError if machine code cannot play the game, or ducks cannot."""
        return self._of(Playouts, level)

    def search(self, level: int = SOON) -> Search:
        """Return the search, without ducks where there is more than they may see.

        Raises BeyondError if machine code cannot play the game.
        """
        return self._of(Search, level)

    def _of(self, kind: type[Code], level: int) -> Code:
        """Return one kind of code; what was compiled in a moment is replaced where the best is wanted."""
        with self._lock:
            found, known = self._found.get(kind, (None, SOON))
            if found is None or level > known:
                found = self._compiled(kind, level)
                self._found[kind] = found, level
        if isinstance(found, BeyondError):
            raise found
        assert isinstance(found, kind)  # noqa: S101 - it stands under its kind
        return found

    def _compiled(self, kind: type[Code], level: int) -> Code | BeyondError:
        engine = self.rules.engine(self.players)
        try:
            return kind(engine, costs(self.rules, self.players), level)
        except BeyondError as error:
            if kind is not Search:
                return error
        try:
            return kind(engine, None, level)
        except BeyondError as error:
            return error


@lru_cache(maxsize=32)
def search_code(rules: Ruleset, players: int) -> SearchCode:
    """Return what is compiled for the searches of a game in this process."""
    return SearchCode(rules, players)


MIN_WORLDS: Final = 25
MAX_WORLDS: Final = 100
"""How many worlds are sampled."""

DEALS_FOR_WORLD: Final = 40
"""How many deals of a budget are worth a world, within these bounds."""

USUAL_DEALS: Final = 150
"""How many deals a search plays in a millisecond, with all that it does besides, more or less."""

BATCH: Final = 250
"""How many deals are played out between two looks at the clock, at most."""

FIRST_BATCH: Final = 8
"""How many are played out before the first look."""

LOOK: Final = 0.1
"""The part of the time that a batch may take before the next one is twice as large."""

MAX_STEPS: Final = 200
"""How many steps worlds walk at most."""

DEALS_PER_STEP: Final = 10
"""How many deals of a budget are worth a step."""

SAMPLING: Final = 0.3
"""The part of the time in which worlds are sampled."""

WALKING: Final = 0.4
"""The part of the time in which worlds are sampled and walk."""

ROOM: Final = 500
"""For how many deals in a millisecond a tree has room."""

MAX_ROOM: Final = 500_000
"""For how many deals a tree has room at most; those beyond add no moves to it."""


def world_count(budget: Budget) -> int:
    """Return how many worlds are worth their time."""
    deals = budget.playouts if budget.milliseconds is None else budget.milliseconds * USUAL_DEALS
    return min(MAX_WORLDS, max(MIN_WORLDS, deals // DEALS_FOR_WORLD))


def sampled_until(budget: Budget, start: float) -> float:
    """Return until when worlds are sampled, by the clock."""
    return inf if budget.milliseconds is None else start + budget.milliseconds / 1000 * SAMPLING


def room(budget: Budget) -> int:
    """Return for how many deals a tree needs room."""
    return budget.playouts if budget.milliseconds is None else min(MAX_ROOM, budget.milliseconds * ROOM)


def steps(budget: Budget, start: float) -> Iterator[int]:
    """Yield how many steps worlds walk at a time, until they have gone far enough, or the time is up."""
    most, until = MAX_STEPS, inf
    if budget.milliseconds is None:
        most = min(MAX_STEPS, budget.playouts // DEALS_PER_STEP)
    else:
        until = start + budget.milliseconds / 1000 * WALKING
    for done in range(0, most, WALKED):
        if monotonic() >= until:
            return
        yield min(WALKED, most - done)


def portions(budget: Budget, start: float) -> Iterator[tuple[int, int]]:
    """Yield the numbers of the first deal and of the deals of each batch, until the budget is spent."""
    if budget.milliseconds is None:
        for first in range(0, budget.playouts, BATCH):
            yield first, min(BATCH, budget.playouts - first)
        return
    until, first, many = start + budget.milliseconds / 1000, 0, FIRST_BATCH
    while first < budget.milliseconds * ROOM:
        begun = monotonic()
        if first and begun >= until:
            return
        yield first, many
        first += many
        if monotonic() - begun < (until - start) * LOOK:
            many = min(2 * many, BATCH)
