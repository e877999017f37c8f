"""Thinking: bots decide beside the table, by what their seat sees, so that nobody waits for another's bot.

The quick one thinks in a thread. The one that imagines deals has a process of its own and is told the view of
its seat, not the game; if it takes too long, the quick one answers for it, and where that fails, any is made.
"""

from __future__ import annotations

import asyncio
import secrets
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Final

from trickbook.bots import BOTS, turn_of
from trickbook.bots.montecarlo import Budget, montecarlo
from trickbook.bots.worlds import sample_worlds
from trickbook.cards.chance import SEEDS
from trickbook.problems import TrickbookError
from trickbook.server.table.choice import ready_rules, serialized
from trickbook.server.table.state import BOT, TABLE_BOTS
from trickbook.server.workers.warmup import warm_up
from trickbook.server.workers.worker import WorkerProcess

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from trickbook.server.table.state import TableState

QUICK_BOT: Final = TABLE_BOTS[0]

FALLBACK_BOT: Final = "random"
"""Plays where the quick bot comes to grief."""

BOT_TIMEOUT: Final = 4.0
"""After so many seconds of thinking, or of waiting for others who think, the quick bot answers."""

THINKING_MILLISECONDS: Final = 500
"""So many milliseconds the other one thinks about, less if others wait for it."""

MINIMUM_SECONDS: Final = 0.8
"""So many seconds it takes at least, whatever there was to think about."""


class BotWorker:
    """Who thinks."""

    def __init__(self) -> None:
        """Begin; the process is started when it is needed."""
        self.near = ThreadPoolExecutor(2, "bot")
        self.far = WorkerProcess(BOT_TIMEOUT, warm_up)

    def expect(self, table: TableState) -> None:
        """Be ready for those who sit at a table."""
        if any(seat.plays == BOT and seat.bot != QUICK_BOT for seat in table.seats):
            self.far.begin()

    async def aside(self, work: Callable[..., Any], *given: Any) -> Any:
        """Do some work in a thread."""
        return await asyncio.get_running_loop().run_in_executor(self.near, work, *given)

    async def think(self, table: TableState, seat: int) -> str:
        """The move of a bot on a seat that may act."""
        if table.seats[seat].bot == QUICK_BOT:
            return await self._quickly(table, seat)
        enough = asyncio.ensure_future(asyncio.sleep(MINIMUM_SECONDS))
        move = await self._slowly(table, seat)
        await enough  # how long it thought would tell what it holds
        return move

    async def _slowly(self, table: TableState, seat: int) -> str:
        """The move of the bot that imagines deals, or the quick one's if that takes too long."""
        try:
            async with asyncio.timeout(BOT_TIMEOUT):
                return await self._imagined(table, seat)
        except (TrickbookError, TimeoutError):
            return await self._quickly(table, seat)

    async def _quickly(self, table: TableState, seat: int) -> str:
        """The quick bot's move, or any other if that bot comes to grief."""
        try:
            return str(await self.aside(quick_move, table, seat, QUICK_BOT))
        except Exception:  # noqa: BLE001 - whatever it was, the table goes on
            return str(await self.aside(quick_move, table, seat, FALLBACK_BOT))

    async def _imagined(self, table: TableState, seat: int) -> str:
        assert table.game is not None  # noqa: S101 - a seat may act
        view, chance = table.game.view(seat), secrets.randbelow(SEEDS)
        budget = Budget(milliseconds=THINKING_MILLISECONDS // (1 + self.far.waiting))
        given = serialized(table.choice), len(table.seats), seat, view, chance, budget
        return str(await self.far.do(sampled_move, *given))

    def close(self) -> None:
        """Think no more."""
        self.near.shutdown(wait=False, cancel_futures=True)
        self.far.stop()


def quick_move(table: TableState, seat: int, bot: str) -> str:
    """The move of a bot that is quick."""
    assert table.game is not None  # noqa: S101 - a seat may act
    return BOTS[bot](turn_of(table.rules, table.game, seat, secrets.randbelow(SEEDS)))


# In the process


def sampled_move(
    choice: str, players: int, seat: int, view: Mapping[str, Any], chance: int, budget: Budget
) -> str:
    """The move of the bot that imagines deals, by a view alone: any game that looks so gives its turn."""
    played = ready_rules(choice)
    world = sample_worlds(played, players, view, 1, chance).worlds[0]
    return montecarlo(budget)(turn_of(played, world, seat, chance))
