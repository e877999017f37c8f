"""A table over the network, from the lobby to the end of a deal."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path
from typing import Any

from tests.server.local_server import serving

from trickbook.server.client import RefusedError, RemoteSeat, Ticket, create_table, request, take_seat


def first(view: Any) -> str:
    """The first move that a view offers."""
    if view["legal"]:
        return str(view["legal"][0])
    return " ".join(view["choose"]["from"][: view["choose"]["low"]]) or "none"


async def plays(ticket: Ticket, deals: int) -> Any:
    """Play the first move each time until so many deals are over; what the seat knows then."""
    async with RemoteSeat(ticket) as sitting:
        async for message in sitting.heard():
            view = sitting.known.view
            if view is None or message.get("seq") != sitting.known.seq:
                continue
            if len(view["deals"]) >= deals:
                return sitting.known
            if sitting.known.seat in view["actors"]:
                with suppress(RefusedError):  # another may have moved meanwhile
                    await sitting.play(first(view))
    return None


async def tables(url: str, name: str) -> list[Any]:
    """The listed tables of a name."""
    return [table for table in await request(url, "/api/tables") if table["table"] == name]


def test_four_sit_down_and_play_a_deal(url: str) -> None:
    async def table(url: str) -> None:
        ann = await create_table(url, game="chinese-hearts", name="Ann")
        (listed,) = await tables(url, ann.table)
        assert [seat["plays"] for seat in listed["seats"]] == ["person", "nobody", "nobody", "nobody"]
        others = [await take_seat(url, ann.table, name) for name in ("Ben", "Cleo", "Dan")]
        ends = await asyncio.gather(*(plays(ticket, 1) for ticket in (ann, *others)))
        assert len({str(end.view["scores"]) for end in ends}) == 1
        assert [end.seat for end in ends] == [0, 1, 2, 3]
        assert await tables(url, ann.table) == []

    asyncio.run(table(url))


def test_one_plays_against_bots_and_somebody_looks_on(url: str) -> None:
    async def table(url: str) -> None:
        ann = await create_table(url, game="hearts", name="Ann")
        async with RemoteSeat(ann) as sitting:
            assert sitting.known.view is None
            await sitting.ask("fill", bot="duck")
        async with RemoteSeat(Ticket(url, ann.table)) as looking:
            await plays(ann, 1)
            assert looking.known.seat is None
            assert looking.known.view is not None
            assert "hand" not in looking.known.view["piles"]

    asyncio.run(table(url))


def test_a_table_is_there_again_when_the_server_is(tmp_path: Path) -> None:
    async def before(url: str) -> Any:
        ann = await create_table(url, game="double-hearts", name="Ann", seats=["me", "duck", "duck", "duck"])
        async with RemoteSeat(ann) as sitting:
            async for message in sitting.heard():
                view = sitting.known.view
                if not view or message.get("seq") != sitting.known.seq or 0 not in view["actors"]:
                    continue
                if sitting.known.seq > 20 and view["actors"] == [0]:
                    return ann, sitting.known
                with suppress(RefusedError):
                    await sitting.play(first(view))
        return None

    async def after(url: str, ticket: Ticket, known: Any) -> None:
        async with RemoteSeat(ticket._replace(url=url)) as sitting:
            assert sitting.known == known._replace(opened={})

    with serving(tmp_path) as url:
        ticket, known = asyncio.run(before(url))
    with serving(tmp_path) as url:
        asyncio.run(after(url, ticket, known))
