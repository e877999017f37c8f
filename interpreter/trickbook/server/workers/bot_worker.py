"""Bots choose their moves and give hints outside the event loop, from the view of their seat.

The quick bot runs in a thread. The one that samples deals has a process of its own and receives only the view
of its seat. After a timeout the quick bot answers for it, and if that fails, a random move is made. Hints are
searched in this process once it has started.
"""

from __future__ import annotations

import asyncio
import secrets
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from trickbook.bots import BOTS, turn_of
from trickbook.bots.budget import Budget
from trickbook.bots.montecarlo import montecarlo
from trickbook.bots.worlds import sample_worlds
from trickbook.cards.chance import SEEDS
from trickbook.problems import TrickbookError
from trickbook.seat.hints import searched_hint
from trickbook.server.table.choice import ready_rules, serialized
from trickbook.server.table.questions import answer_question
from trickbook.server.table.state import BOT, TABLE_BOTS
from trickbook.server.workers.warmup import is_search_ready, warm_up_search
from trickbook.server.workers.worker import WorkerProcess

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from trickbook.ruleset import Ruleset
    from trickbook.server.messages import ClientMessage
    from trickbook.server.table.match import Requester
    from trickbook.server.table.state import TableState

QUICK_BOT: Final = TABLE_BOTS[0]

FALLBACK_BOT: Final = "random"
"""The bot that plays if the quick one fails."""

BOT_TIMEOUT: Final = 4.0
"""Seconds of thinking or waiting after which the quick bot answers."""

THINKING_MILLISECONDS: Final = 500
"""Milliseconds of thinking of the sampling bot; less if other tables wait."""

MINIMUM_SECONDS: Final = 0.8
"""Seconds that it takes at least, so that its time reveals nothing."""


class BotWorker:
    """The bots of a server."""

    def __init__(self) -> None:
        """Start the threads; the process starts on demand."""
        self.threads = ThreadPoolExecutor(2, "bot")
        self.process = WorkerProcess(BOT_TIMEOUT)

    def expect(self, table: TableState) -> None:
        """Start the process if a bot at the table needs it."""
        if any(seat.plays == BOT and seat.bot != QUICK_BOT for seat in table.seats):
            self._prepare(table)
            self.process.start()

    def _prepare(self, table: TableState) -> None:
        """Let the process, if it has yet to start, first prepare what the table needs."""
        if self.process.warm is None:
            self.process.warm = partial(warm_up_for, serialized(table.choice), len(table.seats))

    async def in_thread(self, work: Callable[..., Any], *given: Any) -> Any:
        """Run a function in a thread."""
        return await asyncio.get_running_loop().run_in_executor(self.threads, work, *given)

    async def answer(self, table: TableState, requester: Requester, said: ClientMessage) -> dict[str, Any]:
        """The answer to a question about the game. Hints are searched if the process is ready."""
        game, seat = table.game, requester.seat
        if said.type == "hint" and game is not None and seat in game.actors:
            self._prepare(table)
            given = serialized(table.choice), seat, game.view(seat), game.legal(seat), requester.lang
            found = await self.process.run_if_ready(sampled_hint, *given, client=f"{table.name}/{seat}")
            if found is not None:
                return {"type": said.type, "id": requester.id, **found}
        return dict(await self.in_thread(answer_question, table, requester, said))

    async def chosen_move(self, table: TableState, seat: int) -> str:
        """The move of the bot on a seat."""
        if table.seats[seat].bot == QUICK_BOT:
            return await self._quickly(table, seat)
        enough = asyncio.ensure_future(asyncio.sleep(MINIMUM_SECONDS))
        move = await self._slowly(table, seat)
        await enough  # thinking time would reveal its hand
        return move

    async def _slowly(self, table: TableState, seat: int) -> str:
        """The move of the sampling bot, or the quick one's after a timeout."""
        try:
            async with asyncio.timeout(BOT_TIMEOUT):
                return await self._imagined(table, seat)
        except (TrickbookError, TimeoutError):
            return await self._quickly(table, seat)

    async def _quickly(self, table: TableState, seat: int) -> str:
        """The quick bot's move, or a random one if it fails."""
        try:
            return str(await self.in_thread(quick_move, table, seat, QUICK_BOT))
        except Exception:  # noqa: BLE001 - the table goes on after any failure
            return str(await self.in_thread(quick_move, table, seat, FALLBACK_BOT))

    async def _imagined(self, table: TableState, seat: int) -> str:
        assert table.game is not None  # noqa: S101 - a seat may act
        view, moves, chance = table.game.view(seat), table.game.legal(seat), secrets.randbelow(SEEDS)
        budget = Budget(milliseconds=THINKING_MILLISECONDS // (1 + self.process.waiting))
        given = serialized(table.choice), seat, view, moves, chance, budget
        return str(await self.process.run(sampled_move, *given))

    def close(self) -> None:
        """Stop the threads and the process."""
        self.threads.shutdown(wait=False, cancel_futures=True)
        self.process.stop()


def quick_move(table: TableState, seat: int, bot: str) -> str:
    """The move of a quick bot."""
    assert table.game is not None  # noqa: S101 - a seat may act
    return BOTS[bot](turn_of(table.rules, table.game, seat, secrets.randbelow(SEEDS)))


# In the process


def warm_up_for(choice: str, players: int) -> None:
    """Prepare searches by the rules of a table."""
    warm_up_search(ready_rules(choice), players)


def prepared_rules(choice: str, players: int) -> Ruleset:
    """Return the rules of a table; TrickbookError while searches by them are being prepared."""
    rules = ready_rules(choice)
    if not is_search_ready(rules, players):
        raise TrickbookError("the fast engine is being compiled")
    return rules


def sampled_move(
    choice: str, seat: int, view: Mapping[str, Any], moves: Sequence[str], chance: int, budget: Budget
) -> str:
    """The move of the sampling bot, from what its seat sees and may do alone."""
    played = prepared_rules(choice, len(view["counts"]))
    world = sample_worlds(played, len(view["counts"]), view, 1, chance).worlds[0]
    return montecarlo(budget)(turn_of(played, world, seat, chance, moves, view))


def sampled_hint(
    choice: str, seat: int, view: Mapping[str, Any], moves: Sequence[str], language: str
) -> Mapping[str, Any]:
    """A hint for a seat, from what it sees and may do alone."""
    return searched_hint(prepared_rules(choice, len(view["counts"])), seat, view, moves, language)
