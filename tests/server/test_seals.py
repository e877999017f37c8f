"""The seal of every deal, including the first of a match, is published before its cards."""

from __future__ import annotations

import asyncio
import json
import random
from contextlib import closing, suppress
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

from tests.server.local_server import LONG, serving
from tests.server.stores import full_table, moves
from tests.server.test_table import first

from trickbook.replays.sealed_deals import opened_seals, verify_deals
from trickbook.seat.rules_request import RulesRequest
from trickbook.server.client import RefusedError, RemoteSeat, Ticket, request, take_seat
from trickbook.server.store import select, write
from trickbook.server.store.restore import restored
from trickbook.server.store.store import open_store
from trickbook.server.table import match_over, seat_changes

SEATS = ["me", "open", "duck"]


def laid(url: str) -> dict[str, Any]:
    """What whoever lays a table is told."""
    body = {"game": "hearts", "players": 3, "options": {"target": 1}, "name": "Ann", "seats": SEATS}
    wish = Request(f"{url}/api/tables", json.dumps(body).encode(), {"Content-Type": "application/json"})  # noqa: S310 - it is ours
    with urlopen(wish, timeout=LONG) as answer:  # noqa: S310 - likewise
        return dict(json.load(answer))


async def ended(seat: RemoteSeat) -> None:
    """Play a match to its end; Ben has left."""
    async for _ in seat.heard():
        view = seat.known.view or {}
        if not view["actors"]:
            return
        if seat.known.seat in view["actors"]:
            with suppress(RefusedError):
                await seat.play(first(view))


async def a_match(url: str, made: dict[str, Any]) -> str:
    """Two sit down, one of them plays; the seal of the match that would come then."""
    ann = Ticket(url, made["table"], 0, made["token"])
    async with RemoteSeat(ann) as one:
        assert (one.known.view, one.known.seals, one.known.coming) == (None, {}, made["coming"])
        assert (await request(url, f"/api/tables/{ann.table}"))["coming"] == made["coming"]
        async with RemoteSeat(await take_seat(url, ann.table, "Ben")) as other:
            assert (other.known.seals["1"], other.known.coming) == (made["coming"], None)
            await other.ask("leave")
        await ended(one)
        assert one.known.coming
        assert one.known.coming not in one.known.seals.values()
        return one.known.coming


async def another(url: str, made: dict[str, Any], coming: str) -> None:
    """Another match, of which the seal was seen before the server was started again."""
    ann = Ticket(url, made["table"], 0, made["token"])
    async with RemoteSeat(ann) as one:
        assert one.known.coming == coming
        await one.ask("again")
        assert (one.known.match, one.known.seals["1"]) == (2, coming)
        assert not one.known.coming
    record = await request(url, f"/api/tables/{ann.table}/record?match=1")
    assert opened_seals(record)[1].seal == made["coming"]
    assert set(verify_deals(record).values()) == {None}


def test_the_first_deal_of_each_match_is_sealed_before_it_begins(tmp_path: Path) -> None:
    with serving(tmp_path) as url:
        made = laid(url)
        coming = asyncio.run(a_match(url, made))
    with serving(tmp_path) as url:
        asyncio.run(another(url, made, coming))


def test_a_table_that_was_stored_without_such_a_deal_begins_all_the_same(tmp_path: Path) -> None:
    made = seat_changes.new_table(RulesRequest("hearts", None, players=3), {"name": "Ann", "seats": SEATS})
    with closing(open_store(tmp_path)) as kept:
        write(kept.writing, [row for row in made.update.rows if row.statement != "deal"])
        live = restored(kept.reading, made.update.table.name)
        assert live is not None
        assert live.coming is None
        begun = seat_changes.settled(seat_changes.sit(live, None, "Ben", "token"), wait=False)
        write(kept.writing, begun.rows)
        again = restored(kept.reading, live.name)
    assert again is not None
    assert again.sealed == begun.table.sealed
    assert sorted(again.sealed) == [1, 2]


def test_a_match_without_its_last_move_and_its_record_goes_on_before_it(tmp_path: Path) -> None:
    """The first deal of the next match is drawn again: nobody has seen a card of it."""
    rng = random.Random(2)  # noqa: S311 - any moves will do
    wish = RulesRequest("hearts", None, options={"target": 1}, players=3)
    made = full_table(wish, {"name": "Ann", "seats": ["me", "duck", "duck"]})
    with closing(open_store(tmp_path)) as kept:
        write(kept.writing, made.update.rows)
        for live, more in moves(made.update.table, rng, 2000):
            write(kept.writing, more)
            if match_over(live):
                break
        again = restored(kept.reading, live.name)
        assert again is not None
        assert again.coming == live.coming
        kept.writing.execute("UPDATE moves SET move = 'x' WHERE seq = (SELECT max(seq) FROM moves)")
        kept.writing.execute("DELETE FROM records")
    with closing(open_store(tmp_path)) as kept:
        torn = restored(kept.reading, live.name)
        assert torn is not None
        assert (torn.seq, torn.coming) == (live.seq - 1, None)
        assert torn.game is not None
        assert torn.game.actors
        assert not select(kept.reading, "SELECT * FROM records")


def test_a_damaged_deal_that_nobody_has_seen_is_drawn_anew(tmp_path: Path) -> None:
    made = seat_changes.new_table(RulesRequest("hearts", None, players=3), {"name": "Ann", "seats": SEATS})
    with closing(open_store(tmp_path)) as kept:
        write(kept.writing, made.update.rows)
        kept.writing.execute("UPDATE deals SET nonce = substr(nonce, 2) || 'x'")
    with closing(open_store(tmp_path)) as kept:
        live = restored(kept.reading, made.update.table.name)
        assert live is not None
        assert live.coming is not None
        assert live.coming != made.update.table.coming
        assert seat_changes.settled(seat_changes.sit(live, None, "Ben", "token"), wait=False).begun
