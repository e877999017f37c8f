"""Streams: what each seat, and who looks on, is told, as frames; what is public is written once."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from trickbook import sealing
from trickbook.server.live import BOT, Live, Moved
from trickbook.server.messages import PROTOCOL, frame
from trickbook.sitting import about, told
from trickbook.view import public

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from trickbook.ruleset import Ruleset


class Told(NamedTuple):
    """What somebody was told last: what is public, and what is only theirs."""

    common: Mapping[str, Any]
    own: Mapping[str, Any]


def view(live: Live, seat: int | None, lang: str, common: Mapping[str, Any] | None = None) -> Told:
    """What a seat is told of the game as it stands; with no game, nothing."""
    if live.game is None:
        return Told({}, {})
    common = public(live.game) if common is None else common
    whole = told(live.game, seat, lang, common)
    return Told(common, {key: value for key, value in whole.items() if key not in common})


def welcome(live: Live, seat: int | None, lang: str) -> str:
    """What whoever comes to a table is told first."""
    head = {"type": "welcome", "protocol": PROTOCOL, "table": live.name, "seat": seat}
    return f'{frame(head)[:-1]},"about":{_about(live.rules, len(live.seats), lang)}}}'


@lru_cache(maxsize=256)
def _about(rules: Ruleset, players: int, lang: str) -> str:
    return frame(about(rules, players, lang))


def seats(live: Live, here: Collection[int], replaced: Collection[int], watching: int) -> str:
    """Who sits where; ``here`` are the seats that are connected, ``replaced`` those a bot plays for."""
    return frame(
        {
            "type": "seats",
            "seats": [
                {
                    "name": seat.name,
                    "plays": seat.plays,
                    "bot": seat.bot if seat.plays == BOT or place in replaced else None,
                    "here": seat.plays == BOT or place in here,
                }
                for place, seat in enumerate(live.seats)
            ],
            "watching": watching,
        }
    )


def state(live: Live, seat: int | None, now: Told, seen: int) -> str:
    """Everything that a seat may know now, and what it has missed since it last looked."""
    return frame(
        {
            "type": "state",
            "seq": live.seq,
            "match": live.match,
            "view": {**now.common, **now.own} or None,
            "seals": seals(live),
            "opened": _opened(live, len(live.game.deals) if live.game else 0),
            "missed": [_missed(moved, seat) for moved in live.log if moved.seq > seen],
        }
    )


def seals(live: Live) -> dict[str, str]:
    """The seals of all deals that were drawn."""
    return {str(deal): sealing.seal(deal, one) for deal, one in live.sealed.items()}


def _opened(live: Live, deal: int) -> dict[str, Any]:
    """What lay under the seal of a finished deal."""
    one = live.sealed.get(deal)
    return {} if one is None or not deal else {str(deal): {"nonce": one.nonce, "orders": list(one.orders)}}


def _missed(moved: Moved, seat: int | None) -> dict[str, Any]:
    return {"seq": moved.seq, "seat": moved.seat, "step": moved.step, "said": _said(moved, seat)}


def _said(moved: Moved, seat: int | None) -> str | None:
    """What a seat hears of a move: its own wholly."""
    return moved.said if seat is not None and moved.seat == seat else moved.heard


class Change(NamedTuple):
    """What a move has changed for everybody: the public part, and of the frame what is alike for all."""

    moved: Moved
    common: Mapping[str, Any]
    written: str
    seals: str


def change(before: Live, after: Live, common: Mapping[str, Any]) -> Change:
    """What the last move has changed in public; ``common`` is the public part as it was."""
    assert before.game is not None and after.game is not None and after.log  # noqa: PT018, S101 - a move was made
    now = public(after.game)
    changed = {key: value for key, value in now.items() if common.get(key) != value}
    beside = ""
    if len(after.game.deals) > len(before.game.deals):
        opening = _opened(after, len(after.game.deals))
        beside = f',"seals":{frame(seals(after))},"opened":{frame(opening)}'
    return Change(after.log[-1], now, frame(changed)[1:-1], beside)


def move(live: Live, seat: int | None, lang: str, last: Told, public: Change) -> tuple[str, Told]:
    """The frame that tells a seat of a move, by what it was told last; and what it has been told then."""
    now, moved = view(live, seat, lang, public.common), public.moved
    own = frame({key: value for key, value in now.own.items() if last.own.get(key) != value})[1:-1]
    head = frame({"type": "move", **_missed(moved, seat)})[:-1]
    parts = ",".join(filter(None, (public.written, own)))
    return f'{head},"changed":{{{parts}}}{public.seals}}}', now
