"""Connections to a table, and the frames that they carry; public parts are encoded once."""

from __future__ import annotations

import asyncio
from collections import deque
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from trickbook.game.events import seat_events
from trickbook.game.view import public
from trickbook.replays import sealed_deals
from trickbook.seat import about, seat_view
from trickbook.server import PROTOCOL, closing, encoded
from trickbook.server.table import BOT, LoggedMove, Request, TableState
from trickbook.server.table.cutting import last_cut, next_seal
from trickbook.texts.catalogue import in_language
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Collection, Mapping

    from trickbook.ruleset import Ruleset
    from trickbook.server.limits import ServerLimits


class Opened(NamedTuple):
    """Which client opened a connection, by the name it drew for itself, and for which time."""

    client: str
    attempt: int


class Connection:
    """A connection of a seat or a spectator."""

    __slots__ = (
        *("_awake", "_characters", "_waiting", "client", "closed", "key"),
        *("lang", "limits", "opened", "seat", "last_view"),
    )

    def __init__(
        self, seat: int | None, lang: str, limits: ServerLimits, key: str = "", opened: Opened | None = None
    ) -> None:
        """Start a connection; ``last_view`` is the private part of the view it received last.

        ``key`` is the hash of the seat's token: once the seat has another token, it belongs to somebody else.
        ``client`` is the address of the client, by which its questions take turns.
        """
        self.seat, self.lang, self.limits, self.key, self.opened = seat, lang, limits, key, opened
        self.client = ""
        self.last_view: Mapping[str, Any] | None = None
        self.closed = False
        self._waiting: deque[str] = deque()
        self._characters = 0
        self._awake: asyncio.Future[None] | None = None

    def came_late(self, newer: Connection) -> bool:
        """Return whether the same client opened another connection after this one."""
        mine, other = self.opened, newer.opened
        return mine is not None and other is not None and mine.client == other.client and mine < other

    def enqueue(self, text: str) -> None:
        """Queue a frame; too many unread frames close the connection."""
        if self.closed:
            return
        self._waiting.append(text)
        self._characters += len(text)
        if len(self._waiting) > self.limits.frames or self._characters > self.limits.characters:
            self._waiting.clear()
            self.close("too-slow", Message("you read too slowly"))
        self._wake()

    def tell(self, message: Mapping[str, Any]) -> None:
        """Queue a message, in the language of the client."""
        self.enqueue(encoded(localized(message, self.lang)))

    def close(self, code: str, message: Message) -> None:
        """Queue the last message."""
        if not self.closed:
            self._waiting.append(encoded(localized(closing(code, message), self.lang)))
            self.closed = True
            self._wake()

    def _wake(self) -> None:
        if self._awake is not None and not self._awake.done():
            self._awake.set_result(None)

    async def send(self, out: Callable[[str], Awaitable[None]]) -> None:
        """Send the queued frames, until the last message is sent."""
        while True:
            while self._waiting:
                text = self._waiting.popleft()
                self._characters -= len(text)
                await out(text)
            if self.closed:
                return
            self._awake = asyncio.get_running_loop().create_future()
            await self._awake


def with_connection(connections: set[Connection], new: Connection) -> set[Connection]:
    """Return the connections with a new one in place of an older one of its seat, which is closed.

    If the new one came late it is closed instead, and none are returned.
    """
    others = {one for one in connections if one.seat == new.seat is not None}
    late = any(new.came_late(other) for other in others)
    for one in [new] if late else others:
        one.close("elsewhere", Message("you have come to the table elsewhere"))
    return set() if late else connections - others | {new}


def localized(message: Mapping[str, Any], lang: str) -> Mapping[str, Any]:
    """A message with its sentence, if it has one, in a language."""
    return {**message, "message": in_language(message["message"], lang)} if "code" in message else message


MISSED_MOVES: Final = 200
LISTED_SEALS: Final = 100
"""The most moves and seals in a frame, so that it is short after however many; records have them all."""


def public_view(table: TableState) -> Mapping[str, Any]:
    """The public part of the view; empty without a game."""
    return {} if table.game is None else public(table.game)


def private_view(
    table: TableState, seat: int | None, lang: str, common: Mapping[str, Any]
) -> Mapping[str, Any]:
    """The part of the view that only a seat receives."""
    if table.game is None:
        return {}
    whole = seat_view(table.game, seat, lang, common)
    return {key: value for key, value in whole.items() if key not in common}


def welcome(table: TableState, seat: int | None, lang: str) -> str:
    """The first frame of a connection."""
    head = {"type": "welcome", "protocol": PROTOCOL, "table": table.name, "seat": seat}
    head["take_back"] = table.take_back
    return f'{encoded(head)[:-1]},"about":{_about(table.rules, len(table.seats), lang)}}}'


@lru_cache(maxsize=256)
def _about(rules: Ruleset, players: int, lang: str) -> str:
    return encoded(about(rules, players, lang))


def seats(table: TableState, here: Collection[int], replaced: Collection[int], watching: int) -> str:
    """Return who sits where; ``here`` are the connected seats, ``replaced`` those with a substitute."""
    return encoded(
        {
            "type": "seats",
            "seats": [
                {
                    "name": seat.name,
                    "plays": seat.plays,
                    "bot": seat.bot if seat.plays == BOT or place in replaced else None,
                    "here": seat.plays == BOT or place in here,
                }
                for place, seat in enumerate(table.seats)
            ],
            "watching": watching,
        }
    )


def state(table: TableState, seat: int | None, view: Mapping[str, Any], seen: int) -> str:
    """Everything that a seat may know now, and the last moves that it missed since ``seen``."""
    return encoded(
        {
            "type": "state",
            "seq": table.seq,
            "match": table.match,
            "view": view or None,
            "seals": seals(table),
            "coming": next_seal(table),
            "cut": cut(table),
            "opened": opened_seal(table, len(table.game.deals) if table.game else 0),
            "missed": [_missed(moved, seat) for moved in table.log[-MISSED_MOVES:] if moved.seq > seen],
        }
    )


def take_back(request: Request) -> str:
    """What is asked, or has come, of taking back."""
    return encoded({"type": "take_back", **request._asdict(), "waits": sorted(request.waits)})


def phrase(seat: int, key: str) -> str:
    """A phrase that a player says; each client shows it in its language."""
    return encoded({"type": "phrase", "seat": seat, "phrase": key})


def seals(table: TableState) -> dict[str, str]:
    """The seals of the last deals drawn so far."""
    last = sorted(table.sealed)[-LISTED_SEALS:]
    return {str(deal): sealed_deals.seal(deal, table.sealed[deal]) for deal in last}


def cut(table: TableState) -> dict[str, Any] | None:
    """The deal whose pack is cut, with the hashes and the cuts as soon as all of them are there."""
    found = last_cut(table)
    if found is None:
        return None
    match, deal, sealed = found
    return {
        "match": match,
        "deal": deal,
        "seal": sealed_deals.seal(deal, sealed),
        "hashes": sealed.hashes or None,
        "cuts": sealed.cuts or None,
    }


def pack_cut(table: TableState) -> str:
    """The frame that tells how far the pack is cut."""
    return encoded({"type": "cut", "cut": cut(table)})


def opened_seal(table: TableState, deal: int) -> dict[str, Any]:
    """Return what the seal of a finished deal covered, and the cuts."""
    one = table.sealed.get(deal)
    return {} if one is None or not deal else {str(deal): one._asdict()}


def _missed(moved: LoggedMove, seat: int | None) -> dict[str, Any]:
    """A move as a seat is told of it."""
    return {"seq": moved.seq, "seat": moved.seat, "events": seat_events(moved.events, seat)}


class PublicChange(NamedTuple):
    """The public change of a move: the public view, and the parts of the frame that all receive."""

    moved: LoggedMove
    common: Mapping[str, Any]
    written: str
    seals: str


def public_change(before: TableState, after: TableState, known: Mapping[str, Any]) -> PublicChange:
    """Return what the last move changed in public; ``known`` is the public view before it."""
    assert before.game is not None and after.game is not None and after.log  # noqa: PT018, S101 - a move was made
    news = _news(known, public(after.game))
    beside = ""
    if len(after.game.deals) > len(before.game.deals):
        opening = opened_seal(after, len(after.game.deals))
        beside = f',"seals":{encoded(seals(after))},"opened":{encoded(opening)}'
    if after.coming is not before.coming:
        beside += f",{encoded({'coming': next_seal(after)})[1:-1]}"
    return PublicChange(after.log[-1], {**known, **news}, encoded(news)[1:-1], beside)


def _news(known: Mapping[str, Any], now: Mapping[str, Any]) -> dict[str, Any]:
    """The changed keys; unchanged values keep their objects, which saves memory."""
    return {key: value for key, value in now.items() if key not in known or known[key] != value}


def move(
    table: TableState, seat: int | None, lang: str, known: Mapping[str, Any], change: PublicChange
) -> tuple[str, Mapping[str, Any]]:
    """The frame of a move for a seat, and its private view after it; ``known`` is the one before it."""
    news = _news(known, private_view(table, seat, lang, change.common))
    head = encoded({"type": "move", **_missed(change.moved, seat)})[:-1]
    parts = ",".join(filter(None, (change.written, encoded(news)[1:-1] if news else "")))
    return f'{head},"changed":{{{parts}}}{change.seals}}}', {**known, **news} if news else known
