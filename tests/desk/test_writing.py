"""Help while writing: words that fit, what a word means, and texts to begin with."""

from pathlib import Path
from typing import Any

import pytest
from tests.counting import calls
from tests.desk.texts import OMNIBUS
from tests.games import SOME_GAMES

from trickbook.desk.sent_document import check, sent_document
from trickbook.desk.trial import completion, meaning, start
from trickbook.language_server.cursor import cursor
from trickbook.problems import TrickbookError


def proposed(text: str, playable: str | None = None) -> tuple[str, list[str]]:
    """What is proposed at the mark; and what it replaces."""
    at, whole = text.index("|"), text.replace("|", "")
    found = completion(text=whole, at=at, playable=playable, language="en")
    return whole[found["from"] : found["to"]], [one["text"] for one in found["items"]]


def test_keys_words_and_games_are_proposed() -> None:
    assert "cards: " in proposed(OMNIBUS.replace("cards: JD", "|"))[1]
    replaced, words = proposed(OMNIBUS.replace("JD", "J|"))
    assert replaced == "J"
    assert set(words) >= {"JC", "JD", "JH", "JS"}
    assert "hearts" in proposed(OMNIBUS.replace("extends: hearts", "extends: |"))[1]
    assert "queen: null" in proposed(OMNIBUS.replace("bonus_jack:", "|bonus_jack:"))[1]


def test_an_empty_section_offers_what_is_inherited_but_opens_no_file(tmp_path: Path) -> None:
    assert "queen: null" in proposed("trickbook: 1\nextends: hearts\nworth:\n  |")[1]
    secret = tmp_path / "secret.yaml"
    secret.write_text("trickbook: 1\nextends: hearts\nworth: {secret: {cards: JD, is: 1}}\n", "utf-8")
    assert proposed(f"trickbook: 1\nextends: {secret}\nworth:\n  |")[1] == []


def test_words_of_the_last_playable_text_are_known_while_it_is_broken() -> None:
    broken = "trickbook: 1\nextends: hearts\npoints: {extra: {player: 1, when: hearts_b|"
    assert proposed(broken, OMNIBUS) == ("hearts_b", ["hearts_broken"])


def test_a_word_is_explained() -> None:
    at = OMNIBUS.index("cards")
    found = meaning(text=OMNIBUS, at=at + 1, language="en")
    assert (found["from"], found["to"]) == (at, at + len("cards"))
    assert found["says"].startswith("**cards**")
    assert meaning(text=OMNIBUS, at=OMNIBUS.index("\n\n") + 1, language="en")["says"] is None


def test_an_entry_is_of_the_text_or_of_a_game_and_no_file_is_named() -> None:
    text = OMNIBUS.replace("bonus_jack", "queen")
    at = text.index("queen")
    for language, told in (
        ("en", "In `hearts`, changed by your text"),
        ("zh", "出自 `hearts`，你的文本改过"),
    ):
        assert told in meaning(text=text, at=at, language=language)["says"]


@pytest.mark.parametrize("at", [-1, len(OMNIBUS) + 1, None, "3", True, 2.5])
def test_a_place_outside_the_text_is_refused(at: object) -> None:
    with pytest.raises(TrickbookError, match="`at` is a place in the text"):
        meaning(text=OMNIBUS, at=at, language="en")
    with pytest.raises(TrickbookError, match="`at` is a place in the text"):
        completion(text=OMNIBUS, at=at, playable=None, language="en")


def begun(game: object, **asked: Any) -> str:
    wish: dict[str, Any] = {"house": None, "options": None, "title": "Ours", "brief": False, **asked}
    return str(start(game=game, language="en", **wish)["text"])


@pytest.mark.parametrize("name", SOME_GAMES)
def test_any_game_can_be_made_ones_own(name: str) -> None:
    for brief in (False, True):
        found = check(text=begun(name, brief=brief), language="en")
        assert (found["title"], found["playable"]) == ("Ours", True)
        assert [one for one in found["problems"] if one["severity"] == "error"] == []
        assert all(one["passed"] for one in found["examples"])


def test_house_rules_and_options_go_along() -> None:
    for brief in (False, True):
        text = begun("hearts", house=["omnibus"], options={"target": 50}, brief=brief)
        assert "house: [omnibus]" in text
        rules = sent_document(text).ruleset
        assert rules.options["target"] == 50
        assert rules.score([["JD"], [], [], []]) == [-10, 0, 0, 0]
    assert "\n#   bonus: {default: jack}\n" in begun("hearts", house=["omnibus"])


def test_a_brief_start_is_a_few_lines() -> None:
    assert begun("hearts", brief=True) == (
        "trickbook: 1\nname: Ours\nsummary: Hearts with rules of our own.\nextends: hearts\n"
    )


@pytest.mark.parametrize("title", ["null", "true", "yes", "12", "1e3", "~", "a # b", "- a", "@"])
def test_any_title_stays_a_title(title: str) -> None:
    found = check(text=begun("hearts", title=title, brief=True), language="en")
    assert (found["title"], found["playable"]) == (title, True)


@pytest.mark.parametrize("text", ["a" * 131_071 + " ", "a" + " " * 131_069 + "x", "x: " + "a b " * 32_000])
def test_long_lines_are_no_more_work_than_their_length(text: str) -> None:
    half = text[: len(text) // 2]
    assert calls(lambda: cursor(text, len(text))) < 2.5 * calls(lambda: cursor(half, len(half)))


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"game": "barbu", "house": ["jokers-any-time"]}, "joker|rules.yaml"),
        ({"game": "herts"}, "did you mean `hearts`"),
        ({"game": None}, "there is no game"),
        ({"title": " "}, "`title` is the name of the game"),
        ({"title": None}, "`title` is the name of the game"),
        ({"house": ["omnibis"]}, "did you mean `omnibus`"),
        ({"options": {"tarjet": 1}}, "tarjet"),
        ({"house": ["new-moon", "no-moon"]}, "do not go together"),
    ],
)
def test_what_cannot_be_begun_is_refused(asked: dict[str, Any], message: str) -> None:
    with pytest.raises(TrickbookError, match=message):
        begun(**{"game": "hearts", **asked})


def test_a_title_is_one_line_and_no_yaml() -> None:
    text = begun("hearts", title="a: {b\n# c" + "x" * 80, brief=True)
    assert check(text=text, language="en")["title"] == "a: {b # c" + "x" * 50 + "…"
    with pytest.raises(TrickbookError, match="direction of writing"):
        begun("hearts", title="a\u202eb")


def test_the_edition_is_completed_with_its_number() -> None:
    assert proposed("tri|")[1] == ["trickbook: 1"]
    assert proposed("trickbook: |")[1] == ["1"]
