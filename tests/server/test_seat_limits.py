"""What a seat shows to its whole table has a limit: no seat drowns the others in phrases or questions."""

from __future__ import annotations

import json

from tests.server.offline_tables import at, begun, run, says
from tests.server.test_take_back import HOLD, last_mover, played, table

import trickbook
from trickbook.server.limits import Rate


def test_a_seat_that_says_too_much_is_refused_and_others_are_not() -> None:
    async def said() -> None:
        room, lines = await at(begun(trickbook.load("hearts")))
        room.seat_limits.of["phrase"].rate = Rate(0, 2)
        for _ in range(5):
            await says(room, lines[1], "phrase", phrase="wow")
        await says(room, lines[2], "phrase", phrase="wow")
        seen = [one for one in map(json.loads, lines[0].frames) if one["type"] == "phrase"]
        assert [one["seat"] for one in seen] == [1, 1, 2]
        refused = [one for one in map(json.loads, lines[1].frames) if one["type"] == "refused"]
        assert {one["code"] for one in refused} == {"too-fast"}
        assert len(refused) == 3

    run(said())


def test_a_seat_that_asks_too_often_is_refused_and_others_are_not() -> None:
    """However often somebody refuses, nobody sees the same question endlessly."""

    async def held() -> None:
        room, lines = await at(played(table(HOLD), 4), "zh")
        room.seat_limits.of["take_back"].rate = Rate(0, 2)
        seat, other = last_mover(room.table), room.table.log[-2].seat
        for line in lines.values():
            line.frames.clear()
        for number, one in enumerate([seat] * 5 + [other]):
            await says(room, lines[one], "take_back", str(number))
        seen = [json.loads(text) for text in lines[None].frames]
        assert [told["seat"] for told in seen if told["type"] == "take_back"] == [seat] * 2
        refused = [json.loads(text) for text in lines[seat].frames if "refused" in text]
        assert [told["code"] for told in refused] == ["too-fast"] * 3
        assert refused[0]["message"] == "你请求悔牌太频繁，请稍候"
        (waits,) = [json.loads(text) for text in lines[other].frames if "refused" in text]
        assert waits["code"] == "not-now"

    run(held())
