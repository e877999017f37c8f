"""The line mode: a table for screen readers, simple terminals and pipes."""

from __future__ import annotations

import asyncio
import sys
import threading
from typing import TYPE_CHECKING, Any, Final

from trickbook.problems import visible
from trickbook.terminal import line_commands, line_texts, on_exit_signal
from trickbook.terminal.layout import card_style
from trickbook.terminal.narrator import Narrator

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from trickbook.terminal import TableInterface, TableUpdate

PROMPT: Final = "> "


class _LineReader:
    """The lines that somebody types, one by one, whenever they come; None once no more come."""

    def __init__(self, read: Callable[[], str]) -> None:
        """Read on in a thread of its own, which nobody waits for."""
        self._loop = asyncio.get_running_loop()
        self._typed: asyncio.Queue[str | None] = asyncio.Queue()
        threading.Thread(target=self._follow, args=(read,), daemon=True).start()

    def _follow(self, read: Callable[[], str]) -> None:
        try:
            while line := read():
                self._loop.call_soon_threadsafe(self._typed.put_nowait, line.rstrip("\r\n"))
            self._loop.call_soon_threadsafe(self._typed.put_nowait, None)
        except (OSError, RuntimeError, ValueError):  # the table is gone, or what was read from
            return

    async def next(self) -> str | None:
        """The next line."""
        return await self._typed.get()


class LineSession:
    """A conversation at a table; ``voiced`` speaks of those who sit there, ``write`` puts it down."""

    def __init__(
        self,
        table: TableInterface,
        voiced: Callable[[TableUpdate], Narrator],
        write: Callable[[str], None],
        *,
        echo: bool,
    ) -> None:
        """Begin it; what is typed is written down as well, if it has no ``echo`` of its own."""
        self.table, self.voiced, self.write, self.echo = table, voiced, write, echo
        self.update: TableUpdate | None = None
        self.open = self.prompted = False
        self.asked: object = None
        self.asked_steps: set[tuple[int, int, str]] = set()

    async def hold(self, read: Callable[[], str]) -> None:
        """Talk until somebody leaves, or no more lines come."""
        lines = _LineReader(read)
        coming: asyncio.Future[TableUpdate] = asyncio.ensure_future(self.table.next())
        typed: asyncio.Future[str | None] | None = None
        try:
            while True:
                if self.open and not self.prompted:
                    self.write(PROMPT)
                    self.prompted = True
                if typed is None and (self.open or self._listens()):
                    typed = asyncio.ensure_future(lines.next())
                await asyncio.wait(_waiting(coming, typed), return_when=asyncio.FIRST_COMPLETED)
                if coming.done():
                    self._hear(coming.result())
                    coming = asyncio.ensure_future(self.table.next())
                elif typed:
                    line, typed = typed.result(), None
                    if not await self._typed(line):
                        return
        finally:
            self.say(*[""] * self.prompted)
            for one in _waiting(coming, typed):
                one.cancel()

    def _listens(self) -> bool:
        """Return whether a person may type although nothing is asked: while nobody here is to move."""
        return self.update is not None and self.update.rests and not self.echo

    async def _typed(self, line: str | None) -> bool:
        """Answer a line, or its lack; whether the talk goes on."""
        self.prompted = False
        self.write("\n" if line is None else f"{line}\n" if self.echo else "")
        return line is not None and await self._answer(line)

    # What the table says

    def _hear(self, update: TableUpdate) -> None:
        """Tell what has happened, and what is asked."""
        narrator, before = self.voiced(update), self.update
        if before is None:
            self.say(*line_texts.welcome_lines(narrator), *filter(None, [self.table.note]))
        self.say(*filter(None, [update.note]), *line_texts.event_lines(narrator, update))
        if update.request and (before is None or update.request != before.request):
            self.say(*line_texts.request_lines(narrator, update.request))
        self.update = update
        idle = update.view["phase"] in ("", "over") or self.table.seat is None
        wanted = update.request is not None and self.table.seat in update.request.waits
        self.open = update.rests and (update.view["asks"] is not None or idle or wanted)
        if self.open and not update.view["phase"]:
            empty = any(sitter["plays"] == "nobody" for sitter in update.seats)
            self.say(narrator.waits(update.view), *([narrator.say("fill")] if empty else []))
        asked = update.view["asks"], update.view["legal"], update.view["choose"]
        if self.open and asked != self.asked and update.view["asks"]:
            step = update.match, update.view["deal"], update.view["asks"]["step"]
            self.say(*line_texts.question_lines(narrator, update.view, again=step in self.asked_steps))
            self.asked = asked
            self.asked_steps.add(step)
        if not update.view["asks"]:
            self.asked = None

    def say(self, *lines: str) -> None:
        """Say something, in lines of their own; an open prompt ends first."""
        for line in lines:
            self.write(f"\n{line}\n" if self.prompted and line else f"{line}\n")
            self.prompted = False

    # What is said to it

    async def _answer(self, line: str) -> bool:
        """Answer what was typed; whether the talk goes on."""
        assert self.update  # noqa: S101 - the first update comes before any line
        narrator, view = self.voiced(self.update), self.update.view
        move = line_commands.parsed_move(narrator, view, line) if view["asks"] else None
        if move is not None:
            await self._play(narrator, view, move)
            return True
        command, rest = line_commands.parsed_command(narrator, line) or ("", line)
        if command == "quit":
            return False
        if not command:
            self.say(*line_commands.unknown_input_lines(narrator, view, line.strip()))
            return True
        await self._asked_for(narrator, view, command, rest)
        return True

    async def _play(self, narrator: Narrator, view: Mapping[str, Any], move: str) -> None:
        refusal = await self.table.play(move)
        if refusal is None:
            self.open, self.asked = False, None
            self.update = self.update and self.update._replace(rests=False)
            return
        self.say(line_texts.refusal_text(narrator, view, move, refusal))

    async def _asked_for(self, narrator: Narrator, view: Mapping[str, Any], command: str, rest: str) -> None:
        """Tell what is asked for by a word."""
        if command == "hint":
            advice = await self.table.hint()
            self.say(*line_texts.hint_lines(narrator, view, advice))
        elif command == "points":
            self.say(*(await line_commands.points_lines(narrator, view, self.table, rest)))
        elif command == "rulebook":
            self.say(*(await line_commands.rulebook_lines(narrator, self.table)))
        elif command == "record":
            self.say(await line_commands.record_line(narrator, self.table))
        elif command in ("say", "mute"):
            self.say(*(await line_commands.TALK[command](narrator, self.table, rest)))
        elif command in line_commands.WISHES:
            refusal = await line_commands.WISHES[command](self.table)
            self.say(*([visible(refusal.message)] if refusal else []))
            self.open = refusal is not None
        else:
            self.say(*line_commands.COMMANDS[command](narrator, view, rest))


def _waiting(*some: asyncio.Future[Any] | None) -> list[asyncio.Future[Any]]:
    return [one for one in some if one]


def run_in_lines(table: TableInterface, language: str) -> None:
    """Talk at a table, over standard input and output; what comes from a pipe is written down, too."""

    def voiced(update: TableUpdate) -> Narrator:
        return Narrator(language, table.about, card_style(table.about, signs=False), table.seat, update.seats)

    async def hold() -> None:
        here = asyncio.current_task()
        async with table:
            with on_exit_signal(lambda: here and here.cancel()):
                session = LineSession(table, voiced, write_text, echo=not sys.stdin.isatty())
                await session.hold(sys.stdin.readline)

    try:
        asyncio.run(hold())
    except asyncio.CancelledError:
        raise KeyboardInterrupt from None


def write_text(text: str) -> None:
    """Write a text to standard output at once."""
    sys.stdout.write(text)
    sys.stdout.flush()
