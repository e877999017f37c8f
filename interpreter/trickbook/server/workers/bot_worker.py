"""Bots choose their moves and give hints from the view of their seat.

By shipped rules the quick bot decides at once, in the event loop: a thread would take longer to start on it.
The bot that samples deals has a process. By rules that were sent, both run in a process of their own, which
can be killed; the makers of tables take turns, and each has some seconds. The sampling bot receives only the
view of its seat. After a timeout the quick bot answers for it, and if that fails or times out, a random move
is made. Hints are searched once the process has started. Other questions have a thread apart, where those who
ask take turns: no bot waits for them.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from trickbook.bots import BOTS, turn_of
from trickbook.bots.montecarlo import montecarlo, prepare_search
from trickbook.bots.turn import Budget
from trickbook.bots.worlds import sample_worlds
from trickbook.cards.chance import SEEDS
from trickbook.game import attach_game
from trickbook.problems import TrickbookError
from trickbook.seat.hints import searched_hint
from trickbook.server import refusal
from trickbook.server.limits import Rate, RateLimiter
from trickbook.server.process import FailureLog, failure_text
from trickbook.server.table import BOT, TABLE_BOTS, TableState
from trickbook.server.table.choice import ready_rules, serialized
from trickbook.server.table.messages import answer_question
from trickbook.server.workers import FairThread
from trickbook.server.workers.worker import WorkerProcess
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from trickbook.core.state import State
    from trickbook.seat.rules_request import RulesRequest
    from trickbook.server import ClientMessage
    from trickbook.server.table import TableSeat
    from trickbook.server.table.match import Requester
    from trickbook.state import Origin

LOG: Final = logging.getLogger(__name__)

LATE_MESSAGE: Final = Message("no answer was found in time; try again")

QUICK_BOT: Final = TABLE_BOTS[0]

FALLBACK_BOT: Final = "random"
"""The bot that plays if the quick one fails."""

BOT_TIMEOUT: Final = 4.0
"""Seconds of thinking or waiting after which the quick bot answers."""

THINKING_MILLISECONDS: Final = 500
"""Milliseconds of thinking of the sampling bot; less if other tables wait."""

MINIMUM_SECONDS: Final = 0.8
"""Seconds that it takes at least, so that its time reveals nothing."""

SENT_TIMEOUT: Final = 1.5
"""Seconds after which a call by sent rules is ended, so that one table's call leaves time for another's."""

SENT_SECONDS: Final = Rate(0.5, 30)
"""Seconds of the process that the tables of a maker may use by sent rules."""

QUESTION_SECONDS: Final = Rate(0.2, 5)
"""Seconds of processor time for the questions of an address."""

MAX_TABLES: Final = 64
"""The most tables of a maker whose bots wait or think in a process; a class may sit behind one address."""

BOT_PROCESSES: Final = ("bots", "sent bots")
"""The names of the processes of bots, for shipped rules and for sent ones."""


def bot_processes() -> dict[str, WorkerProcess]:
    """The processes of bots, which start on demand."""
    shipped = WorkerProcess(BOT_TIMEOUT, most=MAX_TABLES)
    sent = WorkerProcess(SENT_TIMEOUT, None, RateLimiter(SENT_SECONDS), most=MAX_TABLES)
    return dict(zip(BOT_PROCESSES, (shipped, sent), strict=True))


class BotWorker:
    """The bots of a server."""

    def __init__(self, processes: Mapping[str, WorkerProcess] | None = None) -> None:
        """Start the threads; the processes start on demand."""
        self.thread_of_sent = ThreadPoolExecutor(1, "sent bot")
        self.questions = FairThread("question", QUESTION_SECONDS)
        there = bot_processes() if processes is None else processes
        self.process, self.sent = (there[name] for name in BOT_PROCESSES)
        self.failures = FailureLog(LOG, set())

    def expect(self, table: TableState) -> None:
        """Start the process if a bot at the table needs it."""
        if any(seat.plays == BOT and seat.bot != QUICK_BOT for seat in table.seats):
            self._prepare(table)
            self._process(table).start()

    def _process(self, table: TableState) -> WorkerProcess:
        """The process for the rules of a table."""
        return self.process if table.choice.text is None else self.sent

    def _prepare(self, table: TableState) -> None:
        """Let the process for shipped rules, if it has yet to start, first prepare what the table needs."""
        if table.choice.text is None and self.process.warm is None:
            self.process.warm = partial(prepare, serialized(table.choice), len(table.seats))

    async def _run(self, table: TableState, work: Callable[..., Any], *given: Any) -> Any:
        """Run a function of a table: at once by shipped rules, in their process by sent ones."""
        if table.choice.text is None:
            return work(table, *given)
        async with asyncio.timeout(BOT_TIMEOUT):
            return await self.sent.run(
                _at_sent_table, work, _sent_table(table), *given, client=_client_of(table)
            )

    async def _answer_question(
        self, table: TableState, requester: Requester, said: ClientMessage, client: str
    ) -> Any:
        """The answer to a question: by shipped rules, in the thread of questions."""
        if table.choice.text is not None:
            return await self._run(table, answer_question, requester, said)
        question, seat = (answer_question, table, requester, said), f"{table.name} {requester.seat}"
        async with asyncio.timeout(BOT_TIMEOUT):
            return await self.questions.run(*question, client=client, seat=seat)

    async def answer(
        self, table: TableState, requester: Requester, said: ClientMessage, client: str = ""
    ) -> dict[str, Any]:
        """The answer to a client's question about the game. Hints are searched if the process is ready."""
        game, seat = table.game, requester.seat
        if said.type == "hint" and game is not None and seat in game.actors:
            call = _seat_call(table, seat, sampled_hint, requester.lang)
            self._prepare(table)
            found = await self._process(table).run_if_ready(*call, client=client or _client_of(table))
            if found is not None:
                return {"type": said.type, "id": requester.id, **found}
        try:
            return dict(await self._answer_question(table, requester, said, client))
        except (TrickbookError, TimeoutError) as error:
            self.failures.add("a question about a game was not answered", failure_text(error))
            return refusal(requester.id, "busy", LATE_MESSAGE)

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
        except (TrickbookError, TimeoutError) as error:
            self.failures.add("a bot that searches left a move to a simpler one", failure_text(error))
            return await self._quickly(table, seat)

    async def _quickly(self, table: TableState, seat: int) -> str:
        """The quick bot's move, or a random one if it fails or times out."""
        try:
            return str(await self._run(table, quick_move, seat, QUICK_BOT))
        except Exception as error:  # noqa: BLE001 - the table goes on after any failure
            self.failures.add("a bot moved at random", failure_text(error))
            return await self._at_random(table, seat)

    async def _at_random(self, table: TableState, seat: int) -> str:
        """A random move. By sent rules even the legal moves may take long, so others do not wait for them."""
        if table.choice.text is None:
            return quick_move(table, seat, FALLBACK_BOT)
        loop = asyncio.get_running_loop()
        return str(await loop.run_in_executor(self.thread_of_sent, quick_move, table, seat, FALLBACK_BOT))

    async def _imagined(self, table: TableState, seat: int) -> str:
        process = self._process(table)
        budget = Budget(milliseconds=THINKING_MILLISECONDS // (1 + process.waiting))
        call = _seat_call(table, seat, sampled_move, secrets.randbelow(SEEDS), budget)
        return str(await process.run(*call, client=_client_of(table)))

    def close(self) -> None:
        """Stop the threads and the processes."""
        for threads in (self.thread_of_sent, self.questions.thread):
            threads.shutdown(wait=False, cancel_futures=True)
        self.process.stop()
        self.sent.stop()


def _client_of(table: TableState) -> str:
    """The client for whom a table's bots work: its maker, whose tables share turns and seconds."""
    return table.maker or table.name


def quick_move(table: TableState, seat: int, bot: str) -> str:
    """The move of a quick bot."""
    assert table.game is not None  # noqa: S101 - a seat may act
    return BOTS[bot](turn_of(table.rules, table.game, seat, secrets.randbelow(SEEDS)))


def _seat_call(table: TableState, seat: int, work: Callable[..., Any], *given: Any) -> tuple[Any, ...]:
    """The call of a function that receives what a seat sees and may do, and no more of the game.

    By sent rules even that may take long to find out, so it is left to their process.
    """
    if table.choice.text is not None:
        return _at_sent_table, from_seat, _sent_table(table), seat, work, *given
    return work, *_from_seat(table, seat), *given


def _from_seat(table: TableState, seat: int) -> tuple[str, int, Mapping[str, Any], Sequence[str]]:
    """The rules of a table, a seat, what it sees, and its legal moves."""
    assert table.game is not None  # noqa: S101 - a seat may act
    return serialized(table.choice), seat, table.game.view(seat), table.game.legal(seat)


class _SentTable(NamedTuple):
    """A table with sent rules: the game is its state and its origin."""

    name: str
    choice: RulesRequest
    seats: tuple[TableSeat, ...]
    game: tuple[State, Origin] | None


def _sent_table(table: TableState) -> _SentTable:
    """The part of a table that bots and questions need."""
    game = None if table.game is None else (table.game.state, table.game.origin)
    return _SentTable(table.name, table.choice, table.seats, game)


# In the process


def _at_sent_table(work: Callable[..., Any], sent: _SentTable, *given: Any) -> Any:
    """What a function returns for a table with sent rules."""
    rules = ready_rules(serialized(sent.choice))
    game = sent.game and attach_game(rules.engine(len(sent.seats)), *sent.game)
    return work(TableState(sent.name, sent.choice, rules, sent.seats, game=game), *given)


def from_seat(table: TableState, seat: int, work: Callable[..., Any], *given: Any) -> Any:
    """What a function returns that receives what a seat sees and may do."""
    return work(*_from_seat(table, seat), *given)


def prepare(choice: str, players: int) -> None:
    """Prepare searches by the rules of a table."""
    prepare_search(ready_rules(choice), players)


def sampled_move(
    choice: str, seat: int, view: Mapping[str, Any], moves: Sequence[str], chance: int, budget: Budget
) -> str:
    """The move of the sampling bot, from what its seat sees and may do alone."""
    played = ready_rules(choice)
    world = sample_worlds(played, len(view["counts"]), view, 1, chance).worlds[0]
    return montecarlo(budget)(turn_of(played, world, seat, chance, moves, view))


def sampled_hint(
    choice: str, seat: int, view: Mapping[str, Any], moves: Sequence[str], language: str
) -> Mapping[str, Any]:
    """A hint for a seat, from what it sees and may do alone."""
    return searched_hint(ready_rules(choice), seat, view, moves, language)
