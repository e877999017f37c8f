"""Opening: rules that come from strangers are read within the language's limits, and open no file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.seat.requests import answer_to

import trickbook
from trickbook.loading import dependencies
from trickbook.seat.rules_request import MAX_RULESET_LENGTH, SENT_FILE
from trickbook.source import fetch
from trickbook.source.files import folder

MINE = "trickbook: 1\nextends: hearts\nname: Mine\noptions: {target: {default: 30}}\n"


@pytest.fixture
def secret(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with files that nobody may read from afar; every file that is fetched is looked at."""
    for name in ("secret.yaml", SENT_FILE):
        (tmp_path / name).write_text("trickbook: 1\nextends: hearts\nname: secret\n", "utf-8")
    monkeypatch.chdir(tmp_path)

    def looked_at(path: Path) -> object:
        assert Path(path).is_relative_to(folder("rulesets")), path
        return fetch(path)

    monkeypatch.setattr(dependencies, "fetch", looked_at)
    dependencies._opened.cache_clear()  # noqa: SLF001 - what was read before is read again
    return tmp_path


def test_a_text_is_a_game_with_house_rules_and_options() -> None:
    found = answer_to(text=MINE, house=["omnibus"], options={"moon": "convention"}, players=3)
    assert found.problems == ()
    assert found.rules
    assert (found.rules.title, found.rules.usual, found.rules.house) == ("Mine", 3, ("omnibus",))
    assert found.rules.options["target"] == 30
    assert found.rules.options["moon"] == "convention"
    game = found.rules.new_game(seed=1)
    assert f"ruleset {SENT_FILE}" in game.record()
    assert trickbook.replay(game.record(), found.rules) == game


def test_the_text_itself_is_read_and_no_file_of_its_name(secret: Path) -> None:
    found = answer_to(text=MINE)
    assert found.rules
    assert found.rules.title == "Mine"


@pytest.mark.parametrize("key", ["extends", "house", "fits"])
@pytest.mark.parametrize(
    "name", ["secret.yaml", "./secret.yaml", "{tmp}/secret.yaml", "../x/secret.yaml", "/etc/passwd", "a/b"]
)
def test_a_text_names_no_file(secret: Path, key: str, name: str) -> None:
    extends = "" if key in ("extends", "fits") else "extends: hearts\n"
    text = f"trickbook: 1\n{extends}{key}: {name.format(tmp=secret)}\nname: Mine\n"
    found = answer_to(text=text)
    assert found.rules is None
    assert found.problems
    assert "secret: " not in str(found.problems)


@pytest.mark.parametrize(
    "asked",
    [
        {"game": "secret.yaml"},
        {"game": "./secret.yaml"},
        {"game": "/etc/passwd"},
        {"game": "house/sun"},
        {"game": "standard-pack"},
        {"game": None},
        {"game": ["hearts"]},
        {"game": "hearts", "house": ["secret.yaml"]},
        {"game": "hearts", "house": ["./secret.yaml"]},
        {"game": "hearts", "house": ["house/../../secret"]},
        {"game": "hearts", "house": [{}]},
        {"game": "hearts", "house": "omnibus"},
        {"game": "hearts", "house": ["omnibus"] * 65},
        {"game": "hearts", "house": ["new-moon", "no-moon"]},
        {"game": "hearts", "players": 7},
        {"game": "hearts", "players": "4"},
        {"game": "hearts", "players": True},
        {"game": "hearts", "options": ["target"]},
        {"game": "hearts", "options": {"target": 0}},
        {"game": "hearts", "options": {"target": {}}},
        {"game": "hearts", "options": {1: 2}},
        {"game": "hearts", "options": {"targt": 5}},
        {"text": 5},
        {"text": ""},
        {"text": "\x00"},
        {"text": "a: ["},
        {"text": "x" * 300_000},
        {"text": "#" * (MAX_RULESET_LENGTH + 1)},
        {"text": "a: &a [*a, *a]"},
        {"text": "[" * 1000},
        {"text": "trickbook: 1\nextends: haerts\n"},
        {"text": "trickbook: 1\nextends: hearts\nsteps: {deal: null}\n"},
        {"text": "\ud800"},
        {"text": "trickbook: 1\nextends: hearts\nname: a\u202eb\n"},
        {"text": "trickbook: 1\nextends: hearts\nname: a\u2066b\n"},
        {"text": 'trickbook: 1\nextends: hearts\nname: "a\\u202Eb"\n'},
        {"text": 'trickbook: 1\nextends: hearts\nname: "a\\U0000202eb"\n'},
    ],
)
def test_what_cannot_be_is_told_as_data(secret: Path, asked: dict[str, Any]) -> None:
    found = answer_to(**asked)
    assert found.rules is None
    assert found.problems
    for problem in found.problems:
        assert problem["message"]
        assert {"code", "message", "file", "line", "column", "length", "hint"} == problem.keys()


def test_problems_are_told_with_line_and_column_and_what_helps() -> None:
    (problem,) = answer_to(text="trickbook: 1\nextends: haerts\n").problems
    assert (problem["file"], problem["line"], problem["column"]) == (SENT_FILE, 2, 10)
    assert "hearts" in problem["hint"]


def test_a_file_that_is_named_like_a_game_is_taken_for_it() -> None:
    (problem,) = answer_to(text="trickbook: 1\nextends: hearts.yaml\n").problems
    assert problem["hint"] == "did you mean `hearts`?"


@pytest.mark.parametrize(("game", "depth"), [("hearts", 5), ("double-hearts", 3)])
def test_rules_by_which_a_move_takes_long_are_not_taken(game: str, depth: int) -> None:
    words = ["  w0: {is: count of hand}"]
    words += [f"  w{n}: {{is: {' + '.join([f'w{n - 1}'] * 9)}}}" for n in range(1, depth)]
    text = f"trickbook: 1\nextends: {game}\nwords:\n"
    (problem,) = answer_to(text=text + "\n".join(words)).problems
    assert "a server allows at most" in problem["message"]
    assert answer_to(text=text + words[0]).rules
