"""Loading: a shipped name or a path, options, what the rules tell of themselves, and the digest."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import trickbook

SHIPPED = ["cancellation-hearts", "chinese-hearts", "double-hearts", "hearts", "rules-of-hearts"]
COUNTS = {"hearts": (3, 4, 5, 6), "chinese-hearts": (3, 4, 5, 6), "cancellation-hearts": (5, 6, 7, 8, 9, 10)}


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_game_is_loaded_by_name(name: str) -> None:
    rules = trickbook.load(name)
    assert rules.name == name
    assert tuple(rules.players) == COUNTS.get(name, (4,))
    assert re.fullmatch("[0-9a-f]{64}", rules.digest)


def test_a_game_is_loaded_by_its_path(tmp_path: Path) -> None:
    path = tmp_path / "short-hearts.yaml"
    path.write_text(
        "trickbook: 1\nname: Short Hearts\nextends: hearts\noptions: {target: {default: 50}}\n", "utf-8"
    )
    rules = trickbook.load(str(path))
    assert (rules.name, rules.options["target"]) == ("short-hearts", 50)


def test_options_are_set_and_the_others_have_their_defaults() -> None:
    rules = trickbook.load("chinese-hearts", options={"first_leader": 2})
    assert rules.options == {**trickbook.load("chinese-hearts").options, "first_leader": 2}
    assert trickbook.load("cancellation-hearts").options["pass_count"] == 3


@pytest.mark.parametrize("value", [["left", "hold"], "left,hold", "left hold", ("left", "hold")])
def test_a_cycle_is_a_list_of_names(value: object) -> None:
    assert trickbook.load("hearts", options={"passing": value}).options["passing"] == ["left", "hold"]


@pytest.mark.parametrize(
    ("name", "options", "told"),
    [
        ("hearts", {"targget": 50}, "target"),
        ("hearts", {"moon": "odl"}, "old"),
        ("hearts", {"target": 0}, "1 to 1000"),
        ("hearts", {"target": "many"}, "whole number"),
        ("hearts", {"target": True}, "whole number"),
        ("hearts", {"target": 99.5}, "whole number"),
        ("hearts", {"safe_first": "perhaps"}, "yes or no"),
        ("hearts", {"passing": []}, "at least one"),
        ("hearts", {"passing": ["left", "up"]}, "left"),
        ("chinese-hearts", {"first_leader": 4}, "0 to 3"),
        ("rules-of-hearts", {"moon": "old"}, "convention"),
        ("cancellation-hearts", {"pass_count": 8}, "0 to 7"),
    ],
)
def test_a_wrong_option_is_refused(name: str, options: dict[str, object], told: str) -> None:
    with pytest.raises(trickbook.OptionError, match=told):
        trickbook.load(name, options=options)


def test_an_option_is_held_against_the_number_of_players() -> None:
    rules = trickbook.load("hearts", options={"passing": ["centre", "hold"]}, players=5)
    assert rules.new_game(5, seed=1).phase == "give"
    assert (
        trickbook.load("chinese-hearts", options={"first_leader": 5}, players=6).options["first_leader"] == 5
    )


def test_a_choice_that_is_not_open_to_so_many_players_is_refused() -> None:
    """WH-15: with three players nobody sits across."""
    with pytest.raises(trickbook.OptionError, match="across"):
        trickbook.load("hearts", options={"passing": ["across"]}, players=3)
    with pytest.raises(trickbook.OptionError, match="across"):
        trickbook.load("hearts", options={"passing": ["across"]}).new_game(players=3, seed=1)


def test_an_unknown_game_is_a_ruleset_error_with_its_problems() -> None:
    with pytest.raises(trickbook.RulesetError, match="did you mean `hearts`") as refused:
        trickbook.load("haerts")
    (problem,) = refused.value.problems
    assert (problem.code, problem.severity) == ("no-such-ruleset", "error")


def test_a_wrong_game_tells_all_its_problems(tmp_path: Path) -> None:
    path = tmp_path / "wrong.yaml"
    worth = "{a: {cards: hearst, is: 1}, b: {cards: spdaes, is: 2}}"
    path.write_text(f"trickbook: 1\nname: Wrong\nextends: hearts\nworth: {worth}\n", "utf-8")
    with pytest.raises(trickbook.RulesetError) as refused:
        trickbook.load(str(path))
    problems = refused.value.problems
    assert [(problem.place.line, problem.code) for problem in problems if problem.place] == [
        (4, "unknown-word")
    ] * 2


def test_the_digest_covers_options_and_players() -> None:
    """Setting an option to what it is anyway changes nothing."""
    hearts = trickbook.load("hearts")
    same = trickbook.load("hearts", options={"target": 100})
    other = trickbook.load("hearts", options={"target": 50})
    five = trickbook.load("hearts", players=5)
    assert hearts.digest == same.digest
    assert len({hearts.digest, other.digest, five.digest, trickbook.load("rules-of-hearts").digest}) == 4
    assert hearts.digest_for(5) == five.digest


def test_the_digest_covers_the_rules(tmp_path: Path) -> None:
    digests = set()
    for worth in ("1", "2"):
        path = tmp_path / "my.yaml"
        path.write_text(
            f"trickbook: 1\nname: My\nextends: hearts\nworth: {{hearts: {{is: {worth}}}}}\n", "utf-8"
        )
        digests.add(trickbook.load(str(path)).digest)
    assert len(digests) == 2


@pytest.mark.parametrize("value", ["9" * 5000, "-" + "9" * 5000, 10**17, ["left"] * 5000])
def test_a_value_without_measure_is_refused_in_few_words(value: object) -> None:
    name = "passing" if isinstance(value, list) else "minutes"
    with pytest.raises(
        trickbook.TrickbookError, match=r"option `(minutes` goes from 0 to|passing` has at most)"
    ) as error:
        trickbook.load("hearts", {name: value})
    assert len(str(error.value)) < 120
