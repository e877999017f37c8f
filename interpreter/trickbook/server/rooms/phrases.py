"""Phrases: what players say to their table, by the keys of ready sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from trickbook.server.rooms import frames
from trickbook.server.table import match

if TYPE_CHECKING:
    from collections.abc import Mapping

    from trickbook.server.rooms.room import Room
    from trickbook.server.table.match import Requester


def spoken(room: Room, requester: Requester, phrase: str) -> Mapping[str, Any]:
    """Say a phrase to everybody at a table, spectators too; the answer to who says it."""
    room.tell_all(frames.phrase(requester.seat, phrase))
    return match.accepted(requester.id, room.table.seq)
