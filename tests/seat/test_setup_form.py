"""Forms: what can be chosen of any game, what is chosen, and what is wrong with it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.games import GAMES

import trickbook
from trickbook.seat import house_rule_choice
from trickbook.seat.house_rule_choice import house_rule_conflicts, house_rule_form
from trickbook.seat.rules_request import RulesRequest, shipped_house_rules
from trickbook.seat.setup_form import game_list, rulebook_fragment, setup_form

TYPES = {"yes_no": bool, "number": int, "seat": int, "choice": str, "cycle": list}


def test_every_game_is_listed() -> None:
    first, *others = (game["name"] for game in game_list())
    assert (first, others) == ("hearts", [name for name in GAMES if name != "hearts"])
    assert {game["title"] for game in game_list("zh")} >= {"拱猪", "红心大战"}
    assert all(game["usual"] in game["players"] and game["summary"] for game in game_list())


@pytest.mark.parametrize("name", ["barbu", "chinese-hearts", "double-hearts", "oh-hell", "rules-of-hearts"])
def test_a_form_holds_every_option_with_its_default(name: str) -> None:
    rules, found = trickbook.load(name), setup_form(game=name, language="zh")
    assert json.loads(json.dumps(found)) == found
    assert found["problems"] == []
    assert {option["name"]: option["value"] for option in found["options"]} == rules.options
    for option in found["options"]:
        names, value = [choice["value"] for choice in option["choices"]], option["value"]
        assert value == option["default"]
        assert not names or (
            all(one in names for one in value) if option["type"] == "cycle" else value in names
        )
        assert isinstance(option["value"], TYPES[option["type"]])
    assert "<h2>" in found["rulebook"]


def test_what_is_chosen_stands_in_the_form() -> None:
    found = setup_form(game="hearts", house=["omnibus"], options={"target": 50}, players=5)
    options = {option["name"]: option for option in found["options"]}
    assert (options["target"]["value"], options["target"]["default"]) == (50, 100)
    assert options["pass_count"]["default"] == 2
    assert [house["name"] for house in found["house"] if house["on"]] == ["omnibus"]
    assert "Omnibus" in found["rulebook"]


def test_house_rules_that_clash_say_so() -> None:
    found = setup_form(game="hearts", house=["no-moon"])
    told = {house["name"]: house["fits"] for house in found["house"]}
    assert told["omnibus"] is True
    assert told["new-moon"] == "`new-moon` and `no-moon` do not go together: There is no moon then."
    chinese = setup_form(game="hearts", house=["no-moon"], language="zh")
    assert {house["name"]: house["fits"] for house in chinese["house"]}[
        "new-moon"
    ] == "与“没有全收”不能同时使用。"
    both = setup_form(game="hearts", house=["no-moon", "new-moon"])
    assert both["rulebook"] is None
    assert [problem["code"] for problem in both["problems"]] == ["conflict"]
    told = {house["name"]: house["fits"] for house in both["house"]}
    assert told["omnibus"] is True
    assert told["new-moon"] == told["no-moon"] != True  # noqa: E712 - a reason


@pytest.fixture
def tried(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Counter[tuple[str, ...]]]:
    """How often each set of house rules is tried, while nothing is known of them; none go together."""
    counted = Counter[tuple[str, ...]]()

    def conflict(wish: RulesRequest) -> str | None:
        counted[wish.house] += 1
        return " and ".join(wish.house) if len(wish.house) > 1 else None

    monkeypatch.setattr(house_rule_choice, "conflict_message", conflict)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    house_rule_conflicts.cache_clear()
    yield counted
    house_rule_conflicts.cache_clear()


def test_house_rules_are_tried_in_pairs_and_each_pair_once(tried: Counter[tuple[str, ...]]) -> None:
    """However many are chosen, in however many ways and processes."""
    chosen = shipped_house_rules()[:4]
    for house in (chosen, chosen[::-1], chosen[:3]):
        wish = RulesRequest("hearts", None, house)
        for clash, language in ((None, "en"), ("a clash", "en"), ("a clash", "zh")):
            form = house_rule_form(wish, (), clash, language)
            assert {one["fits"] is True for one in form if one["on"]} == {clash is None}
            assert {one["fits"] is True for one in form if not one["on"]} == {clash is not None}
        house_rule_conflicts.cache_clear()  # as in another process
    assert set(tried.values()) == {1}
    assert max(map(len, tried)) == 2


def test_what_is_found_of_house_rules_survives_the_process(
    tried: Counter[tuple[str, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A timeout may end a process in the middle."""
    find = house_rule_choice.conflict_message

    def ending(wish: RulesRequest) -> str | None:
        if wish.house == (shipped_house_rules()[9],):
            raise SystemExit
        return find(wish)

    monkeypatch.setattr(house_rule_choice, "conflict_message", ending)
    with pytest.raises(SystemExit):
        house_rule_conflicts("hearts")
    monkeypatch.setattr(house_rule_choice, "conflict_message", find)
    assert len(tried) == 9
    assert tuple(house_rule_conflicts("hearts")) == shipped_house_rules()
    assert set(tried.values()) == {1}


def test_house_rules_that_do_not_fit_are_left_out() -> None:
    names = {house["name"] for house in setup_form(game="spades")["house"]}
    assert names
    assert "omnibus" not in names


@pytest.mark.parametrize("game", ["hearts", "spades"])
def test_a_house_rule_fits_if_the_game_can_be_loaded_with_it(game: str) -> None:
    found = house_rule_conflicts(game)
    for name in shipped_house_rules()[::4]:
        try:
            trickbook.load(game, house=[name])
        except trickbook.TrickbookError:
            assert found[name], name
        else:
            assert found[name] is None, name


def test_a_form_of_a_text_and_of_what_is_wrong() -> None:
    text = "trickbook: 1\nextends: spades\nname: {en: Mine, zh: 我的}\n"
    assert setup_form(text=text, language="zh")["title"] == "我的"
    broken = setup_form(text=text + "play: {x: {keep: heerts}}\n")
    assert [(one["line"], one["column"]) for one in broken["problems"]] == [(4, 18)]
    assert (broken["title"], broken["options"], broken["rulebook"]) == (None, [], None)


def test_house_rules_for_a_text_are_those_for_what_it_rests_on() -> None:
    text = "trickbook: 1\nextends: spades\n"
    assert not {house["name"] for house in setup_form(text=text)["house"]} & {"omnibus", "sun"}
    found = setup_form(text=text.replace("spades", "hearts"), house=["no-moon", "new-moon"])
    told = {house["name"]: house["fits"] for house in found["house"]}
    assert told["omnibus"] is True
    assert told["no-moon"] == told["new-moon"] == found["problems"][0]["message"]


def test_an_option_that_cannot_be_leaves_the_form_to_mend_it() -> None:
    found = setup_form(game="hearts", options={"target": 0})
    assert [problem["message"] for problem in found["problems"]] == [
        "option `target` goes from 1 to 1000, so it cannot be 0"
    ]
    assert len(found["options"]) == len(trickbook.load("hearts").options)


def test_a_fragment_has_no_head_and_cards_by_colour() -> None:
    rules = trickbook.load("hearts")
    found = rulebook_fragment(rules, "zh")
    assert not {"<html", "<style", "<body", "style="} & set(found.split())
    assert '<span class="card colour-red">' in found
    assert '<span class="card colour-black">' in found


def test_what_a_text_says_is_escaped() -> None:
    text = 'trickbook: 1\nextends: hearts\nname: "<script>alert(1)</script>"\n'
    assert "<script" not in setup_form(text=text)["rulebook"]


@pytest.mark.parametrize(
    "request_",
    [
        {"game": "herts"},
        {"house": [[]]},
        {"players": 99},
        {"text": "trickbook: 1\nextends: hearts\nplayers: {count: x}\n"},
    ],
)
def test_what_is_wrong_is_told_in_the_language_of_the_form(request_: dict[str, Any]) -> None:
    english, chinese = (
        setup_form(**{"game": "hearts", **request_}, language=language)["problems"]
        for language in ("en", "zh")
    )
    assert english
    assert all(one["message"] != other["message"] for one, other in zip(english, chinese, strict=True))
