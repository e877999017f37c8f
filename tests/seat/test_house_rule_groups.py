"""The groups of the house rules: each shipped one has its place, and a form shows the right ones first."""

from __future__ import annotations

from collections import Counter

import pytest

from trickbook.seat.house_rule_choice import MOST_FIRST, HouseRuleGroups, first_house_rules, house_rule_groups
from trickbook.seat.rules_request import shipped_house_rules
from trickbook.seat.setup_form import setup_form
from trickbook.seat.texts import languages

GROUPS = house_rule_groups()


def test_every_shipped_house_rule_is_in_one_group() -> None:
    listed = Counter(name for group in GROUPS.groups for name in group.house_rules)
    assert set(listed) == set(shipped_house_rules())
    assert [name for name, times in listed.items() if times > 1] == []


def test_every_group_has_a_name_of_its_own_and_a_title_in_each_language() -> None:
    assert len({group.name for group in GROUPS.groups}) == len(GROUPS.groups)
    for group in GROUPS.groups:
        assert set(group.title) == set(languages())


def test_suggestions_are_shipped_house_rules() -> None:
    assert len(GROUPS.suggested) >= MOST_FIRST
    assert len(set(GROUPS.suggested)) == len(GROUPS.suggested)
    assert set(GROUPS.suggested) <= set(shipped_house_rules())


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", ["hearts", "spades"])
def test_a_form_has_the_groups_of_its_house_rules_in_order(game: str, language: str) -> None:
    found = setup_form(game=game, language=language)
    titles = {group.name: group.title[language] for group in GROUPS.groups}
    assert {one["name"]: one["title"] for one in found["groups"]}.items() <= titles.items()
    used = list(dict.fromkeys(one["group"] for one in found["house"]))
    assert used == [one["name"] for one in found["groups"]]
    assert set(found["first"]["house"]) <= {one["name"] for one in found["house"]}


def test_options_and_house_rules_have_their_texts_in_other_languages() -> None:
    english, chinese = (setup_form(game="hearts", language=language) for language in ("en", "zh"))
    for kind in ("options", "house"):
        for one, other in zip(english[kind], chinese[kind], strict=True):
            assert one["translations"] == [other["title"], other["says"]]
            assert other["translations"][1] == one["says"]


def test_a_house_rule_without_a_group_comes_last() -> None:
    ours = HouseRuleGroups(GROUPS.groups, ())
    names = ("aaa", *GROUPS.groups[0].house_rules)
    assert ours.ordered(names) == [*GROUPS.groups[0].house_rules, "aaa"]
    assert ours.group_of("aaa") == GROUPS.groups[-1].name


def test_suggestions_come_first_until_enough_house_rules_are_played() -> None:
    names = shipped_house_rules()
    suggested = {"counted": False, "house": [*GROUPS.suggested[:MOST_FIRST]]}
    assert first_house_rules(names, {}) == suggested
    assert first_house_rules(names, dict.fromkeys(names[: MOST_FIRST - 1], 5)) == suggested
    played = {name: place for place, name in enumerate(names)}
    most = [*reversed(names)][:MOST_FIRST]
    assert first_house_rules(names, played) == {"counted": True, "house": most}
    assert first_house_rules(most[:3], played) == {"counted": True, "house": most[:3]}
    assert first_house_rules((), played) == {"counted": False, "house": []}
