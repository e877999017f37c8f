"""How problems look: to people, to programs, to GitHub."""

import json

import pytest

from trickbook.problems import (
    Place,
    Problem,
    RulesetError,
    TrickbookError,
    nearest,
    shown,
    visible,
)
from trickbook.problems.rendering import FORMATS, render
from trickbook.texts.message import Message

SOURCES = {"game.yaml": "name: Hearts\nplay:\n  folow: led_suit\n"}
UNKNOWN = Problem(
    "unknown-key",
    Message("`folow` is no key of `play`"),
    Place("game.yaml", 3, 3, 5, "play.folow"),
    hint=Message("did you mean `follow`?"),
    related=(Place("base.yaml", 7, 1),),
)
NOTE = Problem("never-fires", Message("no deal came here"), Place("game.yaml", 1, 1, 4), severity="note")


def test_in_full() -> None:
    assert (
        render([UNKNOWN, NOTE], SOURCES)
        == """\
game.yaml:3:3: unknown-key: `folow` is no key of `play`
      folow: led_suit
      ^^^^^
  hint: did you mean `follow`?
  see base.yaml:7:1
game.yaml:1:1: note: never-fires: no deal came here
    name: Hearts
    ^^^^"""
    )


def test_in_full_without_the_source() -> None:
    assert render([NOTE]) == "game.yaml:1:1: note: never-fires: no deal came here"
    beyond = Problem("odd", Message("beyond the end"), Place("game.yaml", 99, 1))
    assert render([beyond], SOURCES) == "game.yaml:99:1: odd: beyond the end"


def test_without_a_place() -> None:
    assert render([Problem("odd", Message("nowhere"))], SOURCES) == "odd: nowhere"
    assert render([Problem("odd", Message("nowhere"))], SOURCES, "github") == "::error title=odd::nowhere"


def test_concise() -> None:
    assert render([UNKNOWN, NOTE], SOURCES, "concise").splitlines() == [
        "game.yaml:3:3: unknown-key: `folow` is no key of `play` (did you mean `follow`?)",
        "game.yaml:1:1: note: never-fires: no deal came here",
    ]


def test_json() -> None:
    first, second = json.loads(render([UNKNOWN, Problem("odd", Message("nowhere"))], SOURCES, "json"))
    assert first == {
        "code": "unknown-key",
        "severity": "error",
        "message": "`folow` is no key of `play`",
        "hint": "did you mean `follow`?",
        "file": "game.yaml",
        "line": 3,
        "column": 3,
        "length": 5,
        "path": "play.folow",
        "related": [{"file": "base.yaml", "line": 7, "column": 1, "length": 1, "path": ""}],
    }
    assert list(first) == list(second)
    assert second["file"] is None


def test_github() -> None:
    odd = Problem("odd", Message("100 %\nor\r, more: so"), Place("a,b:c%.yaml", 2, 5))
    assert render([UNKNOWN, NOTE, odd], SOURCES, "github").splitlines() == [
        "::error file=game.yaml,line=3,col=3,title=unknown-key::"
        + str(UNKNOWN.message)
        + "%0A"
        + str(UNKNOWN.hint),
        "::notice file=game.yaml,line=1,col=1,title=never-fires::no deal came here",
        "::error file=a%2Cb%3Ac%25.yaml,line=2,col=5,title=odd::100 %25\\nor\\r, more: so",
    ]


@pytest.mark.parametrize("style", FORMATS)
def test_no_problems_are_no_text(style: str) -> None:
    assert render([], SOURCES, style) == ("[]" if style == "json" else "")


@pytest.mark.parametrize("style", FORMATS)
def test_nothing_reaches_the_terminal_raw(style: str) -> None:
    odd = "\x1b[31m\x07\r\n\u202e\ud800"
    place = Place(f"{odd}.yaml", 1, 1)
    problem = Problem("odd", Message(odd), place, hint=Message(odd), related=(place,))
    text = render([problem], {f"{odd}.yaml": odd}, style)
    assert all(char.isprintable() or char == "\n" for char in text)
    text.encode("utf-8")


def excerpt(line: str, column: int, length: int = 1) -> list[str]:
    place = Place("f", 1, column, length)
    return [row[4:] for row in render([Problem("odd", Message("odd"), place)], {"f": line}).splitlines()[1:]]


@pytest.mark.parametrize(
    ("line", "column", "length", "expected"),
    [
        ("\ta: b", 2, 1, ["    a: b", "    ^"]),
        ("a\tb", 2, 1, ["a    b", " ^^^^"]),
        ("紅心: x", 2, 1, ["紅心: x", "  ^^"]),
        ("e\u0301a: x", 3, 1, ["e\u0301a: x", " ^"]),
        ("a\x1bb: x", 2, 2, ["a\\x1bb: x", " ^^^^^"]),
        ("abc\r", 4, 1, ["abc", "   ^"]),
        ("abc", 9, 9, ["abc", "   ^"]),
        ("\ufeffabc", 1, 3, ["abc", "^^^"]),
    ],
)
def test_the_caret_stands_under_its_place(line: str, column: int, length: int, expected: list[str]) -> None:
    assert excerpt(line, column, length) == expected


@pytest.mark.parametrize("column", [1, 40, 99, 100, 101, 150, 1_000, 64_990, 65_000])
def test_a_long_line_is_cut_around_the_caret(column: int) -> None:
    line = "".join("0123456789"[index % 10] for index in range(65_000))
    shown_line, carets = excerpt(line, column, 5)
    assert len(shown_line) <= 102
    at_caret = shown_line[carets.index("^") :][: carets.count("^")]
    assert at_caret == line[column - 1 :][:5]


def test_a_line_that_fits_is_shown_whole() -> None:
    assert excerpt("x" * 100, 100)[0] == "x" * 100


def test_a_ruleset_error_tells_all_its_problems() -> None:
    error = RulesetError([UNKNOWN, NOTE], SOURCES)
    assert isinstance(error, TrickbookError)
    assert error.problems == (UNKNOWN, NOTE)
    assert str(error) == render([UNKNOWN, NOTE], SOURCES)


def test_text_in_a_message_is_quoted_and_short() -> None:
    assert shown("hearts") == "`hearts`"
    assert shown("`QS`") == '"`QS`"'
    assert shown("x" * 61) == f"`{'x' * 59}…`"
    assert visible("♥ 紅\ta\u202e") == "♥ 紅\\ta\\u202e"


WORDS = ["hearts", "led_suit", "follow_suit", "penalty", "hearts_broken", "pass", "deal"]


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("heart", "hearts"),
        ("Hearts", "hearts"),
        ("haerts", "hearts"),
        ("led-suit", "led_suit"),
        ("ledsuit", "led_suit"),
        ("penalties", "penalty"),
        ("passes", "pass"),
        ("heart_broken", "hearts_broken"),
        ("folow_suit", "follow_suit"),
        ("spades", None),
        ("", None),
        ("x" * 100_000, None),
    ],
)
def test_the_nearest_word(word: str, meant: str | None) -> None:
    assert nearest(word, WORDS) == meant


def test_the_nearest_word_of_none_is_none() -> None:
    assert nearest("hearts", []) is None


@pytest.mark.parametrize("column", [1, 60, 99, 130, 400, 999, 1000])
@pytest.mark.parametrize("length", [1, 30, 120, 2000])
@pytest.mark.parametrize("text", ["word " * 200, "\t" * 1000, "\u4e2d" * 1000, "\u200b" * 1000])
def test_carets_end_where_the_shown_line_ends(text: str, column: int, length: int) -> None:
    place = Place("long.yaml", 1, column, length)
    _, line, carets = render([Problem("code", Message("message"), place)], {"long.yaml": text}).split("\n")
    wide = sum(2 if char == "\u4e2d" else 1 for char in line)
    assert carets.strip(" ") == "^" * carets.count("^") != ""
    assert len(carets) <= wide
