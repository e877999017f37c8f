"""``trickbook tables --store``: an operator looks after the tables that several servers share."""

from __future__ import annotations

import asyncio
import json
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from tests.server.local_server import serving
from tests.server.test_ended_tables import gone
from tests.server.test_lifetimes import BOTS, stored

from trickbook.cli.program import program
from trickbook.server.client import RefusedError, RemoteSeat, create_table
from trickbook.server.fleet.shared_store import open_shared


def call(store: str, *words: str) -> Result:
    return CliRunner().invoke(program, ["tables", words[0], "--store", store, *words[1:]])


def test_tables_of_a_shared_store_are_listed_shown_exported_and_closed(
    tmp_path: Path, shared_store: str
) -> None:
    assert "start a server with its --store" in call(shared_store, "list").output
    with closing(open_shared(shared_store)) as kept:
        names = [stored(kept, seats, count).update.table.name for seats, count in ((["me"], 0), (BOTS, 200))]
    told = json.loads(call(shared_store, "list", "--json").output)
    assert [(one["name"], one["state"]) for one in told] == [*zip(names, ("waiting", "playing"), strict=True)]
    assert json.loads(call(shared_store, "show", names[1]).output)["options"] == {"target": 1}
    named = CliRunner().invoke(program, ["tables", "list"], env={"TRICKBOOK_STORE": shared_store})
    assert named.output == call(shared_store, "list").output
    assert call(shared_store, "export", "--out", str(tmp_path)).exit_code == 0
    assert (tmp_path / names[1] / "match-1.record").read_text("utf-8").startswith("Trickbook record 1\n")
    assert (
        call(shared_store, "close", names[0]).output
        == "The servers end 1 table within half a minute, or when one starts.\n"
    )
    assert [one["state"] for one in json.loads(call(shared_store, "list", "--json").output)] == [
        "ending",
        "playing",
    ]


def test_a_server_of_the_store_sends_away_who_sits_at_a_closed_table(shared_store: str) -> None:
    async def closed(url: str, store: str) -> None:
        ann = await create_table(url, game="hearts", name="Ann", seats=["me", "open", "duck", "duck"])
        async with RemoteSeat(ann) as seat:
            assert call(store, "close", ann.table).exit_code == 0
            await gone(url, ann.table)
            with pytest.raises(RefusedError, match="this table has ended"):
                async for _ in seat.heard():
                    pass

    with serving(shared_store) as url:
        asyncio.run(closed(url, shared_store))


@pytest.mark.parametrize("words", [("list",), ("show", "none")])
def test_a_store_that_does_not_answer_is_told_without_a_traceback(words: tuple[str, ...]) -> None:
    result = call("postgresql://trickbook@/none?host=/tmp/nowhere", *words)
    assert result.exit_code == 1
    assert "the store in PostgreSQL cannot be used" in result.output
