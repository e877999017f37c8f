"""Outside players: they hear what their seat sees, they may do what they like, and nothing is left behind."""

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import ROOT

import trickbook
from trickbook.bots import outside_player, parse_players, play_game, seated_players
from trickbook.bots.registry import check_player

HELLO = 'import json, sys\nsys.stdin.readline()\nprint(json.dumps({"protocol": 1}), flush=True)\n'
FIRST = (
    HELLO
    + """
for line in sys.stdin:
    said = json.loads(line)
    with open(sys.argv[1], "a") as heard:
        heard.write(line)
    if said["type"] == "turn":
        choose = said["choose"]
        move = said["moves"][0] if said["moves"] else " ".join(choose["from"][: choose["least"]])
        print(json.dumps({"move": move}), flush=True)
"""
)

HEARD_HELLO = HELLO.replace("sys.stdin.readline()", "open(sys.argv[1], 'a').write(sys.stdin.readline())")

Player = Callable[..., str]


@pytest.fixture
def player(tmp_path: Path) -> Player:
    """The name of an outside player that runs this program."""

    def named_so(program: str, *words: str, limit: str = "20s") -> str:
        path = tmp_path / "bot.py"
        path.write_text(program, "utf-8")
        return f"exec@{limit}:{shlex.join([sys.executable, str(path), *words])}"

    return named_so


def played(
    *names: str, game: trickbook.Game | None = None, rules: trickbook.Ruleset | None = None
) -> trickbook.Game:
    rules = rules or trickbook.load("hearts", {"target": 1})
    with seated_players(names, rules, len(names)) as bots:
        *_, last = play_game(rules, game or rules.new_game(len(names), seed=4), bots)
    return last.after


def heard(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def test_an_outside_player_plays_a_match(player: Player, tmp_path: Path) -> None:
    """It passes, it plays, it hears the end; what it hears is what its seat sees."""
    notes = tmp_path / "heard"
    end = played(player(FIRST, str(notes)), "duck", "random", "duck")
    *turns, last = heard(notes)
    assert end.phase == "over"
    assert {turn["view"]["phase"] for turn in turns} == {"pass", "tricks"}
    assert {turn["type"] for turn in turns} == {"turn"}
    assert turns[0]["moves"] is None
    assert (turns[0]["choose"]["least"], turns[0]["choose"]["most"]) == (3, 3)
    assert len(turns[0]["choose"]["from"]) == 13
    assert turns[-1]["moves"] == turns[-1]["view"]["legal"]
    assert last == {"type": "end", "seat": 0, "view": json.loads(json.dumps(end.view(0)))}


def test_hidden_cards_change_nothing_of_what_is_heard(player: Player, tmp_path: Path) -> None:
    """With the hands of two others swapped, the leader hears the same, to the byte."""
    rules = trickbook.load("hearts", {"passing": ["hold"], "target": 1})
    hands = ["2C 5C QS 4H", "6C KC 8D 9H", "AC TD JD QH", "3C 4C 5S KH"]
    said = []
    for number, others in enumerate(([1, 2, 3], [1, 3, 2])):
        notes = tmp_path / f"heard-{number}"
        game = rules.new_game(4, seed=3, hands=[hands[0], *(hands[other] for other in others)])
        played(player(FIRST, str(notes)), "duck", "duck", "duck", game=game, rules=rules)
        said.append(notes.read_text("utf-8").splitlines()[0])
    assert said[0] == said[1]


def test_the_guide_tells_of_all_that_is_heard(player: Player, tmp_path: Path) -> None:
    """Every key of hello, of a turn and of the view stands in the guide to the players."""
    notes = tmp_path / "heard"
    rules = trickbook.load("hearts")
    played(player(FIRST.replace(HELLO, HEARD_HELLO), str(notes)), "duck", "duck", "duck")
    hello, turn, *_ = heard(notes)
    assert (hello["type"], turn["type"], rules.name) == ("hello", "turn", hello["ruleset"])
    guide = (Path(outside_player.__file__).parent / "README.md").read_text("utf-8")
    keys = {"type", *hello, *turn, *turn["view"], *turn["choose"]}
    assert {key for key in keys if f"`{key}`" not in guide and f'"{key}"' not in guide} == set()


def test_it_hears_who_it_is_and_what_is_played(player: Player, tmp_path: Path) -> None:
    hello = tmp_path / "hello"
    program = HELLO.replace("sys.stdin.readline()", f"open({str(hello)!r}, 'w').write(sys.stdin.readline())")
    rules = trickbook.load("hearts", {"target": 7}, house=["omnibus"])
    with seated_players(["random", player(program), "random"], rules, 3):
        pass
    [said] = heard(hello)
    assert (said["type"], said["protocol"], said["seat"], said["players"]) == ("hello", 1, 1, 3)
    assert (said["ruleset"], said["house"], said["time_ms"]) == (rules.name, ["omnibus"], 20_000)
    assert said["options"] == rules.options


ANSWERED = HELLO + "sys.stdin.readline()\n"


@pytest.mark.parametrize(
    ("program", "told"),
    [
        ("raise SystemExit(3)", "it has ended, with exit code 3, instead of an answer to hello"),
        ("import sys\nsys.exit('no luck')", "its error output: `no luck`"),
        ("print('welcome', flush=True)\ninput()", "answer to hello is no JSON object on a line: `welcome`"),
        ("print(7, flush=True)\ninput()", "answer to hello is no JSON object on a line: `7`"),
        ("print('[' * 60000, flush=True)\ninput()", "answer to hello is no JSON object on a line: `[[["),
        ("print('9' * 9000, flush=True)\ninput()", "answer to hello is no JSON object on a line: `999"),
        ("while True: print('x' * 99, end='')", "`xxx"),
        ("while True: print('{\"protocol\": 1}')", '`{"protocol": 1}`'),
        ("import os\nos.write(1, b'\\xff\\n')\ninput()", "on a line: `\ufffd`"),
        ("print('{\"protocol\": 2}', flush=True)\ninput()", 'with {"protocol": 1}, not `{"protocol": 2}`'),
        ("print('{\"protocol\": true}', flush=True)\ninput()", 'not `{"protocol": true}`'),
        ("import os\ninput()\nos.close(1)\ninput()", "it has closed its output"),
        (ANSWERED, "it has ended, with exit code 0, instead of an answer to turn"),
        (ANSWERED + "print('{')", "its answer to turn is no JSON object on a line: `{`"),
        (ANSWERED + "print('QS', end='', flush=True)", "instead of an answer to turn; it said `QS`"),
        (ANSWERED + "print('{}', flush=True)\ninput()", 'must answer turn with {"move": "…"}, not `{}`'),
        (ANSWERED + "print('{\"move\": 5}', flush=True)\ninput()", 'not `{"move": 5}`'),
    ],
)  # fmt: skip
def test_what_it_does_wrongly_is_told(player: Player, program: str, told: str) -> None:
    name = player(program)
    with pytest.raises(trickbook.TrickbookError) as error:
        played("random", name, "random", "random")
    assert told in str(error.value)
    assert str(error.value).startswith("seat 1, `exec@20s:")
    assert str(error.value).isprintable()


def test_one_that_has_closed_its_output_before_its_turn_is_no_loud_one(player: Player) -> None:
    name = player(HELLO + "import os\nos.close(1)\nsys.stdin.read()")
    with pytest.raises(trickbook.TrickbookError, match=r"^seat 1, .*: it has closed its output"):
        played("random", name, name, "random")  # the first is silent by the time the second has begun


@pytest.mark.parametrize(
    ("move", "told"),
    [
        ("AS", "seat 0 may not play `AS`, because of opening: "),
        ("ZZ", "seat 0 cannot play `ZZ`: "),
        ("\x1b[31m", "seat 0 cannot play `\\x1b[31m`: "),
    ],
)
def test_an_illegal_move_is_told_with_its_reason(player: Player, move: str, told: str) -> None:
    rules = trickbook.load("hearts", {"passing": ["hold"]})
    game = rules.new_game(4, seed=1, hands=["2C AS", "3C 3D", "4C 4D", "5C 5D"])
    name = player(ANSWERED + f"print(json.dumps({{'move': {move!r}}}), flush=True)\nsys.stdin.read()")
    with pytest.raises(trickbook.TrickbookError) as error:
        played(name, "duck", "duck", "duck", game=game)
    assert f"made no legal move: {told}" in str(error.value)


def test_one_that_hangs_is_late(player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outside_player, "START_TIMEOUT", 50)
    with pytest.raises(trickbook.TrickbookError, match="no answer to hello within 50 ms; does it flush"):
        played(player("while True: pass", limit="50ms"), "duck", "duck", "duck")


def test_one_that_does_not_listen_keeps_nobody_waiting(player: Player) -> None:
    """It answers the first turns before it has read them, and then reads no more."""
    name = player(HELLO + "import time\ntime.sleep(1000)", limit="200ms")
    with pytest.raises(trickbook.TrickbookError, match="no answer to turn within 200 ms"):
        played("duck", name, "duck", "duck")


@pytest.mark.skipif(sys.platform == "win32", reason="groups of processes are a thing of Unix")
def test_no_process_is_left_behind(player: Player, tmp_path: Path) -> None:
    """Whoever starts a process of its own, and would go on, is ended with it."""
    numbers = tmp_path / "numbers"
    program = f"""
import subprocess, sys
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1000)"])
open({str(numbers)!r}, "w").write(str(child.pid))
{HELLO}
sys.stdin.readline()
print("garbage", flush=True)
import time
time.sleep(1000)
"""
    with pytest.raises(trickbook.TrickbookError):
        played(player(program), "duck", "duck", "duck")
    assert gone(int(numbers.read_text("utf-8")))


def heeding() -> None:
    """Heed interrupts, which a shell has its background jobs ignore."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")
@pytest.mark.parametrize(("sign", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
@pytest.mark.parametrize("command", ["play", "arena"])
def test_a_command_that_is_stopped_ends_its_players(
    player: Player, tmp_path: Path, command: str, sign: signal.Signals, code: int
) -> None:
    number = tmp_path / "number"
    program = HELLO + f"import os, time\nopen({str(number)!r}, 'w').write(str(os.getpid()))\ntime.sleep(1000)"
    names = f"{player(program)},duck"
    words = [sys.executable, "-m", "trickbook", command, "hearts", "--bots", names, "--seed", "1"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "interpreter")}
    with subprocess.Popen(
        words,
        env=environment,
        stdout=subprocess.DEVNULL,
        preexec_fn=heeding,  # noqa: PLW1509 - nothing else runs in this process
    ) as running:
        while not (number.exists() and number.read_text("utf-8")):
            time.sleep(0.01)
        running.send_signal(sign)
        assert running.wait(300) == code
    assert gone(int(number.read_text("utf-8")))


def gone(number: int) -> bool:
    """Whether a process has ended, or will in a moment."""
    for _ in range(6000):
        try:
            os.kill(number, 0)
        except ProcessLookupError:
            return True
        state = Path(f"/proc/{number}/stat")
        if state.exists() and state.read_text("utf-8").rpartition(")")[2].split()[0] == "Z":
            return True
        time.sleep(0.01)
    return False


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("dcuk", "there is no player 'dcuk'; did you mean 'duck'?"),
        ("", "there is no player ''; there are duck"),
        ("python mybot.py", "did you mean 'exec:python mybot.py'?"),
        ("./mybot", "did you mean 'exec:./mybot'?"),
        ("exec:", "`exec:` names no command, as exec:python bot.py does"),
        ("exec@5s", "`exec@5s` names no command"),
        ("exec:'", "names no command: No closing quotation"),
        ("exec@:x", "`` is no time limit, as 500ms and 2s are"),
        ("exec@fast:x", "`fast` is no time limit"),
        ("exec@٣s:x", "`٣s` is no time limit"),
        ("montecarlo@1٣", "`1٣` is no budget"),
        ("exec@0ms:x", "a time limit is from 1ms to 3600s, not 0ms"),
        ("exec@3601s:x", "a time limit is from 1ms to 3600s, not 3601s"),
    ],
)
def test_what_is_no_player_is_told(name: str, told: str) -> None:
    with pytest.raises(trickbook.TrickbookError) as error:
        parse_players(name)
    assert told in str(error.value)


def test_players_are_named_in_a_list() -> None:
    assert parse_players("duck, random,exec:python my\\ bot.py") == (
        "duck",
        "random",
        "exec:python my\\ bot.py",
    )
    command = check_player("exec@2s:python 'my bot.py'")
    assert command is not None
    assert command == (("python", "my bot.py"), 2000)


def test_what_cannot_be_started_is_told() -> None:
    with pytest.raises(
        trickbook.TrickbookError, match="seat 0, `exec:nowhere/nothing`: it cannot be started: "
    ):
        played("exec:nowhere/nothing", "duck", "duck", "duck")
