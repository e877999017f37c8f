"""Every seat cuts the pack: hashes first, then numbers, and the order of the pack is made of all of them."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from tests.server.local_server import FREELY, LONG, serving
from tests.server.raw_client import until
from tests.server.stores import full_table, moves
from tests.server.test_table import first

from trickbook.cards.cuts import ABSENT, BOT, hashed_number, new_number
from trickbook.replays.sealed_deals import opened_seals, seal, verify_deals
from trickbook.seat.rules_request import RulesRequest
from trickbook.server.client import RemoteSeat, create_table, request, take_seat
from trickbook.server.store import write
from trickbook.server.store.restore import restored
from trickbook.server.store.store import open_store
from trickbook.server.table import TableState, Update, cutting, match_over, seat_changes
from trickbook.server.table.match import Requester

WAITING = FREELY._replace(cutting=LONG)
"""Players are waited for as long as it takes."""

PATIENT = FREELY._replace(cutting=0.2)


def seated(kept: Any = None) -> tuple[TableState, list[str]]:
    """A table of three at which two people sit and a bot, and their numbers."""
    body = {"name": "Ann", "seats": ["me", "open", "duck"]}
    made = seat_changes.new_table(RulesRequest("hearts", None, players=3), body)
    update = seat_changes.settled(seat_changes.sit(made.update.table, 1, "Ben", "token"), wait=True)
    if kept is not None:
        write(kept.writing, [*made.update.rows, *update.rows])
    return update.table, [new_number(), new_number()]


def says(table: TableState, seat: int, **more: Any) -> Update:
    """A seat's hash or number, and all that follows from it."""
    said = {"id": "1", "match": 1, "deal": 1, **more}
    return seat_changes.settled(cutting.answer(table, seat, said), wait=True)


def hashed(seat: int, numbers: Sequence[str], deal: int = 1) -> str:
    return hashed_number(deal, seat, numbers[seat])


def shown(kept: Any = None) -> tuple[TableState, list[str]]:
    """A table at which the hashes of both are shown."""
    table, numbers = seated(kept)
    for seat in (0, 1):
        update = says(table, seat, hash=hashed(seat, numbers))
        table = update.table
    if kept is not None:
        write(kept.writing, update.rows)
    return table, numbers


def test_the_match_begins_when_all_have_cut() -> None:
    table, numbers = seated()
    assert table.game is None
    one = says(table, 0, hash=hashed(0, numbers))
    assert one.answer["type"] == "accepted"
    assert one.table.coming == table.coming  # nothing is shown before the last one
    table = says(one.table, 1, hash=hashed(1, numbers)).table
    assert table.coming is not None
    assert table.coming.hashes == (hashed(0, numbers), hashed(1, numbers), BOT)
    table = says(table, 1, number=numbers[1]).table
    assert table.game is None
    begun = says(table, 0, number=numbers[0])
    assert begun.begun
    assert begun.table.sealed[1].cuts == (*numbers, BOT)
    assert begun.table.game is not None
    assert begun.table.game.state.match.orders


def test_another_match_begins_when_all_have_cut() -> None:
    """A player who asks for it at once does not make the others absent."""
    wish = RulesRequest("hearts", None, options={"target": 1}, players=3)
    table = full_table(wish, {"name": "Ann", "seats": ["me", "duck", "duck"]}).update.table
    chance = random.Random(2)  # noqa: S311 - any moves will do
    table = next(live for live, _ in moves(table, chance, 2000) if match_over(live))
    number = new_number()
    asked = seat_changes.settled(seat_changes.rematch(table, Requester(0, "1")), wait=True)
    assert asked.answer["type"] == "accepted"
    assert asked.table.match == 1
    table = says(asked.table, 0, match=2, hash=hashed_number(1, 0, number)).table
    begun = says(table, 0, match=2, number=number)
    assert (begun.begun, begun.table.match, begun.table.again) == (True, 2, False)
    assert begun.table.sealed[1].cuts == (number, BOT, BOT)


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ({"number": "ab" * 32}, "not-now"),
        ({"hash": "ab" * 32, "number": "ab" * 32}, "bad-message"),
        ({}, "bad-message"),
        ({"hash": "ab" * 32, "deal": 2}, "not-now"),
        ({"hash": "ab" * 32, "match": 2}, "not-now"),
    ],
)
def test_what_is_refused_before_the_hashes_are_shown(said: dict[str, Any], code: str) -> None:
    table, _ = seated()
    update = says(table, 0, **said)
    assert (update.answer["code"], update.table, update.rows) == (code, table, ())


def test_what_is_refused_when_the_hashes_are_shown() -> None:
    """Also a number that another seat cuts with: nobody can copy it."""
    table, numbers = shown()
    for seat, said, code in [
        (0, {"hash": "ab" * 32}, "not-now"),
        (0, {"number": "ab" * 32}, "bad-message"),
        (1, {"number": numbers[0]}, "bad-message"),
    ]:
        update = says(table, seat, **said)
        assert (update.answer["code"], update.table, update.rows) == (code, table, ())


def test_a_hash_may_be_sent_again_until_all_are_shown() -> None:
    """As by a page that was loaded again; nobody has seen any other hash by then."""
    table, numbers = seated()
    table = says(table, 0, hash="ab" * 32).table
    table = says(table, 0, hash=hashed(0, numbers)).table
    table = says(table, 1, hash=hashed(1, numbers)).table
    assert table.coming is not None
    assert table.coming.hashes[0] == hashed(0, numbers)


def test_who_does_not_show_the_number_is_absent() -> None:
    table, numbers = shown()
    table = says(table, 1, number=numbers[1]).table
    update = seat_changes.settled(cutting.closed(table), wait=True)
    assert update.table.sealed[1].cuts == (ABSENT, numbers[1], BOT)


def test_a_friend_of_the_operator_cannot_choose_a_number() -> None:
    """Who has shown a hash and then gives the seat to somebody else has no cut any more."""
    table, numbers = shown()
    table = says(table, 0, number=numbers[0]).table
    table = seat_changes.with_seat(table, 1, table.seats[2]._replace(plays="nobody", bot="duck")).table
    table = seat_changes.sit(table, 1, "Friend", "another token").table
    update = says(table, 1, hash="cd" * 32)
    assert update.answer["code"] == "not-now"
    update = says(update.table, 1, number=new_number())
    assert update.answer["code"] == "bad-message"
    ended = seat_changes.settled(cutting.closed(update.table), wait=True)
    assert ended.table.sealed[1].cuts == (numbers[0], ABSENT, BOT)


def test_a_deal_that_begins_before_all_have_cut(tmp_path: Path) -> None:
    """Nobody is waited for during a match; the cuts of the others count, and a restored table has them."""
    rng = random.Random(3)  # noqa: S311 - any moves will do
    with closing(open_store(tmp_path)) as kept:
        table, numbers = shown(kept)
        for seat in (0, 1):
            update = says(table, seat, number=numbers[seat])
            table = update.table
        write(kept.writing, update.rows)
        for seat in (0, 1):
            update = says(table, seat, deal=2, hash=hashed(seat, numbers, 2))
            table = update.table
        write(kept.writing, update.rows)
        table = says(table, 1, deal=2, number=numbers[1]).table
        for now, rows in moves(table, rng, 200):
            write(kept.writing, rows)
            table = now
            if table.game is not None and table.game.deal == 2:
                break
        assert table.sealed[2].cuts == (ABSENT, numbers[1], BOT)
        again = restored(kept.reading, table.name)
    assert again is not None
    assert again.game == table.game
    assert again.sealed == table.sealed


@pytest.mark.parametrize("numbers_shown", [0, 1])
def test_a_restart_between_the_steps(tmp_path: Path, numbers_shown: int) -> None:
    """The hashes that were shown are kept; clients send again what was not shown."""
    with closing(open_store(tmp_path)) as kept:
        table, numbers = shown(kept)
        for seat in range(numbers_shown):
            table = says(table, seat, number=numbers[seat]).table
    with closing(open_store(tmp_path)) as kept:
        again = restored(kept.reading, table.name)
        assert again is not None
        assert again.coming == table.coming
        for seat in (0, 1):
            update = says(again, seat, number=numbers[seat])
            again = update.table
        write(kept.writing, update.rows)
        begun = restored(kept.reading, table.name)
    assert begun is not None
    assert begun.sealed[1].cuts == (*numbers, BOT)
    assert begun.game == again.game


async def ended(seat: RemoteSeat, *, all_cut: bool = False) -> None:
    """Play a match to its end, each move when both have cut the next pack."""
    async for _ in seat.heard():
        view, cut = seat.known.view or {}, seat.known.cut or {}
        if not view["actors"]:
            return
        waits = all_cut and cut.get("match") == seat.known.match and cut["cuts"] is None
        if seat.known.seat in view["actors"] and not waits:
            await seat.play(first(view))


async def a_match(url: str) -> tuple[RemoteSeat, RemoteSeat, str]:
    """A match of two people and a bot, who cut every pack; and its record."""
    body = {"game": "hearts", "players": 3, "options": {"target": 1}, "name": "Ann"}
    ann = await create_table(url, **body, seats=["me", "open", "duck"])
    async with RemoteSeat(ann) as one, RemoteSeat(await take_seat(url, ann.table, "Ben")) as other:
        await until(one, lambda: one.known.view is not None)
        playing = asyncio.ensure_future(ended(other, all_cut=True))
        await ended(one, all_cut=True)
        await playing
        return one, other, await request(url, f"/api/tables/{ann.table}/record")


def test_clients_cut_and_check_by_themselves(tmp_path: Path) -> None:
    with serving(tmp_path, WAITING) as url:
        one, other, record = asyncio.run(a_match(url))
    assert set(verify_deals(record).values()) == {None}
    for deal, opened in opened_seals(record).items():
        assert opened.seal == seal(deal, opened.sealed)
        assert [len(cut) for cut in opened.sealed.cuts] == [64, 64, 3]
        for seat in (one, other):
            found = seat.cuts.checked[1, deal]
            assert (found.doubt, found.own, found.cuts) == (None, True, opened.sealed.cuts)
    assert not one.cuts.doubts


def test_who_is_not_there_is_waited_for_a_moment(tmp_path: Path) -> None:
    async def begins(url: str) -> None:
        ann = await create_table(url, game="hearts", players=3, name="Ann", seats=["me", "open", "duck"])
        await take_seat(url, ann.table, "Ben")
        async with RemoteSeat(ann) as one:
            assert one.known.view is not None
            own, *others = one.cuts.noted[1, 1].hashes
            assert (len(own), others) == (64, [ABSENT, BOT])

    with serving(tmp_path, PATIENT) as url:
        asyncio.run(begins(url))
