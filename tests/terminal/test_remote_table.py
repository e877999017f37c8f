"""A seat at a server's table, on the screen and line by line, and what the screen needs."""

import asyncio
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from multiprocessing import forkserver
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from tests.cli.conftest import ROOT
from tests.server.local_server import FREELY, LONG, serving
from tests.server.test_table import first
from tests.terminal.local_tables import Player

import trickbook
from trickbook.cli.program import program
from trickbook.server.client import RemoteSeat, Ticket, create_table, take_seat
from trickbook.server.rooms import frames
from trickbook.server.table import TableState
from trickbook.terminal.remote_table import RemoteTable
from trickbook.terminal.screen import TableApp


@pytest.fixture
def house(tmp_path: Path) -> Iterator[str]:
    """The address of a server, which can start processes while the screen has the streams."""
    forkserver.ensure_running()
    with serving(tmp_path) as address:
        yield address


def at(ticket: Ticket, doing: Callable[[Player], Awaitable[None]], note: str = "") -> None:
    """Sit down at the screen, and do something."""

    async def held() -> None:
        table = RemoteTable(ticket, "en", note)
        app = TableApp(table, "en", pace=0)
        async with table, app.run_test(size=(80, 24)) as pilot:
            player = Player(app, pilot)
            await player.until(lambda: player.board.state)
            await doing(player)
        if app.error:
            raise app.error

    asyncio.run(held())


def test_bots_fill_a_table_and_tricks_are_played(house: str) -> None:
    ticket = asyncio.run(create_table(house, game="hearts", name="Ann", options={"passing": "hold"}))
    note = f"{house}/#table={ticket.table}&invitation={ticket.invitation}"

    async def doing(player: Player) -> None:
        assert "Waiting for players; empty seats: 3." in player.text()
        assert "".join(player.text().split()).count(note) == 1
        await player.press("F")
        await player.turn()
        assert "Deal 1" in player.text()
        for _ in range(2):
            await player.press("H")
            await player.until(lambda: player.scene.choice.places)
            tricks = len(player.scene.view["tricks"])
            await player.press("enter")
            await player.until(
                lambda: player.scene.offer and len(player.scene.view["tricks"]) > tricks  # noqa: B023 - awaited at once
            )
        assert "Last trick" in player.text()
        dimmed = next(iter(player.scene.view["why"]), None)
        if dimmed:
            await player.press(*player.keys(dimmed))
            assert player.scene.view["why"][dimmed]["name"] in player.text()

    at(ticket, doing, note)


def test_two_people_and_one_who_looks_on_see_each_other(house: str) -> None:
    ann = asyncio.run(create_table(house, game="hearts", name="Ann", seats=["me", "open", "duck", "duck"]))
    bob = asyncio.run(take_seat(house, ann.table, "Bob"))

    async def doing(player: Player) -> None:
        await player.turn()
        assert "Ann" in player.text()
        assert "You" in player.text()
        assert player.scene.view["seat"] == 1

    async def looking(player: Player) -> None:
        await player.until(lambda: player.scene.view["phase"] == "pass")
        assert "Bob" in player.text()
        assert player.scene.hand.cards == ()
        await player.press("a", "enter", "H", "S")

    at(bob, doing)
    at(Ticket(house, ann.table), looking)


def test_the_rulebook_comes_from_the_server(house: str) -> None:
    wish = {"game": "hearts", "name": "Ann", "options": {"target": 77}, "listed": False}
    ticket = asyncio.run(create_table(house, **wish))

    async def doing(player: Player) -> None:
        await player.press("R")
        await player.until(lambda: "======" in player.text())
        told = await player.board.table.rulebook()
        assert told == trickbook.load("hearts", {"target": 77}).rulebook("text", players=4)
        await player.press("escape")

    at(ticket, doing)
    call = ["sit", "--join", f"{house}/#table={ticket.table}&invitation={ticket.invitation}", "--watch"]
    told = CliRunner().invoke(program, [*call, "--plain"], "rulebook\n").output
    assert "a score reaches 77" in told


def test_lines_come_over_the_network_too(house: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    call = ["sit", "hearts", "--join", house, "--as", "Ann", "--bots", "duck", "--option", "passing=hold"]
    first = CliRunner().invoke(program, [*call, "--plain"], "hand\n")
    assert first.exit_code == 0, first.output
    assert "Invite friends with this link" in first.output
    link = first.output.split("--join ")[1].split()[0].strip("'")
    assert (tmp_path / "state" / "trickbook" / "seats.json").stat().st_mode & 0o777 == 0o600
    again = CliRunner().invoke(program, ["sit", "--join", link, "--plain"], "scores\n")
    assert "You are in seat 0" in again.output
    watching = CliRunner().invoke(program, ["sit", "--join", link, "--watch", "--plain"], "")
    assert "You are watching" in watching.output
    full = CliRunner().invoke(program, ["sit", "--join", link.replace("table=", "table=x"), "--plain"], "")
    assert (full.exit_code, "there is no such table" in full.output) == (1, True)


def test_who_leaves_before_the_first_deal_comes_back_to_any_seat(
    house: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    ticket = asyncio.run(create_table(house, game="hearts", name="Ann"))
    for _ in range(2):
        call = ["sit", "--join", f"{house}/#table={ticket.table}", "--as", "Bob", "--plain"]
        result = CliRunner().invoke(program, call, "")
        assert (result.exit_code, "You are in seat 1" in result.output) == (0, True), result.output


def test_two_on_one_machine_have_a_seat_each(
    house: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))

    def seat(*more: str) -> str:
        result = CliRunner().invoke(program, ["sit", "--plain", "--join", *more], "")
        assert result.exit_code == 0, result.output
        return result.output

    ann = asyncio.run(create_table(house, game="hearts", name="Ann", seats=["me", "open", "duck", "duck"]))
    bob = asyncio.run(take_seat(house, ann.table, "Bob"))
    link = f"{house}/#table={ann.table}"
    assert "You are in seat 0" in seat(f"{link}&token={ann.token}", "--as", "Ann")
    assert "You are in seat 1" in seat(f"{link}&token={bob.token}", "--as", "Bob")
    assert "You are in seat 1" in seat(f"{link}&token={ann.token}")
    for name, place in [("Ann", 0), ("Bob", 1), ("Ann", 0)]:
        again = seat(link, "--as", name)
        assert f"You are in seat {place}" in again
        assert f"--as {name}" in again
        assert f"You are in seat {place}" in seat(link)


def test_who_came_without_a_name_may_take_one(
    house: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    ann = asyncio.run(create_table(house, game="hearts", name="Ann", seats=["me", *["duck"] * 3]))
    link = f"{house}/#table={ann.table}"
    own = f"{link}&token={ann.token}"
    for call in ([own], [own, "--as", "Ann"], [link, "--as", "Ann"], [link]):
        told = CliRunner().invoke(program, ["sit", "--plain", "--join", *call], "").output
        assert "You are in seat 0" in told


def test_where_all_seats_that_were_had_are_others_now_another_is_taken(
    house: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    ticket = asyncio.run(create_table(house, game="hearts", name="Cleo"))
    call = ["sit", "--plain", "--join", f"{house}/#table={ticket.table}"]
    for name in ("Ann", "Bob"):  # each leaves before the first deal
        assert "You are in seat 1" in CliRunner().invoke(program, [*call, "--as", name], "").output
    assert "You are in seat 1" in CliRunner().invoke(program, call, "").output


def test_a_link_takes_the_seat_to_another_device(
    house: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def told(state: str, token: str) -> str:
        monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / state))
        link = f"{house}/#table={ann.table}&invitation={ann.invitation}{token}"
        return CliRunner().invoke(program, ["sit", "--join", link, "--plain"], "").output

    wish = {"game": "hearts", "listed": False, "seats": ["me", *["duck"] * 3]}
    ann = asyncio.run(create_table(house, name="Ann", **wish))
    assert "there is no such table" in told("new", "&token=wrong")
    taken = told("new", f"&token={ann.token}")
    assert "You are in seat 0" in taken
    assert str(ann.token) not in taken
    assert "You are in seat 0" in told("new", "")
    assert "You are in seat 0" in told("new", "&token=wrong")  # the seat that one has goes first


def test_without_textual_the_screen_says_what_it_needs_and_plain_plays() -> None:
    code = (
        "import sys; sys.modules['textual'] = None\n"
        "from click.testing import CliRunner\nfrom trickbook.cli.program import program\n"
        "print(CliRunner().invoke(program, ['sit', 'hearts', '--plain'], '').output)\n"
        "import trickbook.terminal.screen"
    )
    found = subprocess.run(
        [sys.executable, "-c", code],
        env={"PYTHONPATH": str(ROOT / "interpreter"), "PYTHONUTF8": "1"},
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=300,
    )
    assert "You are in seat 0" in found.stdout
    assert (
        "the screen needs Textual: run `make terminal` in your clone of Trickbook; --plain does without"
        in found.stderr
    )


def test_phrases_are_said_and_players_are_muted(house: str) -> None:
    ann = asyncio.run(create_table(house, game="hearts", name="Ann", seats=["me", "open", "duck", "duck"]))
    bob = asyncio.run(take_seat(house, ann.table, "Bob"))

    async def doing(player: Player) -> None:
        await player.turn()
        async with RemoteSeat(bob, "zh") as other:
            await player.press("T")
            await player.until(lambda: "Thank you!" in player.text())
            await player.press("e")
            await player.until(lambda: "You: Thank you!" in player.text())
            await other.say("well_played")
            await player.until(lambda: "Bob: Well played!" in player.text())
            await player.press("T", "1")
            await player.until(lambda: "You see no more of what Bob says." in player.text())
            await player.press("escape")
            await other.say("bye")
            await other.say("hello")
            await player.press("T", "1")
            await player.until(lambda: "You see again what Bob says." in player.text())
            await player.press("escape")
            await other.say("wow")
            await player.until(lambda: "Bob: Wow!" in player.text())
            assert "Hello!" not in player.text()

    at(ann, doing)


def test_phrases_are_said_line_by_line(house: str) -> None:
    ann = asyncio.run(create_table(house, game="hearts", name="Ann", seats=["me", "open", "duck", "duck"]))
    asyncio.run(take_seat(house, ann.table, "Bob"))
    call = ["sit", "--join", f"{house}/#table={ann.table}&token={ann.token}", "--plain"]
    typed = "say\nsay 5\nsay hello\nmute\nmute Bob\nmute 1\n"
    told = CliRunner().invoke(program, call, typed).output
    for line in (
        "  5 Thank you!",
        "You: Thank you!",
        "You: Hello!",
        "Name one of Bob, Duck 2, Duck 3.",
        "You see no more of what Bob says.",
        "You see again what Bob says.",
    ):
        assert line in told, told
    alone = CliRunner().invoke(program, ["sit", "hearts", "--plain", "--seed", "1"], "say 1\nquit\n").output
    assert "Only bots sit here." in alone


def test_a_deal_that_was_not_fair_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that opens another order of the pack than all numbers make, as it dealt otherwise."""
    known = frames.opened_seal

    def lying(table: TableState, deal: int) -> dict[str, Any]:
        opened = known(table, deal)
        for one in opened.values():
            one["orders"] = [" ".join(reversed(order.split())) for order in one["orders"]]
        return opened

    async def played(url: str) -> str:
        body = {"game": "hearts", "players": 3, "options": {"target": 1}, "name": "Ann"}
        ticket = await create_table(url, **body, seats=["me", "duck", "duck"])
        async with RemoteTable(ticket, "en") as table:
            while True:
                update = await table.next()
                if update.note or update.view["phase"] == "over":
                    return update.note
                if 0 in update.view["actors"]:
                    await table.play(first(update.view))

    with serving(tmp_path, FREELY._replace(cutting=LONG)) as url:
        monkeypatch.setattr(frames, "opened_seal", lying)
        note = asyncio.run(played(url))
    assert note == "Deal 1 was not fair: the cards lay in another order than all numbers make."
