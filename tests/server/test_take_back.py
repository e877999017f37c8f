"""Taking back by consent: who must agree, where it ends, and that store and records bear it."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from tests.server.offline_tables import at, begun, run, says
from tests.server.stores import full_table

import trickbook
from trickbook.replays import replay
from trickbook.replays.sealed_deals import verify_deals
from trickbook.seat.rules_request import RulesRequest
from trickbook.server.rooms.room import Room
from trickbook.server.store import write
from trickbook.server.store.restore import restored
from trickbook.server.store.store import open_store
from trickbook.server.table import BOT, TableState, Update, match, match_over, messages
from trickbook.server.table.match import Requester, with_position
from trickbook.server.table.seat_changes import NewTable

HOLD = {"passing": "hold"}

OFTEN = 0.15
"""The share of requests to take back."""


def table(options: Any = None, people: int = 4, name: str = "hearts") -> TableState:
    """A table where moves are taken back, with a deal begun and bots on the last seats."""
    live = begun(trickbook.load(name, options or {}))._replace(take_back=True, listed=False)
    seats = [seat._replace(plays=BOT) if place >= people else seat for place, seat in enumerate(live.seats)]
    return with_position(live._replace(seats=tuple(seats)))


def played(live: TableState, count: int) -> TableState:
    """The table after so many moves, each the first that is legal."""
    for _ in range(count):
        assert live.game
        seat = live.game.actors[0]
        live = match.play(live, Requester(seat, None), live.game.legal(seat)[0]).table
    return live


def last_mover(live: TableState) -> int:
    seat = live.log[-1].seat
    assert seat is not None
    return seat


def asked(live: TableState, seat: int, bots: Any = ()) -> Any:
    return messages.ask(live, Requester(seat, "1"), bots)


def test_bots_agree_at_once_and_the_game_is_as_it_was() -> None:
    before = played(table(HOLD), 2)
    live = played(before, 1)
    later, seat = played(live, 1), last_mover(live)
    after = asked(later, seat, {0, 1, 2, 3} - {seat})
    assert after.table.game == before.game
    assert after.table.log == before.log
    assert (after.table.seq, after.answer["type"]) == (later.seq + 1, "accepted")
    assert after.request.outcome == "done"


def test_what_was_decided_before_is_refused_and_a_new_decision_is_taken() -> None:
    live = played(table(HOLD), 3)
    late = live.game.actors[0]  # type: ignore[union-attr]
    back = asked(live, last_mover(live), {0, 1, 2, 3}).table
    seat = back.game.actors[0]
    move = back.game.legal(seat)[-1]
    assert match.play(back, Requester(seat, "2"), move, live.seq).answer["code"] == "not-now"
    assert match.play(back, Requester(late, "2"), move, live.seq).answer["code"] == "not-your-turn"
    assert match.play(back, Requester(seat, "3"), move, back.seq).answer["type"] == "accepted"


def test_all_other_people_must_agree_and_one_refusal_ends_it() -> None:
    live = played(table(HOLD, 3), 3)
    seat = next(move.seat for move in reversed(live.log) if move.seat in (0, 1, 2))
    assert seat is not None
    others = sorted({0, 1, 2} - {seat})
    waiting = asked(live, seat, {3})
    assert waiting.table.game is live.game
    assert waiting.request.waits == frozenset(others)
    to = waiting.request.to
    for one, request in ((3, to), (seat, to), (others[0], to + 1)):
        answer = messages.answer(waiting.table, Requester(one, "2"), request, agrees=True)
        assert answer.answer["code"] == "not-now"
    agreed = messages.answer(waiting.table, Requester(others[0], "2"), to, agrees=True)
    assert agreed.request.waits == {others[1]}  # type: ignore[union-attr]
    refused = messages.answer(agreed.table, Requester(others[1], "2"), to, agrees=False)
    assert (refused.table.request, refused.request.outcome) == (None, "refused")  # type: ignore[union-attr]
    done = messages.answer(agreed.table, Requester(others[1], "2"), to, agrees=True)
    assert (done.table.request, done.request.outcome) == (None, "done")  # type: ignore[union-attr]
    assert done.table.seq == live.seq + 1


def test_a_request_is_replaced_only_by_the_player_who_asked() -> None:
    live = played(table(HOLD), 4)
    one, other = live.log[-1].seat, live.log[-2].seat
    assert one is not None
    assert other is not None
    waiting = asked(live, one).table
    refused = asked(waiting, other)
    assert refused.answer["message"] == messages.ASKED
    assert refused.table.request == waiting.request
    assert asked(waiting, one).answer["type"] == "accepted"


def test_a_request_ends_when_the_player_moves_on() -> None:
    live = played(table(HOLD), 4)
    seat = live.game.actors[0]  # type: ignore[union-attr]
    waiting = asked(live, seat).table
    update = match.play(waiting, Requester(seat, "2"), waiting.game.legal(seat)[0])
    assert update.table.request is None
    assert update.request is not None
    assert update.request.outcome == "over"


def test_nothing_is_taken_back_where_it_is_not_allowed_or_nothing_was_moved() -> None:
    live = table(HOLD)
    for one in (live, played(live, 1)._replace(take_back=False)):
        assert asked(one, 0, {1, 2, 3}).answer["code"] == "not-now"


def test_nothing_is_taken_back_across_the_end_of_a_deal_or_match() -> None:
    live = played(table({**HOLD, "target": 1}, 1), 52)
    assert live.game
    assert len(live.game.deals) == 1
    for seat in range(4):
        assert asked(live, seat, {0, 1, 2, 3}).answer["type"] == "refused"


def test_everybody_sees_the_request_and_the_new_state() -> None:
    async def held() -> list[list[dict[str, Any]]]:
        room, lines = await at(played(table(HOLD), 3))
        seat = last_mover(room.table)
        for line in lines.values():
            line.frames.clear()
        await says(room, lines[seat], "take_back")
        to = json.loads(lines[None].frames[-1])["to"]
        for other in {0, 1, 2, 3} - {seat}:
            await says(room, lines[other], "agree", "2", to=to, agrees=True)
        return [[json.loads(text) for text in line.frames] for line in lines.values()]

    for frames in run(held()):
        told = [one for one in frames if one["type"] in ("take_back", "state")]
        assert [one["type"] for one in told] == ["take_back"] * 3 + ["state", "take_back"]
        assert [one["outcome"] for one in told if one["type"] == "take_back"] == [None] * 3 + ["done"]
        assert [len(one["waits"]) for one in told if one["type"] == "take_back"] == [3, 2, 1, 0]
        assert told[3]["missed"] == []


def test_who_connects_meanwhile_learns_of_the_request() -> None:
    async def held() -> Room:
        room, lines = await at(played(table(HOLD), 3))
        seat = last_mover(room.table)
        await says(room, lines[seat], "take_back")
        other = (seat + 1) % 4
        lines[other].frames.clear()
        await room.join(lines[other], 0)
        types = [json.loads(text)["type"] for text in lines[other].frames]
        assert types[:4] == ["welcome", "seats", "state", "take_back"]
        return room

    run(held())


def rambling(live: TableState, rng: random.Random) -> Iterator[Update]:
    """Random moves until the match is over, and now and then one is taken back, or its player is refused."""
    seats = range(len(live.seats))
    while live.game and not match_over(live):
        seat = rng.choice(live.game.actors)
        if rng.random() < OFTEN:
            update = asked(live, rng.choice(seats), set(seats))
        else:
            update = match.play(live, Requester(seat, None), str(rng.choice([*live.game.legal(seat)[:50]])))
        yield update
        live = update.table


@pytest.mark.parametrize("game", ["hearts", "chinese-hearts", "german-whist", "skat"])
def test_a_restart_bears_it(tmp_path: Path, game: str) -> None:
    """Whenever the server is started again, the table is as it was."""
    rng, outcomes = random.Random(game), Counter[str]()  # noqa: S311 - any moves will do
    with closing(open_store(tmp_path)) as kept:
        made = new(game, {}).update
        write(kept.writing, made.rows)
        for number, update in enumerate(islice(rambling(made.table, rng), 200)):
            outcomes[update.answer["type"]] += update.moved is None
            write(kept.writing, update.rows)
            if number % 20 == 0:
                again, live = restored(kept.reading, update.table.name), update.table
                assert again is not None
                assert again._replace(played=0.0, positions={}) == live._replace(played=0.0, positions={})
                assert again.positions.keys() == live.positions.keys()
    assert outcomes["accepted"] > 0


def test_the_record_replays_and_its_seals_fit() -> None:
    rng = random.Random(7)  # noqa: S311 - any moves will do
    updates = list(islice(rambling(new("hearts", {"target": 1}).update.table, rng), 500))
    assert any(update.request for update in updates)
    live, (record,) = updates[-1].table, [row for row in updates[-1].rows if row.statement == "record"]
    assert replay(str(record.values[2])).scores == live.game.scores  # type: ignore[union-attr]
    assert set(verify_deals(str(record.values[2])).values()) == {None}


def new(game: str, options: dict[str, Any]) -> NewTable:
    """A private table for one against bots, where moves are taken back."""
    seats = ["me", *["duck"] * (trickbook.load(game).usual - 1)]
    body = {"name": "Ann", "seats": seats, "listed": False, "take_back": True}
    return full_table(RulesRequest(game, None, (), options), body)
