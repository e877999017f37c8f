"""The terminal screen as a real program in a real terminal, by tmux."""

import os
import shlex
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from shutil import which
from uuid import uuid4

import pytest

import trickbook

ROOT = Path(__file__).parents[2]


class Terminal:
    """A terminal of some columns and rows, in which a command runs."""

    def __init__(self, socket: str, name: str, command: str, size: tuple[int, int] = (80, 24)) -> None:
        """Open it."""
        self.socket, self.name = socket, name
        columns, rows = map(str, size)
        self._tmux("new-session", "-d", "-s", name, "-x", columns, "-y", rows, command)

    def _tmux(self, *words: str) -> str:
        program = which("tmux")
        assert program, "these tests need tmux: make test-web installs it where that is allowed"
        call = [program, "-L", self.socket, "-f", "/dev/null", *words]
        return subprocess.run(call, check=True, capture_output=True, encoding="utf-8", timeout=300).stdout

    def close(self) -> None:
        """Close it, if it is still there."""
        with suppress(subprocess.CalledProcessError):
            self._tmux("kill-session", "-t", self.name)

    def type(self, *keys: str) -> None:
        """Press keys."""
        self._tmux("send-keys", "-t", self.name, *keys)

    def resize(self, columns: int, rows: int) -> None:
        """Make it larger or smaller."""
        self._tmux("resize-window", "-t", self.name, "-x", str(columns), "-y", str(rows))

    def text(self) -> str:
        """What stands in it."""
        lines = self._tmux("capture-pane", "-p", "-J", "-t", self.name).splitlines()
        return "\n".join(line.rstrip() for line in lines)

    def shows(self, *words: str, seconds: float = 300) -> str:
        """Wait until something stands in it."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            text = self.text()
            if all(word in text for word in words):
                return text
            time.sleep(0.1)
        raise AssertionError(f"{words} did not appear:\n{self.text()}")


Open = Callable[..., Terminal]


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Open]:
    """Open terminals for `trickbook sit`; when it ends, a shell is left."""
    socket = f"trickbook-{uuid4().hex}"
    opened: list[Terminal] = []

    def open_(*words: str, size: tuple[int, int] = (80, 24), **variables: str) -> Terminal:
        known = {"PYTHONPATH": str(ROOT / "interpreter"), "LANG": "C.UTF-8", "PATH": os.environ["PATH"]}
        known |= {"XDG_STATE_HOME": str(tmp_path / "state"), **variables}
        call = ["env", "-u", "COLUMNS", "-u", "LINES", *(f"{name}={value}" for name, value in known.items())]
        call += [sys.executable, "-m", "trickbook", "sit", *words]
        command = f"cd {shlex.quote(str(tmp_path))} && {shlex.join(call)}; exec sh"
        opened.append(Terminal(socket, f"t{len(opened)}", command, size))
        return opened[-1]

    yield open_
    for one in opened:
        one.close()


def test_a_trick_is_played_and_the_game_kept(terminal: Open, tmp_path: Path) -> None:
    table = terminal("hearts", "--seed", "7")
    table.shows("Pass to Duck 1: choose 3, 0 chosen", "Q♠")
    table.type("k", "l", "m")
    table.shows("Choose Q♠ K♥ A♥")
    table.type("Enter")
    table.shows("You get 6♥ 10♥ J♥.", "Tricks: your turn")
    table.type("f")
    table.shows("Follow suit if you can. (follow_suit)")
    table.type("a", "Enter")
    table.shows("Duck 2 takes the trick.", "Tricks: your turn")
    table.type("Q")
    table.shows("Leave the table?")
    table.type("Enter")
    table.shows("The game is saved in hearts-7.record", "trickbook sit --from hearts-7.record")
    record = trickbook.replay((tmp_path / "hearts-7.record").read_text("utf-8"))
    assert len(record.tricks) == 1


def test_it_follows_the_size_of_the_terminal(terminal: Open, tmp_path: Path) -> None:
    table = terminal("chinese-hearts", "--seed", "7", "--lang", "zh", size=(120, 40))
    table.shows("亮牌", "小鸭2")
    table.resize(80, 24)
    assert max(map(len, table.shows("亮牌", "小鸭2").splitlines())) <= 80
    table.resize(60, 20)
    table.shows("80 × 24", "60 × 20")
    table.resize(100, 30)
    table.shows("小鸭3")
    table.type("d", "Enter")
    table.shows("选1张", "已选0张", "12张")
    table.type("C-c")
    table.shows("chinese-hearts-7.record")
    assert (tmp_path / "chinese-hearts-7.record").exists()


def test_a_terminal_that_is_closed_loses_nothing(terminal: Open, tmp_path: Path) -> None:
    table = terminal("hearts", "--seed", "7", "--option", "passing=hold")
    table.shows("Tricks: your turn")
    table.type("a", "Enter")
    table.shows("Last trick")
    table.close()
    until = time.monotonic() + 300
    while not (tmp_path / "hearts-7.record").exists() and time.monotonic() < until:
        time.sleep(0.1)
    assert trickbook.replay((tmp_path / "hearts-7.record").read_text("utf-8")).tricks


def test_simple_terminals_are_sent_to_plain_mode(terminal: Open) -> None:
    terminal("hearts", TERM="dumb").shows(
        "this terminal cannot draw a table; use --plain to play line by line"
    )
    table = terminal("hearts", "--seed", "7", "--plain", TERM="dumb")
    table.shows("Choose 3 of your cards.")
    table.type("qs ah kh", "Enter")
    table.shows("You get 6H 10H JH.")
    table.type("C-d")
    table.shows("saved in hearts-7.record")


def test_letters_stand_for_signs(terminal: Open) -> None:
    text = terminal("hearts", "--seed", "7", "--letters").shows("Pass to Duck 1: choose 3", "QS")
    assert text.isascii()


def test_two_terminals_play_at_one_table(terminal: Open, house: str) -> None:
    ann = terminal("hearts", "--join", house, "--as", "Ann", "--option", "passing=hold")
    link = next(word for word in ann.shows("#table=", "&").replace("\n", "").split() if "#table=" in word)
    bob = terminal("--join", link.partition("&")[0], "--as", "Bob", XDG_STATE_HOME="elsewhere")
    ann.shows("Bob", "empty seats: 2")
    ann.type("F")
    ann.shows("in hand")
    bob.shows("Ann", "in hand")
    for table in (ann, bob):
        table.type("Q")
        table.shows("Leave the table?")
        table.type("Enter")
        table.shows("To return: trickbook sit --join")
