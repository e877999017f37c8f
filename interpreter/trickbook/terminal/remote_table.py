"""A seat at a server's table."""

from __future__ import annotations

import asyncio
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote

from trickbook.problems import TrickbookError, visible
from trickbook.seat.texts import texts, translate
from trickbook.server.client import ClientState, RefusedError, RemoteSeat, request
from trickbook.terminal import Advice, Refusal, TableUpdate, server_data
from trickbook.terminal.narrator import seat_label
from trickbook.terminal.server_data import download_record

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
    from pathlib import Path
    from typing import Self

    from trickbook.server.client import Ticket

UPDATE_MESSAGES = ("state", "move", "seats", "lost", "phrase", "take_back")
"""The messages after which there is something new to see, or to say."""

LEAVE_TIMEOUT: Final = 0.5
"""So many seconds the server has to hear that one leaves."""


class RemoteTable:
    """A seat at a table far away; who leaves it for good has a bot play on."""

    seat: int | None
    about: Mapping[str, Any]

    def __init__(self, ticket: Ticket, language: str, note: str = "") -> None:
        """Take up a ticket."""
        self.note = note
        self.seat, self.about = ticket.seat, {}
        self._remote = RemoteSeat(ticket, language, server_data.read_message)
        self._known, self._begun, self._lost, self._late = ClientState(), False, False, False
        self._arrived = False
        self._records: dict[int, Path] = {}
        self._told: set[tuple[int, int]] = set()
        self._muted: set[int] = set()
        self._updates: AsyncIterator[tuple[Mapping[str, Any], ClientState]] | None = None

    async def __aenter__(self) -> Self:
        """Come to the table, and hear what is played there."""
        try:
            with protocol_errors():
                await self._remote.open()
                self._updates = self._remote.updates()
                while not self.about:
                    await self._message()
        except TrickbookError:
            await self._remote.close()
            raise
        return self

    async def __aexit__(self, *_error: object) -> None:
        """Get up: a bot plays on, until one comes back. Where nobody hears it, one goes without a word."""
        with suppress(TrickbookError, TimeoutError):
            if self.seat is not None and not self._lost:
                async with asyncio.timeout(LEAVE_TIMEOUT):
                    await self._remote.ask("leave")
        await self._remote.close()

    async def next(self) -> TableUpdate:
        """Return what happens next."""
        while True:
            message = await self._message()
            self._begun = self._begun or message["type"] == "state"
            muted = message["type"] == "phrase" and message.get("seat") in self._muted
            if self._begun and message["type"] in UPDATE_MESSAGES and not muted:
                break
        if message["type"] == "phrase":
            return self._updated(message)._replace(note=self._spoken(message))
        notes = self._doubts(), self._noted(message["type"]), self._outcome(message)
        return self._updated(message)._replace(note=" ".join(filter(None, notes)))

    def _spoken(self, message: Mapping[str, Any]) -> str:
        """Return who says what; nothing of a phrase that is not known here."""
        with protocol_errors():
            seat = server_data.checked_seat(message["seat"], len(self._known.seats))
            says = texts(self._remote.lang)["phrases"].get(message["phrase"])
            who = seat_label(self._remote.lang, self.seat, self._known.seats, seat or 0)
        return translate(self._remote.lang, "terminal.said", who=who, what=says) if says else ""

    def _outcome(self, message: Mapping[str, Any]) -> str:
        """Return what has come of a request to take back."""
        if message["type"] != "take_back" or message["outcome"] is None:
            return ""
        with protocol_errors():
            request = server_data.checked_request(message, self.about["players"])
            who = seat_label(self._remote.lang, self.seat, self._known.seats, request.seat)
            return translate(self._remote.lang, f"page.back.{message['outcome']}", name=who)

    def _updated(self, message: Mapping[str, Any]) -> TableUpdate:
        """Return how things stand after a message."""
        players = self.about["players"]
        with protocol_errors():
            seats = server_data.checked_seats(self._known.seats, players)
            known = self._known.view or {**self.about["empty"], "seat": self.seat}
            view = server_data.checked_view(known, players)
            seat = server_data.checked_seat(message["seat"] if message["type"] == "move" else None, players)
            events = server_data.checked_events(self._events(message), players)
            waits = self._known.request
            request = server_data.checked_request(waits, players) if waits else None
            return TableUpdate(view, seats, seat, events, match=int(self._known.match), request=request)

    def _events(self, message: Mapping[str, Any]) -> list[Any]:
        """The events of a move, or those that were missed; on arrival, those since the last deal began."""
        if message["type"] == "move":
            return list(message["events"])
        if message["type"] != "state":
            return []
        missed = [event for one in message["missed"] for event in one["events"]]
        arrived, self._arrived = self._arrived, True
        starts = [at for at, event in enumerate(missed) if event["kind"] in ("dealt", "over")]
        return missed if arrived or not starts else missed[starts[-1] :]

    def _doubts(self) -> str:
        """Return what speaks against deals that are over; of each it is told once."""
        checked, lang = self._remote.cuts.checked, self._remote.lang
        wrong = {at: one.doubt for at, one in checked.items() if one.doubt and at not in self._told}
        self._told.update(wrong)
        return " ".join(
            translate(lang, "page.seals.doubt", n=deal, what=translate(lang, f"page.seals.doubts.{doubt}"))
            for (_, deal), doubt in wrong.items()
        )

    def _noted(self, type_: str) -> str:
        """Return what is said of the line to the server, or that a bot fills in."""
        if not self._late and self._replaced():
            self._late = True
            return translate(self._remote.lang, "terminal.late")
        self._late = self._replaced()
        before, self._lost = self._lost, type_ == "lost" or (self._lost and type_ != "state")
        key = {(False, True): "line_down", (True, False): "line_back"}.get((before, self._lost))
        return translate(self._remote.lang, f"terminal.{key}") if key else ""

    def _replaced(self) -> bool:
        """Whether a bot moves for this seat, whose time was up."""
        seats = self._known.seats
        return self.seat is not None and self.seat < len(seats) and bool(seats[self.seat].get("bot"))

    async def _message(self) -> Mapping[str, Any]:
        """The next message, with the state after it; those that come close together come one by one."""
        assert self._updates is not None  # noqa: S101 - one has come
        with protocol_errors():
            message, self._known = await anext(self._updates)
            if message["type"] == "welcome":
                self.about = server_data.checked_about(self._known.about)
                self.seat = server_data.checked_seat(self._known.seat, self.about["players"])
        return message

    async def play(self, move: str) -> Refusal | None:
        """Make a move, or hear why not; it is made once, even if the connection is lost meanwhile."""
        return await self._ask("play", move=move)

    async def hint(self) -> Advice | None:
        """Return what a bot would do in one's place."""
        try:
            answer = await self._remote.ask("hint")
        except RefusedError:
            return None
        with protocol_errors():
            return Advice(visible(answer["move"]), answer["says"] and visible(answer["says"]))

    async def sheet(self, deal: int) -> Mapping[int, Sequence[str]]:
        """Return where the points of each seat in a finished deal come from, in sentences."""
        seats = range(len(self._known.seats))
        answers = {seat: await self._remote.ask("points", seat=seat, deal=deal) for seat in seats}
        with protocol_errors():
            return {seat: [visible(line) for line in one["text"]] for seat, one in answers.items()}

    async def rulebook(self) -> str:
        """The rules of what is played, as the server has them."""
        where = self._remote.ticket
        path = f"/api/tables/{quote(where.table, safe='')}/rulebook?format=text&lang={self._remote.lang}"
        with protocol_errors():
            return str(await request(where.url, path, key=where.token or where.invitation))

    async def record(self) -> Path | None:
        """The file of the match that was over last; it is fetched once."""
        view = self._known.view
        match = int(self._known.match) - (view is None or view["phase"] != "over")
        if match < 1:
            return None
        if match not in self._records:
            called = self.about["ruleset"]
            with protocol_errors():
                self._records[match] = await download_record(self._remote.ticket, called, match)
        return self._records[match]

    async def again(self) -> Refusal | None:
        """Begin another match once this one is over."""
        return await self._ask("again")

    async def say(self, phrase: str) -> Refusal | None:
        """Say a ready phrase to the table, by its key."""
        return await self._ask("phrase", phrase=phrase)

    def mute(self, seat: int) -> bool:
        """Show nothing more of what a seat says, or show it again; returns whether it is muted now."""
        self._muted ^= {seat}
        return seat in self._muted

    async def take_back(self) -> Refusal | None:
        """Ask the others to take back one's last move."""
        return await self._ask("take_back")

    async def agree(self, *, agrees: bool) -> Refusal | None:
        """Answer the request to take back, or hear that there is none."""
        request = self._known.request
        return await self._ask("agree", to=request["to"] if request else 0, agrees=agrees)

    async def fill(self) -> Refusal | None:
        """Let bots have the empty seats."""
        return await self._ask("fill", bot="duck")

    async def _ask(self, what: str, **more: Any) -> Refusal | None:
        try:
            await self._remote.ask(what, **more)
        except RefusedError as error:
            return Refusal(visible(str(error)), server_data.checked_reason(error.reason))
        return None


@contextmanager
def protocol_errors() -> Iterator[None]:
    """Raise TrickbookError where a server breaks the protocol."""
    try:
        yield
    except (AttributeError, ArithmeticError, KeyError, TypeError, ValueError) as error:
        raise TrickbookError(server_data.UNKNOWN_PROTOCOL) from error
