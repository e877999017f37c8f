"""Taking back over the network: where it is allowed, and together with the cuts of the pack."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.server.local_server import FREELY, LONG, serving
from tests.server.raw_client import status, until
from tests.server.test_table import first

from trickbook.cli.program import program
from trickbook.server.client import RefusedError, RemoteSeat, Ticket, create_table, request, take_seat


def test_only_unlisted_tables_take_back(url: str) -> None:
    for wish, code in (
        ({"take_back": True}, 400),
        ({"take_back": True, "listed": True}, 400),
        ({"take_back": "yes", "listed": False}, 400),
        ({"take_back": True, "listed": False}, 201),
    ):
        body = json.dumps({"game": "hearts", "name": "Ann", **wish}).encode()
        assert status(url, "/api/tables", body) == code


def test_two_programs_take_back_over_the_network(url: str) -> None:
    async def held(url: str) -> None:
        wish = {"game": "german-whist", "listed": False, "take_back": True}
        ann = await create_table(url, name="Ann", **wish)
        ben = await take_seat(url, ann.table, "Ben", invitation=ann.invitation)
        async with RemoteSeat(ann) as one, RemoteSeat(ben) as other:
            await until(one, lambda: bool(one.known.view and one.known.view["actors"]))
            seats = {0: one, 1: other}
            mover = seats[one.known.view["actors"][0]]  # type: ignore[index]
            answerer = seats[1 - mover.known.seat]  # type: ignore[operator]
            await until(mover, lambda: bool(mover.known.view and mover.known.view["legal"]))
            before = mover.known.view
            seq = await mover.play(first(before))
            await mover.take_back()
            async for message in answerer.heard():
                if message["type"] == "take_back":
                    await answerer.agree(message["to"])
                    break
            await until(mover, lambda: mover.known.seq == seq + 1)
            assert mover.known.view == before
            with pytest.raises(RefusedError):
                await mover.take_back()

    asyncio.run(held(url))


def test_a_stranger_can_take_nothing_back(url: str) -> None:
    async def held(url: str) -> None:
        ann = await create_table(url, game="hearts", name="Ann", listed=False, take_back=True)
        async with RemoteSeat(Ticket(url, ann.table, None, ann.invitation)) as watching:
            for ask in (watching.take_back(), watching.agree(0)):
                with pytest.raises(RefusedError, match="spectators"):
                    await ask

    asyncio.run(held(url))


async def played(seat: RemoteSeat, backs: int) -> dict[int, int]:
    """Play a match, agree to all, and ask so often in the first deals; returns how often each went back."""
    asked, done = dict.fromkeys((1, 2), 0), dict.fromkeys((1, 2), 0)
    async for message in seat.heard():
        view, waiting = seat.known.view, seat.known.request
        if view is None:
            continue
        done[view["deal"]] = done.get(view["deal"], 0) + (message.get("outcome") == "done")
        if view["phase"] == "over":
            break
        with suppress(RefusedError):
            if waiting:  # nobody plays on before all have agreed
                if seat.known.seat in waiting["waits"]:
                    await seat.agree(waiting["to"])
            elif message.get("seq") == seat.known.seq and seat.known.seat in view["actors"]:
                await seat.play(first(view))
                if asked.get(view["deal"], backs) < backs:
                    asked[view["deal"]] += 1
                    await seat.take_back()
    return done


def test_a_deal_that_was_cut_goes_back_and_the_next_is_cut(tmp_path: Path) -> None:
    """Both are dealt as they were cut, for those who played and for who reads the record."""

    async def held(url: str) -> tuple[RemoteSeat, dict[int, int], str]:
        options = {"target": 27, "passing": "hold"}
        wish = {"players": 3, "options": options, "seats": ["me", "open", "duck"], "listed": False}
        ann = await create_table(url, game="hearts", name="Ann", take_back=True, **wish)
        ben = await take_seat(url, ann.table, "Ben", invitation=ann.invitation)
        async with asyncio.timeout(LONG), RemoteSeat(ann) as one, RemoteSeat(ben) as other:
            done, _ = await asyncio.gather(played(one, 1), played(other, 0))
            record = await request(url, f"/api/tables/{ann.table}/record?match=1", key=ann.token)
        return one, done, str(record)

    with serving(tmp_path, FREELY._replace(cutting=LONG)) as url:
        one, done, record = asyncio.run(held(url))
    assert done[1] > 0
    assert done[2] > 0
    assert one.cuts.doubts == {}
    for deal in (1, 2):
        assert one.cuts.checked[1, deal].own
    (path := tmp_path / "match.record").write_text(record, "utf-8")
    own = [f"--cut={deal}={one.cuts.noted[1, deal].number}" for deal in (1, 2)]
    result = CliRunner().invoke(program, ["verify-deal", str(path), *own])
    assert result.exit_code == 0, result.output
