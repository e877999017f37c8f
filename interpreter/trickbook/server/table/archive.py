"""The archive entries of a finished match: one for all, and one for each person who played."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from trickbook.server.table.names import appearance
from trickbook.server.table.state import BOT, PERSON, Row

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickbook.server.table.state import TableState

EVERYBODY: Final = ""
"""The player of the entry by which a match is found without a name; it tells what is shown of the match."""


def archive_rows(table: TableState, ended: float) -> Iterator[Row]:
    """Yield the entries of a match that has just ended; a table that is not listed has none."""
    if not table.listed or table.game is None:
        return
    seats = [
        {"name": seat.name, "plays": seat.plays, "bot": seat.bot if seat.plays == BOT else None}
        for seat in table.seats
    ]
    told = {"title": table.rules.title, "seats": seats, "winners": list(table.game.winners)}
    people = {appearance(seat.name) for seat in table.seats if seat.plays == PERSON}
    for player in (EVERYBODY, *sorted(people)):
        text = json.dumps(told, ensure_ascii=False) if player == EVERYBODY else ""
        yield Row("archive", (table.name, table.match, player, int(ended), table.rules.name, text))
