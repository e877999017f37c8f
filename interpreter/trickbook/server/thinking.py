"""Thinking: bots decide beside the table, by what their seat sees, so that nobody waits for another's bot.

The quick one thinks in a thread. The one that imagines deals has a process of its own and is told the view of
its seat, not the game; if it takes too long, the quick one answers for it.
"""

from __future__ import annotations

import asyncio
import secrets
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from typing import TYPE_CHECKING, Any, Final

from trickbook.bots import BOTS, turn_of
from trickbook.bots.montecarlo import Budget, montecarlo
from trickbook.bots.worlds import sample
from trickbook.chance import SEEDS
from trickbook.server.choosing import rules, written
from trickbook.server.live import PLAYERS
from trickbook.server.reading import bound

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from trickbook.server.live import Live

QUICK: Final = PLAYERS[0]

LONGEST: Final = 4.0
"""After so many seconds the quick bot answers."""

BUDGET: Final = Budget(milliseconds=500)
"""How long the other one thinks, if it can."""


SPAN: Final = 0.8
"""So many seconds it takes at least, whatever there was to think about."""


class Heads:
    """Who thinks."""

    def __init__(self) -> None:
        """Begin; the process is started when it is needed."""
        self.near = ThreadPoolExecutor(2, "bot")
        self.far: ProcessPoolExecutor | None = None

    async def aside(self, work: Callable[..., Any], *given: Any) -> Any:
        """Do some work in a thread."""
        return await asyncio.get_running_loop().run_in_executor(self.near, work, *given)

    async def think(self, live: Live, seat: int) -> str:
        """The move of a bot on a seat that may act."""
        if live.seats[seat].bot == QUICK:
            return str(await self.aside(quick, live, seat))
        enough = asyncio.ensure_future(asyncio.sleep(SPAN))
        move = await self._slowly(live, seat)
        await enough  # how long it thought would tell what it holds
        return move

    async def _slowly(self, live: Live, seat: int) -> str:
        """The move of the bot that imagines deals, or the quick one's if that takes too long."""
        try:
            return await asyncio.wait_for(self._imagined(live, seat), LONGEST)
        except BrokenExecutor:
            self.far = None
        except TimeoutError:
            pass
        return str(await self.aside(quick, live, seat))

    async def _imagined(self, live: Live, seat: int) -> str:
        assert live.game is not None  # noqa: S101 - a seat may act
        if self.far is None:
            self.far = ProcessPoolExecutor(1, get_context("spawn"), bound)
        view, chance = live.game.view(seat), secrets.randbelow(SEEDS)
        given = written(live.choice), len(live.seats), seat, view, chance
        return await asyncio.get_running_loop().run_in_executor(self.far, imagined, *given)

    def close(self) -> None:
        """Think no more."""
        self.near.shutdown(wait=False, cancel_futures=True)
        if self.far is not None:
            self.far.shutdown(wait=False, cancel_futures=True)


def quick(live: Live, seat: int) -> str:
    """The quick bot's move."""
    assert live.game is not None  # noqa: S101 - a seat may act
    return BOTS[QUICK](turn_of(live.rules, live.game, seat, secrets.randbelow(SEEDS)))


# In the process


def imagined(choice: str, players: int, seat: int, view: Mapping[str, Any], chance: int) -> str:
    """The move of the bot that imagines deals, by a view alone: any game that looks so gives its turn."""
    played = rules(choice)
    world = sample(played, players, view, 1, chance).worlds[0]
    return montecarlo(BUDGET)(turn_of(played, world, seat, chance))
