"""A table in this process: a game against bots."""

from __future__ import annotations

import asyncio
import secrets
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from trickbook.bots import returned_cards, turn_of
from trickbook.bots.montecarlo import prepare_search
from trickbook.cards.chance import stream
from trickbook.engine.moves import MoveError
from trickbook.problems import TrickbookError, visible
from trickbook.seat import about, seat_view
from trickbook.seat.hints import hint, searched_hint
from trickbook.seat.score_sheet import score_sheet
from trickbook.seat.texts import translate
from trickbook.server.workers.worker import WorkerProcess
from trickbook.state import moves
from trickbook.terminal import Advice, Refusal, TableUpdate, in_thread
from trickbook.terminal.narrator import seat_label
from trickbook.texts.catalogue import in_language
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path
    from typing import Self

    from trickbook.bots import Bot, Turn
    from trickbook.game import Game
    from trickbook.ruleset import Ruleset
    from trickbook.terminal.match_recorder import MatchRecorder

HINT_TIMEOUT: Final = 4.0
"""Seconds of searching after which the duck gives a hint."""

MAX_SEED: Final = 1_000_000
"""Seeds that are drawn are less than this, so that they can be typed."""


class LocalTable:
    """A game against bots, one for each seat; the one at one's own seat waits."""

    seat: int | None
    note = ""

    def __init__(  # noqa: PLR0913 - a table is all of these
        self,
        rules: Ruleset,
        game: Game,
        keeper: MatchRecorder,
        *,
        seat: int,
        bots: Sequence[Bot],
        names: Sequence[str],
        language: str,
    ) -> None:
        """Take a seat in a game that has begun; the ``keeper`` is given it after each move."""
        self.rules, self.game, self.bots, self.keeper = rules, game, bots, keeper
        self._moves = move_count(game)
        self.seat = self.own = seat
        self.language, self.match = language, 1
        self.about: Mapping[str, Any] = about(rules, len(game.scores), language)
        self.seats = [_sitter(self.about, names, place, own=place == seat) for place in range(len(names))]
        self._news: asyncio.Queue[TableUpdate | BaseException] = asyncio.Queue()
        self._moved = asyncio.Event()
        self._begun = monotonic()
        self._search = WorkerProcess(HINT_TIMEOUT, partial(prepare_search, rules, len(game.scores)))
        keeper.begin(game)

    async def __aenter__(self) -> Self:
        """Sit down; the bots begin to move, and the search of hints is prepared."""
        self._tell(self.game.events(None, self.seat))
        self._search.start()
        self._playing = asyncio.create_task(self._bots())
        self._playing.add_done_callback(self._stopped)
        return self

    async def __aexit__(self, *_error: object) -> None:
        """Get up; the game stays as it is."""
        self._playing.cancel()
        self._search.stop()
        await asyncio.wait([self._playing])

    async def next(self) -> TableUpdate:
        """Return what happens next."""
        news = await self._news.get()
        if isinstance(news, BaseException):
            raise news
        return news

    async def play(self, move: str) -> Refusal | None:
        """Make a move, or hear why not; what the move means is settled here and now."""
        game = self.game
        try:
            after = self._struck(game).apply(self.own, move)
        except MoveError as error:
            return Refusal(in_language(error.message, self.language), self._reason(move, error))
        self._apply(self.own, after)
        return None

    async def hint(self) -> Advice | None:
        """Return the move that a search finds; until its process has started, the duck's."""
        game, own = self.game, self.own
        if own not in game.actors:
            return None
        given = self.rules, own, game.view(own), game.legal(own), self.language
        advice = await self._search.run_if_ready(searched_hint, *given)
        if advice is not None:
            return Advice(str(advice["move"]), advice["says"])
        advice = await in_thread(hint, self.rules, game, own, self.language)
        return Advice(str(advice["move"]), advice["says"])

    async def sheet(self, deal: int) -> Mapping[int, Sequence[str]]:
        """Return where the points of each seat in a finished deal come from, in sentences."""
        names = [seat_label(self.language, self.own, self.seats, seat) for seat in range(len(self.seats))]
        first = self.game.deal - len(self.game.deals) + (not self.game.actors)
        sheet = await in_thread(score_sheet, self.game, first + deal - 1, self.language, names)
        return {one["seat"]: one["text"] for one in sheet["seats"]}

    async def rulebook(self) -> str:
        """The rules of what is played."""
        written = self.rules.rulebook
        return await in_thread(written, "text", self.language, players=len(self.seats))

    async def record(self) -> Path | None:
        """The file of the match that was over last, which was kept there when it was."""
        if self.keeper.over and self.keeper.error:
            raise self.keeper.error
        return self.keeper.finished

    def _record_note(self) -> str:
        """Return where the match before is kept, or why it is not."""
        if self.keeper.error:
            return translate(self.language, "terminal.lost", why=visible(str(self.keeper.error)))
        return translate(self.language, "terminal.finished", file=visible(str(self.keeper.finished)))

    async def again(self) -> Refusal | None:
        """Begin another match, dealt by chance."""
        if self.game.turn is not None:
            return Refusal(in_language(Message("the match is not over"), self.language))
        self.game = self.rules.new_game(len(self.seats), seed=secrets.randbelow(MAX_SEED))
        self._moves = 0
        self.match, self._begun = self.match + 1, monotonic()
        self.keeper.begin(self.game)
        self._tell(self.game.events(None, self.seat), note=self._record_note())
        self._moved.set()
        return None

    async def say(self, phrase: str) -> Refusal | None:  # noqa: ARG002 - nobody hears it
        """Refuse: bots do not listen."""
        return Refusal(translate(self.language, "terminal.nobody_hears"))

    def mute(self, seat: int) -> bool:  # noqa: ARG002 - likewise
        """Nothing: bots are silent."""
        return True

    async def take_back(self) -> Refusal | None:
        """Refuse: bots keep to what was played."""
        return Refusal(translate(self.language, "terminal.no_take_back"))

    async def agree(self, *, agrees: bool) -> Refusal | None:  # noqa: ARG002 - nobody asks
        """Refuse likewise."""
        return await self.take_back()

    async def fill(self) -> Refusal | None:
        """Refuse: bots have all other seats."""
        return Refusal(in_language(Message("no seat is empty"), self.language))

    # The bots

    async def _bots(self) -> None:
        """Let the bots move whenever it is for one of them, until it is for oneself."""
        while True:
            game, seat = self.game, self.game.turn
            if seat is None or seat == self.seat:
                self._moved.clear()
                await self._moved.wait()
                continue
            after = await in_thread(self._decided, game, seat)
            if self.game is game:
                self._apply(seat, after)

    def _stopped(self, playing: asyncio.Task[None]) -> None:
        """A bot that cannot go on is told of."""
        if not playing.cancelled() and (error := playing.exception()):
            self._news.put_nowait(error)

    def _decided(self, game: Game, seat: int) -> Game:
        """The game after a bot's move; TrickbookError if it has none or makes a wrong one."""
        if twice := returned_cards(game.engine, game.state, seat):
            raise TrickbookError(
                Message("seat {seat} could play {twice} a second time to one trick", seat=seat, twice=twice)
            )
        turn = self._turn(game, seat)
        if not turn.moves:
            raise TrickbookError(
                Message(
                    "the game is stuck: {phase} waits for seat {seat}, which has no move",
                    phase=game.phase,
                    seat=seat,
                )
            )
        return self._struck(game).apply(seat, self.bots[seat](turn))

    def _turn(self, game: Game, seat: int) -> Turn:
        """Return what a bot decides by; its chance comes from the seed and the moves so far."""
        return turn_of(self.rules, game, seat, stream(stream(game.seed, 0), self._moves + 1))

    # What happens

    def _apply(self, seat: int, after: Game) -> None:
        events = after.events(self.game, self.seat)
        self.game, self._moves = after, self._moves + 1
        self.keeper.keep(after, own=seat == self.seat)
        self._tell(events, seat)
        self._moved.set()

    def _tell(self, events: Sequence[Mapping[str, Any]], seat: int | None = None, note: str = "") -> None:
        view, rests = seat_view(self.game, self.seat, self.language), self.game.turn in (None, self.seat)
        self._news.put_nowait(TableUpdate(view, self.seats, seat, events, self.match, rests, note))

    def _reason(self, move: str, error: MoveError) -> Mapping[str, Any] | None:
        """The clause that forbids a move, as it is told of a card of it."""
        why = seat_view(self.game, self.seat, self.language)["why"]
        known = next((why[card] for card in (move, *move.split()) if card in why), None)
        if known or error.clause is None:
            return known
        return {"name": error.clause.entry.name, "says": None, "place": "", "source": []}

    def _struck(self, game: Game) -> Game:
        """The game after what is announced by the clock."""
        minutes = (monotonic() - self._begun) / 60
        for fact, due in game.due.items():
            if due is not None and minutes >= due:
                game = game.announce(fact)
        return game


def move_count(game: Game) -> int:
    """Return how many moves the seats have made in a match."""
    tricks = game.engine.trick_steps
    deals = [*((past.log, past.tricks) for past in game.state.match.history)]
    if not game.state.match.over:
        deals.append((game.state.log, game.state.done))
    said = sum(move.seat is not None and move.step not in tricks for log, _ in deals for move in moves(log))
    return said + sum(len(trick.plays) for _, done in deals for trick in done) + len(game.state.plays)


def _sitter(about: Mapping[str, Any], names: Sequence[str], seat: int, *, own: bool) -> dict[str, Any]:
    """Return the name at a seat: the user's, or a bot's, which is the ruleset's name for the seat, if any."""
    called = about["seats"][seat] if about["seats"] else None
    return {
        "name": called,
        "plays": "person" if own else "bot",
        "bot": None if own else names[seat],
        "here": True,
    }
