"""Ready phrases: the whole table sees them, seats say them; nobody says too many or a text of their own."""

from __future__ import annotations

import asyncio
import json

import pytest
from tests.server.local_server import FREELY, serving
from tests.server.offline_tables import at, begun, run, says
from tests.server.raw_client import answer, ticket, until

import trickbook
from trickbook.server.client import RefusedError, RemoteSeat, Ticket


def test_everybody_at_the_table_sees_a_phrase_once() -> None:
    async def said() -> None:
        room, lines = await at(begun(trickbook.load("hearts")))
        for line in lines.values():
            line.frames.clear()
        await says(room, lines[1], "phrase", phrase="thanks")
        for seat, line in lines.items():
            first, *rest = map(json.loads, line.frames)
            assert first == {"type": "phrase", "seat": 1, "phrase": "thanks"}
            assert [one["type"] for one in rest] == ["accepted"] * (seat == 1)
        assert not room.context.writer.rows  # type: ignore[attr-defined]

    run(said())


def test_spectators_say_nothing() -> None:
    async def said() -> None:
        room, lines = await at(begun(trickbook.load("hearts")))
        for line in lines.values():
            line.frames.clear()
        await says(room, lines[None], "phrase", phrase="thanks")
        assert json.loads(lines[None].frames[0])["code"] == "not-now"
        assert not lines[0].frames

    run(said())


@pytest.mark.parametrize("phrase", [None, "", "buy my cards", 5, ["thanks"], "<b>"])
def test_a_text_of_ones_own_is_no_phrase(url: str, phrase: object) -> None:
    told = answer(url, ticket(url), json.dumps({"type": "phrase", "id": "1", "phrase": phrase}))
    assert (told["type"], told["code"]) == ("refused", "bad-message")


def test_a_program_says_and_hears_phrases(tmp_path_factory: pytest.TempPathFactory) -> None:
    async def table(url: str, ann: Ticket) -> None:
        async with RemoteSeat(ann) as seat, RemoteSeat(Ticket(url, ann.table)) as watching:
            await until(watching, lambda: watching.known.view is not None)
            await seat.say("hello")
            async for message in watching.heard():
                if message["type"] == "phrase":
                    assert (message["seat"], message["phrase"]) == (0, "hello")
                    break
            with pytest.raises(RefusedError, match="needs a valid `phrase`"):
                await seat.say("hullo")

    with serving(tmp_path_factory.mktemp("tables"), FREELY) as url:
        ann = ticket(url)
        asyncio.run(table(url, ann))
