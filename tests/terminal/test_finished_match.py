"""A match that is over: its record is kept, told of, and read again, here and from a server's table."""

import asyncio
import errno
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from tests.server.local_server import serving
from tests.terminal.local_tables import Player, conversation, local_table, rules_of, seated

import trickbook
from trickbook.cli import table_session
from trickbook.cli.program import program
from trickbook.console.output_files import write_text
from trickbook.game import Game
from trickbook.problems import TrickbookError
from trickbook.server.client import RemoteSeat, Ticket, create_table
from trickbook.terminal import server_data
from trickbook.terminal.match_recorder import MatchRecorder
from trickbook.terminal.remote_table import RemoteTable
from trickbook.terminal.screen import TableApp as Screen
from trickbook.terminal.screen.pages import ScoreSheetPage, TextPage

SHORT = (("target", 1), ("passing", "hold"))

QUICK = """trickbook: 1
extends: hearts
name: Quick hearts
options:
  target: {default: 1}
  passing: {default: [hold]}
"""


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def brief() -> Game:
    """A match of one trick."""
    return rules_of("hearts", 4, SHORT).new_game(4, seed=7, hands=[["2C"], ["3C"], ["4C"], ["2H"]])


def sit(monkeypatch: pytest.MonkeyPatch, *words: str, typed: str) -> Result:
    monkeypatch.setattr(table_session, "_new_game", lambda _called: (rules_of("hearts", 4, SHORT), brief()))
    return CliRunner().invoke(program, ["sit", "hearts", *words, "--plain"], typed, prog_name="trickbook")


def over(path: str | Path) -> bool:
    """Whether a record is of a whole match."""
    return bool(trickbook.replay(Path(path).read_text("utf-8")).winners)


def test_a_finished_match_is_kept_and_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("hearts-7.record").write_text("mine", "utf-8")
    result = sit(monkeypatch, typed="record\n2c\nrecord\n")
    told = "The match record is saved in hearts-7-2.record."
    assert result.exit_code == 0, result.output
    assert "No match is finished yet." in result.output
    assert result.output.count(told) == 2
    assert over("hearts-7-2.record")
    assert Path("hearts-7.record").read_text("utf-8") == "mine"


def test_it_stays_when_another_match_is_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    result = sit(monkeypatch, typed="2c\nagain\nrecord\n")
    assert result.output.count("The match record is saved in hearts-7.record.") == 3
    assert "The game is saved in" not in result.output  # nothing was played of the second
    assert [path.name for path in Path().iterdir()] == ["hearts-7.record"]
    assert over("hearts-7.record")


def test_with_a_name_every_match_is_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    result = sit(monkeypatch, "--record", "evening.record", typed="2c\nagain\n")
    assert result.output.count("The match record is saved in evening.record.") == 2
    assert "saved in evening-2.record" in result.output
    assert over("evening.record")


def test_what_cannot_be_kept_is_told_and_tried_again() -> None:
    full = [True]

    def filled(path: Path, text: str) -> None:
        if full:
            full.clear()
            raise TrickbookError(f"{path} cannot be written: no room")
        write_text(path, text)

    keeper = MatchRecorder(None, filled)
    told = conversation(
        local_table("hearts", game=brief(), keeper=keeper, options=dict(SHORT)), ["2c", "record"]
    )
    assert "The record is not available: hearts-7.record cannot be written: no room" in told
    assert keeper.leave() == Path("hearts-7.record")
    assert over("hearts-7.record")


def test_a_key_of_the_score_sheet_tells_where() -> None:
    table = local_table(
        "hearts", game=brief(), keeper=MatchRecorder(None, write_text), options=dict(SHORT), language="zh"
    )

    async def play() -> None:
        async with seated(table) as player:
            await player.turn()
            await player.press("a", "enter")
            await player.until(lambda: isinstance(player.app.screen, ScoreSheetPage) and "K" in player.text())
            await player.press("K")
            await player.until(lambda: "本场牌谱已保存到 hearts-7.record" in player.text())
            await player.press("enter")
            await player.until(lambda: not isinstance(player.app.screen, TextPage))
            await player.press("S")
            await player.until(lambda: isinstance(player.app.screen, ScoreSheetPage))
            await player.press("A")
            await player.until(lambda: table.match == 2 and not isinstance(player.app.screen, TextPage))

    asyncio.run(play())
    assert over("hearts-7.record")


# At a server


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server."""
    with serving(tmp_path_factory.mktemp("house")) as address:
        yield address


async def played(ticket: Ticket) -> None:
    """Play a match to its end, each time the first move that is allowed."""
    async with RemoteSeat(ticket) as seat:
        await seat.ask("fill", bot="duck")
        async for _ in seat.heard():
            view = seat.known.view
            if view and view["phase"] == "over":
                return
            if view and view["legal"] and view["asks"]:
                await seat.play(view["legal"][0])


def laid(house: str, **wanted: Any) -> Ticket:
    """A table, not for all, where a match is over."""
    ticket = asyncio.run(create_table(house, name="Ann", listed=False, **wanted))
    asyncio.run(played(ticket))
    return ticket


def test_from_a_table_far_away_it_is_fetched(house: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(Path("state").absolute()))
    ticket = laid(house, game="hearts", options=dict(SHORT))
    name = f"hearts-{ticket.table}-1"
    Path(f"{name}.record").write_text("mine", "utf-8")
    link = f"{house}/#table={ticket.table}&invitation={ticket.invitation}"
    result = CliRunner().invoke(program, ["sit", "--join", link, "--watch", "--plain"], "record\nrecord\n")
    assert result.output.count(f"The match record is saved in {name}-2.record.") == 2, result.output
    assert over(f"{name}-2.record")
    assert Path(f"{name}.record").read_text("utf-8") == "mine"


def test_the_key_of_the_sheet_fetches_it_with_the_ruleset_that_was_sent(house: str) -> None:
    ticket = laid(house, text=QUICK)

    async def look() -> None:
        table = RemoteTable(ticket, "en")
        async with table, Screen(table, "en", pace=0).run_test(size=(80, 48)) as pilot:
            assert isinstance(pilot.app, Screen)
            player = Player(pilot.app, pilot)
            await player.until(lambda: player.board.state)
            await player.press("S")
            await player.until(lambda: isinstance(player.app.screen, ScoreSheetPage))
            await player.sees("Score sheet")
            await player.press("K")
            await player.until(lambda: "The match record is saved in" in player.text())

    asyncio.run(look())
    (folder,) = Path().iterdir()
    assert {path.name for path in folder.iterdir()} == {"rules.yaml", "match.record"}
    told = CliRunner().invoke(program, ["replay", str(folder / "match.record")])
    assert told.exit_code == 0, told.output


def disk(_path: Path, _text: str) -> None:
    raise OSError(errno.ENOSPC, "no room")


def other(_ticket: Ticket, _what: str) -> Any:
    return asyncio.sleep(0, "Trickbook record 1\nruleset ../../rules.yaml\n")


def test_where_it_cannot_be_written_that_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_data, "_write", disk)
    monkeypatch.setattr(server_data, "_text", other)
    with pytest.raises(TrickbookError, match="hearts-x-1 cannot be written: no room"):
        asyncio.run(server_data.download_record(Ticket("http://x", "../x"), "../../hearts", 1))


def test_no_server_chooses_where_it_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_data, "_text", other)
    assert asyncio.run(server_data.download_record(Ticket("http://x", "../x"), "../../hearts", 1)) == Path(
        "hearts-x-1.record"
    )
