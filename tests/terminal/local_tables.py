"""Seats for tests: a table against bots, and a screen or a conversation at it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import lru_cache
from itertools import takewhile
from time import monotonic
from typing import Any

from textual.pilot import Pilot

import trickbook
from trickbook.bots import BOTS
from trickbook.game import Game
from trickbook.ruleset import Ruleset
from trickbook.terminal.layout import CARD_KEYS, card_style
from trickbook.terminal.line_mode import LineSession
from trickbook.terminal.local_table import LocalTable
from trickbook.terminal.match_recorder import MatchRecorder
from trickbook.terminal.narrator import Narrator
from trickbook.terminal.screen import TableApp
from trickbook.terminal.screen.play_screen import PlayScreen
from trickbook.terminal.screen.screen_state import ScreenState
from trickbook.terminal.selection import Offer, keyed_words

TEST_TIMEOUT = 300
"""So many seconds something may take on the slowest machine."""


@lru_cache
def rules_of(name: str, players: int | None = None, options: tuple[tuple[str, Any], ...] = ()) -> Ruleset:
    """A ruleset, read once."""
    return trickbook.load(name, dict(options), players=players)


def local_table(  # noqa: PLR0913 - a table is all of these
    name: str,
    seed: int = 7,
    *,
    seat: int = 0,
    language: str = "en",
    players: int | None = None,
    game: Game | None = None,
    keeper: MatchRecorder | None = None,
    options: Mapping[str, Any] | None = None,
) -> LocalTable:
    """A table against ducks."""
    rules = rules_of(name, players, tuple((options or {}).items()))
    game = game or rules.new_game(players, seed=seed)
    names = ["duck"] * len(game.scores)
    keeper = keeper or MatchRecorder(None, lambda _path, _text: None)
    bots = [BOTS[one] for one in names]
    return LocalTable(rules, game, keeper, seat=seat, bots=bots, names=names, language=language)


@asynccontextmanager
async def seated(table: LocalTable, size: tuple[int, int] = (80, 24)) -> AsyncIterator[Player]:
    """A screen at a table, on a terminal of a size."""
    app = TableApp(table, table.language, pace=0)
    async with table, app.run_test(size=size) as pilot:
        yield Player(app, pilot)
    if app.error:
        raise app.error


class Player:
    """Somebody who sits at the screen: looks, waits, presses keys."""

    def __init__(self, app: TableApp, pilot: Pilot[None]) -> None:
        """Sit down."""
        self.app, self.pilot = app, pilot

    @property
    def board(self) -> PlayScreen:
        """The table on the screen."""
        return self.app.board

    @property
    def scene(self) -> ScreenState:
        """What is shown."""
        assert self.board.state
        return self.board.state

    @property
    def offer(self) -> Offer:
        """What may be chosen."""
        assert self.scene.offer
        return self.scene.offer

    async def until(self, seen: Callable[[], object]) -> None:
        """Wait for something to be seen."""
        end = monotonic() + TEST_TIMEOUT
        while not seen():
            assert monotonic() < end, f"this was not seen:\n{self.text()}"
            await asyncio.sleep(0.005)
        await self.pilot.pause()

    async def turn(self) -> None:
        """Wait until it is one's turn."""
        await self.until(lambda: self.board.state and self.board.state.offer)

    async def press(self, *keys: str) -> None:
        """Press keys."""
        await self.pilot.press(*keys)

    async def sees(self, *some: str) -> None:
        """Wait for words to be seen."""
        await self.until(lambda: all(one in self.text() for one in some))

    def text(self) -> str:
        """The screen as text."""
        lines = self.app.screen._compositor.render_strips()  # noqa: SLF001 - nothing else gives them
        return "\n".join(strip.text.rstrip() for strip in lines)

    def keys(self, move: str) -> list[str]:
        """The keys that choose a move."""
        offer, found = self.offer, list[int]()
        if move in offer.words:
            if offer.kind != "answer":
                return ["full_stop"]
            keyed = keyed_words(offer)
            return [CARD_KEYS[keyed.index(move)]] if move in keyed else typed_keys(offer, move)
        for card in move.split():
            found.append(next(p for p, held in enumerate(offer.cards) if held == card and p not in found))
        return [CARD_KEYS[place] for place in found]


def typed_keys(offer: Offer, bid: str) -> list[str]:
    """The digits that choose a bid: those of its level, the last one again for each bid below it there."""
    level = "".join(takewhile(str.isdigit, bid))
    if level == bid:
        return [*level]
    there = [word for word in offer.words if word.startswith(level) and word not in offer.why]
    there = [word for word in there if not word[len(level)].isdigit()]
    return [*level, *level[-1] * there.index(bid)]


def conversation(table: LocalTable, lines: Sequence[str]) -> str:
    """What is written at a table in plain mode, when these lines are typed."""
    written: list[str] = []
    typed = iter([*(f"{line}\n" for line in lines), ""])

    def voiced(update: Any) -> Narrator:
        return Narrator(
            table.language, table.about, card_style(table.about, signs=False), table.seat, update.seats
        )

    async def hold() -> None:
        async with table:
            await LineSession(table, voiced, written.append, echo=True).hold(lambda: next(typed))

    asyncio.run(hold())
    return "".join(written)
