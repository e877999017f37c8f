"""Seats that become free again before the first match: their players leave, or do not come."""

from __future__ import annotations

import asyncio
from pathlib import Path
from time import monotonic

import pytest
from tests.server.local_server import FREELY, LONG
from tests.server.raw_client import until
from tests.server.test_presence import at_a_server, here

from trickbook.server.client import RefusedError, RemoteSeat, Ticket, create_table, take_seat
from trickbook.server.rooms import scheduler


def test_before_the_first_match_a_seat_is_free_again(url: str) -> None:
    async def table(url: str) -> None:
        ann = await create_table(url, game="hearts", name="Ann")
        ben = await take_seat(url, ann.table, "Ben")
        async with RemoteSeat(ann) as one, RemoteSeat(ben) as other:
            await other.ask("leave")
            await until(one, lambda: here(one)[1] == ("nobody", None, False))
        with pytest.raises(RefusedError, match="token"):
            await RemoteSeat(ben).open()
        assert (await take_seat(url, ann.table, "Cleo")).seat == 1

    asyncio.run(table(url))


def test_a_seat_that_nobody_comes_to_is_free_again(tmp_path: Path) -> None:
    async def table(url: str) -> None:
        ann = await create_table(url, game="hearts", name="Ann")
        ben = await take_seat(url, ann.table, "Ben")
        async with RemoteSeat(ben) as one:
            await until(one, lambda: here(one)[0] == ("nobody", None, False))
            assert here(one)[1] == ("person", None, True)
            with pytest.raises(RefusedError, match="token"):
                await RemoteSeat(ann).open()
        async with RemoteSeat(ann._replace(token=None)) as looking:
            await until(looking, lambda: not here(looking)[1][2])
        cleo = await take_seat(url, ann.table, "Cleo")
        async with RemoteSeat(cleo) as one:
            await take_seat(url, ann.table, "Dora")
            await until(one, lambda: here(one)[2] == ("person", None, False))
            await until(one, lambda: here(one)[2] == ("nobody", None, False))
            assert [(plays, there) for plays, _, there in here(one)[:2]] == [
                ("person", True),
                ("person", False),
            ], "who came keeps the seat"

    at_a_server(tmp_path, table, FREELY._replace(patience=0.4))


def test_a_seat_waits_as_long_as_somebody_waits_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not before somebody else is there does the patience begin; after the server came back, as before."""

    async def laid(url: str) -> tuple[Ticket, Ticket]:
        ann = await create_table(url, game="hearts", name="Ann")
        ben = await take_seat(url, ann.table, "Ben")
        monkeypatch.setattr(scheduler, "monotonic", lambda: monotonic() + LONG)
        async with RemoteSeat(ben) as one:
            assert here(one)[0][0] == "person"
        return ann, ben

    async def waited(url: str, ann: Ticket, ben: Ticket) -> None:
        async with RemoteSeat(ben._replace(url=url)) as one:
            await until(one, lambda: here(one)[0] == ("nobody", None, False))
        with pytest.raises(RefusedError, match="token"):
            await RemoteSeat(ann._replace(url=url)).open()

    manners = FREELY._replace(patience=0.4)
    ann, ben = at_a_server(tmp_path, laid, manners)
    at_a_server(tmp_path, lambda url: waited(url, ann, ben), manners)
