"""`trickbook replay`: what was changed in a record is found; the changes stand in ``replays.yaml``."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.cli.conftest import Call
from tests.games import SOME_GAMES

import trickbook
from trickbook.loading.files import find
from trickbook.records.parser import LONGEST

CHANGES = yaml.safe_load(Path(__file__).with_name("replays.yaml").read_text("utf-8"))


@pytest.fixture
def record(call: Call, tmp_path: Path) -> Path:
    path = tmp_path / "game.txt"
    options = ("--option", "passing=hold", "--option", "opening=left_of_dealer")
    call("play", "hearts", *options, "--seed", "7", "--deals", "2", "--record", str(path))
    text = path.read_text("utf-8")
    assert text.startswith("Trickbook record 1\nruleset hearts\n")
    return path


@pytest.mark.parametrize("name", SOME_GAMES)
def test_a_record_holds_the_game_that_was_played(call: Call, name: str, tmp_path: Path) -> None:
    path = str(tmp_path / "game.txt")
    played = call("play", name, "--seed", "3", "--show", "scores", "--record", path).output
    result = call("replay", path)
    assert result.exit_code == 0, result.output
    sheet = result.output.partition("Scores:")[2]
    assert sheet
    assert sheet in played
    assert f"{path}: every move and every score is right." in result.output
    assert f"{name} for " in result.output


def test_a_record_may_come_from_windows(call: Call, record: Path) -> None:
    text = record.read_text("utf-8")
    record.write_bytes(text.replace("\n", "\r\n").encode())
    assert call("replay", str(record)).exit_code == 0
    record.write_text(text, "utf-8-sig")
    assert call("replay", str(record)).exit_code == 0
    record.write_bytes(text.replace("\n", "\r\n").replace("Deal 2", "Hello\r\nDeal 2").encode())
    result = call("replay", str(record))
    assert (result.exit_code, "    Hello\n    ^^^^^\n" in result.output) == (1, True), result.output


def test_options_come_with_the_record(call: Call, record: Path) -> None:
    assert (
        "hearts for 4 players, seed 7, passing hold, opening left_of_dealer"
        in call("replay", str(record)).output
    )


@pytest.mark.parametrize("changed", CHANGES, ids=lambda changed: repr(changed["change"]["to"]))
def test_a_changed_record_is_found_out(call: Call, record: Path, changed: dict[str, Any]) -> None:
    text = record.read_text("utf-8")
    after = re.sub(changed["change"]["from"], changed["change"]["to"], text, count=1, flags=re.MULTILINE)
    assert after != text
    record.write_text(after, "utf-8")
    result = call("replay", str(record))
    head = re.match(rf"{re.escape(str(record))}:(\d+):\d+: {changed['code']}: ", result.output)
    assert result.exit_code == 1
    assert head, result.output
    assert changed["says"] in result.output
    line = after.split("\n")[int(head[1]) - 1]
    assert line.startswith(changed.get("at", ""))


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"\x7fELF\x00\xff", "not-utf8"),
        (b"\xff\xfeT\x00r\x00", "not-utf8"),
        (b"# " + b"x" * LONGEST, "too-large"),
        (b"\n" * 100_000, "bad-record"),
    ],
    ids=["binary", "UTF-16", "huge", "blank"],
)
def test_what_is_no_record_is_refused(call: Call, tmp_path: Path, data: bytes, code: str) -> None:
    path = tmp_path / "game.txt"
    path.write_bytes(data)
    result = call("replay", str(path))
    assert (result.exit_code, f": {code}: " in result.output) == (1, True), result.output


def test_a_ruleset_of_ones_own_is_found_beside_the_record(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own, path = tmp_path / "my-hearts.yaml", tmp_path / "game.txt"
    own.write_text("trickbook: 1\nname: Mine\nextends: hearts\noptions: {target: {default: 30}}\n", "utf-8")
    assert call("play", str(own), "--seed", "1", "--record", str(path)).exit_code == 0
    assert call("replay", str(path)).exit_code == 0
    path.write_text(path.read_text("utf-8").replace("my-hearts", "my-hearts  # of my own"), "utf-8")
    assert call("replay", str(path)).exit_code == 0
    moved = own.rename(tmp_path / "moved.yaml")
    lost = call("replay", str(path))
    assert (lost.exit_code, "the ruleset `my-hearts` cannot be loaded" in lost.output) == (1, True)
    monkeypatch.chdir(tmp_path)
    call("play", "moved.yaml", "--seed", "1", "--deals", "1", "--record", "other.txt")
    moved = moved.rename(tmp_path / "once-more.yaml")
    lost = call("replay", "other.txt")
    assert "the ruleset `moved.yaml` cannot be loaded: there is no such file" in lost.output
    assert "hint: say where it is, with `--ruleset` or" in lost.output
    given = call("replay", "other.txt", "--ruleset", "once-mor.yaml")
    assert (given.exit_code, "Invalid value for '--ruleset'" in given.output) == (2, True), given.output
    assert "there is no such file; did you mean `once-more.yaml`?" in given.output
    assert call("replay", str(path), "--ruleset", str(moved)).exit_code == 0


def test_house_rules_of_ones_own_are_found_beside_the_record(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, elsewhere = tmp_path / "our, table", tmp_path / "elsewhere"
    (table / "rules").mkdir(parents=True)
    elsewhere.mkdir()
    own = table / "rules" / "queen.yaml"
    own.write_text("trickbook: 1\nname: Queen\nworth: {queen: {cards: QS, is: 7}}\n", "utf-8")
    monkeypatch.chdir(table)
    words = ("--house", "rules/queen.yaml", "--house", "sun", "--seed", "1", "--deals", "1")
    assert call("play", "hearts", *words, "--record", "game.txt").exit_code == 0
    monkeypatch.chdir(elsewhere)
    path = str(table / "game.txt")
    assert call("replay", path).exit_code == 0
    own = own.rename(table / "queen.yaml")
    replayed = call("replay", path)
    assert replayed.exit_code == 0, replayed.output
    assert "house rule rules/queen.yaml, house rule sun" in replayed.output
    assert call("why", path).exit_code == 0
    text = Path(path).read_text("utf-8")
    assert trickbook.replay(text, beside=table).record() == text
    own.unlink()
    lost = call("replay", path)
    assert (lost.exit_code, f"{path}:3:1: bad-record: " in lost.output) == (1, True), lost.output
    assert "there is no file `rules/queen.yaml` to lay over it" in lost.output


def test_a_record_can_be_held_against_other_rules(call: Call, record: Path) -> None:
    result = call("replay", str(record), "--ruleset", str(find("hearts")))
    assert result.exit_code == 0, result.output
    result = call("replay", str(record), "--ruleset", "rules-of-hearts")
    assert (result.exit_code, "other-rules" in result.output) == (1, True)


def test_a_house_rule_that_changed_is_among_what_may_have_changed(call: Call, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    call("play", "hearts", "--house", "omnibus", "--seed", "1", "--deals", "1", "--record", str(path))
    path.write_text(path.read_text("utf-8").replace("house omnibus", "house sun"), "utf-8")
    result = call("replay", str(path))
    assert result.exit_code == 1
    assert "another version of the ruleset, its house rules, other options or" in result.output


@pytest.mark.parametrize("name", ["a" * 300, "../" * 2000 + "x", "\x1b[31m", "two\nlines", "\udcff"])
def test_no_name_is_too_odd(call: Call, record: Path, name: str) -> None:
    """Neither for a record, nor for the ruleset that it names."""
    record.write_text(record.read_text("utf-8").replace("ruleset hearts", "ruleset " + "x" * 300), "utf-8")
    for words in (("replay", name), ("replay", str(record)), ("replay", str(record), "--ruleset", name)):
        result = call(*words)
        assert (result.exit_code in (1, 2), type(result.exception)) == (True, SystemExit), result.output
        assert "\x1b" not in result.output


IDLE = """
trickbook: 1
name: Idle
extends: [short-pack, highest-wins]
players: {count: 4}
match: {ends: {target: null}, max_deals: 6}
options: {target: null}
"""
IDLE_DEALS = {
    "the first": "steps: {foul: {after: deal, when: deal is 1, end: unscored}}",
    "two in a row": "steps: {foul: {after: deal, when: deal is 3 or deal is 4, end: unscored}}",
    "the last two": "steps: {tricks: {when: deal < 5}}",
    "where all rest": "resting: {all: {when: deal is 2}}",
    "all": "steps: {foul: {after: deal, when: deal > 0, end: unscored}}",
}


@pytest.mark.parametrize("rules", IDLE_DEALS.values(), ids=IDLE_DEALS)
def test_deals_in_which_nobody_decides_anything_are_checked(rules: str, call: Call, tmp_path: Path) -> None:
    path, record = tmp_path / "idle.yaml", tmp_path / "idle.record"
    path.write_text(IDLE + rules, "utf-8")
    assert call("play", str(path), "--seed", "1", "--record", str(record)).exit_code == 0
    text = record.read_text("utf-8")
    game = trickbook.replay(text, path)
    assert (len(game.deals), game.phase, game.record().splitlines()[3:]) == (6, "over", text.splitlines()[3:])
    for number in range(2, 7):
        wrong = text.replace(f"Deal {number} dealer", "Deal 9 dealer")
        with pytest.raises(trickbook.RecordError, match=f"this should be deal {number}, dealt by"):
            trickbook.replay(wrong, path)
    with pytest.raises(trickbook.RecordError, match="the rules give `Points"):
        trickbook.replay(re.sub(r"(?s)(.*)Points .*?\n", r"\1Points 7 7 7 7\n", text), path)


def test_no_more_deals_are_played_than_were_asked_for(call: Call, tmp_path: Path) -> None:
    path = tmp_path / "idle.yaml"
    path.write_text(IDLE + IDLE_DEALS["two in a row"], "utf-8")
    output = call("play", str(path), "--seed", "1", "--deals", "2").output
    assert "Stopped after" in output
