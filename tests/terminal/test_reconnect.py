"""The line to a server goes down and comes back: that is told, and the game goes on where it was."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.cli.conftest import ROOT
from tests.terminal.local_tables import Player

from trickbook.server import client
from trickbook.server.client import Ticket, create_table
from trickbook.terminal.remote_table import RemoteTable
from trickbook.terminal.screen import TableApp

DOWN, BACK = "Disconnected from the server.", "Reconnected to the server."


class Server:
    """A server in a process of its own, always at the same port."""

    def __init__(self, folder: Path) -> None:
        """Start it."""
        self.folder, self.port = folder, 0
        self.start()

    @property
    def url(self) -> str:
        """Its address."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it, and wait until it serves."""
        command = [sys.executable, "-m", "tests.server.server_process", str(self.folder), str(self.port)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)
        assert self.process.stdout
        self.port = int(self.process.stdout.readline())

    def stop(self) -> None:
        """Let it hear nothing any more, though the line stands."""
        self.process.send_signal(signal.SIGSTOP)

    def kill(self) -> None:
        """Kill it."""
        assert self.process.stdout
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()


@contextmanager
def served(folder: Path) -> Iterator[Server]:
    """A server while this lasts."""
    server = Server(folder)
    try:
        yield server
    finally:
        server.kill()


@contextmanager
def talking(*words: str, state: Path) -> Iterator[subprocess.Popen[str]]:
    """The command ``sit``, line by line, through pipes."""
    with subprocess.Popen(
        [sys.executable, "-m", "tests.terminal.patient_command", "sit", *words, "--plain"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join((str(ROOT / "interpreter"), str(ROOT))),
            "XDG_STATE_HOME": str(state),
        },
        encoding="utf-8",
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def update(process: subprocess.Popen[str], words: str) -> list[str]:
    """The lines that are written, up to one with these words."""
    assert process.stdout
    lines = list[str]()
    for line in process.stdout:
        lines.append(line.removeprefix("> ").strip())
        if words in line:
            return lines
    raise AssertionError(f"{words!r} was not said: {lines}")


def say(process: subprocess.Popen[str], line: str) -> None:
    """Type a line."""
    assert process.stdin
    process.stdin.write(f"{line}\n")
    process.stdin.flush()


def test_line_by_line_one_goes_on_with_the_same_hand(tmp_path: Path) -> None:
    words = ["hearts", "--as", "Ann", "--bots", "duck", "--option", "opening=left_of_dealer"]
    with served(tmp_path / "data") as server, talking(*words, "--join", server.url, state=tmp_path) as sit:
        before = update(sit, "Choose 3 of your cards.")
        (hand,) = (line for line in before if line.startswith("Your hand: "))
        server.kill()
        update(sit, DOWN)
        server.start()
        update(sit, BACK)
        say(sit, "hand")
        assert update(sit, "Your hand: ")[-1] == hand
        cards = hand.removeprefix("Your hand: ").replace(",", "").split()
        say(sit, " ".join(cards[:3]))
        after = update(sit, "You may play ")
        now = [line for line in after if line.startswith("Your hand: ")][-1]
        assert set(cards[3:]) - set(now.replace(",", "").split()) == set()
        assert not any(line.startswith(DOWN) for line in after)


def test_what_is_typed_while_the_line_is_down_is_played_when_it_is_back(tmp_path: Path) -> None:
    words = ["hearts", "--as", "Ann", "--bots", "duck", "--option", "opening=left_of_dealer"]
    with served(tmp_path / "data") as server, talking(*words, "--join", server.url, state=tmp_path) as sit:
        before = update(sit, "Choose 3 of your cards.")
        (hand,) = (line for line in before if line.startswith("Your hand: "))
        cards = hand.removeprefix("Your hand: ").replace(",", "").split()
        server.kill()
        update(sit, DOWN)
        say(sit, " ".join(cards[:3]))
        server.start()
        update(sit, "You get ")
        update(sit, "You may play ")


def test_on_the_screen_what_is_chosen_stays_chosen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "RECONNECT_DELAYS", (0.1, *[0.3] * 1000))

    async def sit(server: Server, ticket: Ticket) -> None:
        table = RemoteTable(ticket, "en")
        app = TableApp(table, "en", pace=0)
        async with table, app.run_test(size=(80, 24)) as pilot:
            player = Player(app, pilot)
            await player.turn()
            await player.press("a", "b", "c")
            hand, chosen = player.scene.hand, player.scene.choice
            await asyncio.to_thread(server.kill)
            await player.until(lambda: DOWN in player.text())
            await asyncio.to_thread(server.start)
            await player.until(lambda: BACK in player.text())
            assert (player.scene.hand, player.scene.choice) == (hand, chosen)
            await player.press("enter")
            await player.until(lambda: player.scene.view["phase"] == "tricks")
        assert app.error is None

    with served(tmp_path) as server:
        ticket = asyncio.run(create_table(server.url, game="hearts", name="Ann", seats=["me", *["duck"] * 3]))
        asyncio.run(sit(server, ticket))


@pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")
@pytest.mark.parametrize(
    ("end", "wait"),
    [(Server.kill, "terminal.remote_table.LEAVE_TIMEOUT"), (Server.stop, "server.client.ANSWER_TIMEOUT")],
)
def test_who_leaves_where_nobody_hears_it_does_not_wait(
    end: Callable[[Server], None], wait: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(f"trickbook.{wait}", 3600)
    monkeypatch.setattr(client, "RECONNECT_DELAYS", [1] * 3600)

    async def leave(server: Server, ticket: Ticket) -> None:
        async with RemoteTable(ticket, "en") as table:
            while not (await table.next()).view["asks"]:
                pass
            end(server)
            while end is Server.kill and not (await table.next()).note.startswith(DOWN):
                pass

    with served(tmp_path) as server:
        ticket = asyncio.run(create_table(server.url, game="hearts", name="Ann", seats=["me", *["duck"] * 3]))
        asyncio.run(leave(server, ticket))
