"""What an author is told as soon as something is written."""

import json
from pathlib import Path

import pytest
from tests.desk.texts import OMNIBUS, SLIP, TOLD
from tests.games import SOME_GAMES

from trickbook.analysis.validation import validate
from trickbook.desk.sent_document import check
from trickbook.desk.trial import meaning
from trickbook.loading import shipped
from trickbook.problems import Place, TrickbookError
from trickbook.seat.rules_request import reader_text
from trickbook.texts.languages import spoken_language
from trickbook.texts.message import Message, every


def told(text: object, language: str = "en") -> dict[str, object]:
    found = check(text=text, language=language)
    assert json.loads(json.dumps(found)) == found
    return found


def test_a_fine_text() -> None:
    found = told(OMNIBUS)
    assert (found["title"], found["playable"], found["problems"]) == ("Omnibus", True, [])
    assert (found["players"], found["usual"]) == ([3, 4, 5, 6], 4)
    assert [79, 80, "enumMember"] not in found["colours"]  # type: ignore[operator]
    jack, ten = OMNIBUS.index("JD"), OMNIBUS.index("10}")
    assert found["colours"] == [
        [jack, jack + 2, "enumMember"],
        [ten - 1, ten, "operator"],
        [ten, ten + 2, "number"],
    ]


def test_a_problem_has_its_place_and_what_to_write_instead() -> None:
    found = check(text=SLIP, language="en")
    (problem,) = found["problems"]
    assert not found["playable"]
    assert (problem["severity"], problem["code"], problem["message"]) == (
        "error",
        "unknown-key",
        "`card` is not a key of a worth",
    )
    assert (problem["file"], problem["line"], problem["column"], problem["length"]) == (None, 6, 16, 4)
    begin = SLIP.index("card:")
    assert problem["fix"] == {"from": begin, "to": begin + 4, "text": "cards"}
    assert problem["says"].startswith("There is no such key here.")
    assert problem["wrong"] != problem["right"]


def test_a_fix_writes_in_the_place_of_its_problem() -> None:
    text = OMNIBUS + "".join(
        f"  w{n}: {{{'card' if n % 2 else 'colour'}: {n + 2}S, is: 1}}\n" for n in range(7)
    )
    problems = check(text=text, language="en")["problems"]
    assert [fix["text"] for one in problems if (fix := one["fix"])] == ["cards"] * 3
    assert {text[fix["from"] : fix["to"]] for one in problems if (fix := one["fix"])} == {"card"}


def test_examples_are_run() -> None:
    found = check(text=TOLD, language="en")
    holds, fails = found["examples"]
    assert (holds["name"], holds["says"], holds["passed"], holds["differences"]) == (
        "jack_alone",
        "The jack takes ten points off.",
        True,
        [],
    )
    assert (fails["name"], fails["line"], fails["passed"]) == ("jack_and_queen", 13, False)
    assert fails["differences"] == [{"expected": "points: 4 0 0 0", "found": "points: 3 0 0 0"}]
    (problem,) = found["problems"]
    assert problem["code"] == "wrong-example"
    assert found["playable"], "a wrong example hinders no game"


def test_a_text_that_cannot_be_read_keeps_its_old_colours() -> None:
    found = told("worth: {queen: [")
    assert (found["title"], found["colours"], found["playable"]) == (None, None, False)


@pytest.mark.parametrize("text", ["", "  \n\n", "# only a comment\n"])
def test_an_empty_page_is_no_error_until_something_is_written(text: str) -> None:
    found = told(text)
    assert not found["playable"]
    assert found["examples"] == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (None, "a ruleset is sent as text, not None"),
        (7, "a ruleset is sent as text, not 7"),
        ("x" * 131_073, "a ruleset that is sent has at most 131,072 characters, not 131,073"),
        ("name: a\u202eb", "the text has characters that turn the direction of writing; leave them out"),
    ],
)
def test_what_is_no_text_is_refused(text: object, message: str) -> None:
    with pytest.raises(TrickbookError, match=message):
        check(text=text, language="en")


@pytest.mark.parametrize("key", ["extends", "house", "fits"])
def test_no_file_is_opened(key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "secret.yaml").write_text("trickbook: 1\nname: secret\n", "utf-8")
    (tmp_path / "rules.zh.yaml").write_text("name: secret\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    text = f"{OMNIBUS}\n{key}: ./secret.yaml\n".replace("\0" if key == "house" else "extends: hearts\n", "")
    found = told(text, "zh")
    assert not found["playable"]
    assert "只能依据 Trickbook 自带的规则集" in json.dumps(found, ensure_ascii=False)
    assert '"secret"' not in json.dumps(found)


def test_a_file_of_examples_opens_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "other.yaml").write_text(OMNIBUS, "utf-8")
    found = told("ruleset: ./other.yaml\nexamples: {one: {given: {taken: {0: JD}}, points: [0, 0, 0, 0]}}\n")
    assert found["examples"] == []
    assert "Omnibus" not in json.dumps(found)


def test_rules_that_are_too_costly_for_a_server_are_refused() -> None:
    words = ["  w0: count of hand", *(f"  w{n}: {' + '.join([f'w{n - 1}'] * 9)}" for n in range(1, 5))]
    (problem,) = check(text=f"{OMNIBUS}\nwords:\n" + "\n".join(words), language="en")["problems"]
    assert "a server allows at most" in problem["message"]


@pytest.mark.parametrize("name", SOME_GAMES)
def test_a_shipped_game_is_told_of_as_by_validate(name: str) -> None:
    text = shipped()[name].read_text("utf-8")
    found = check(text=text, language="en")
    assert found["playable"]
    wanted = [one.message for one in validate(name, quick=True).problems]
    assert [one["message"] for one in found["problems"]] == wanted
    assert all(one["passed"] for one in found["examples"])


def test_a_place_in_a_file_is_a_line_of_the_text_or_of_a_ruleset() -> None:
    problem, *_ = check(text=OMNIBUS + "words: {penalty: null}\n", language="en")["problems"]
    line = OMNIBUS.count("\n") + 1
    assert problem["file"] == "hearts"
    assert f"was removed by line {line} of your text" in problem["hint"]
    place = Place("rulesets/house/new-moon.yaml", 9, 3)
    message = Message("see {place}", place=every([place.at_line(), place.at_column(), "rules.yaml:3:1"]))
    assert reader_text(message, "en") == "see line 9 of `new-moon`, line 9 of `new-moon` and rules.yaml:3:1"


@pytest.mark.parametrize("tag", [None, 5, [], "x" * 100_000, "../x", "", "\0", "fr"])
def test_who_asks_in_no_language_is_answered_in_english(tag: object) -> None:
    text = "trickbook: 1\nname: Mine\nextends: hearts\nfoo: 1\n"
    assert check(text=text, language=tag) == check(text=text, language="en")
    assert meaning(text=text, at=2, language=tag) == meaning(text=text, at=2, language="en")
    assert spoken_language(tag) == "en"


def test_a_place_in_the_words_of_an_author_stays() -> None:
    says = 'Read "see rules.yaml:3" there.'
    text = f"trickbook: 1\nextends: hearts\nrequires: {{few: {{that: target > 5000, says: '{says}'}}}}\n"
    (problem,) = check(text=text, language="en")["problems"]
    assert says in problem["message"]


def test_the_words_of_an_author_are_not_translated() -> None:
    says = "Choose another (with 4 players)"
    text = f"trickbook: 1\nextends: hearts\nrequires: {{few: {{that: target > 5000, says: {says}}}}}\n"
    (problem,) = check(text=text, language="zh")["problems"]
    assert (problem["lang"], problem["message"].endswith(says)) == ("zh", True)
