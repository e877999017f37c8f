"""The rulebook beside a text, with marks where its parent's says otherwise."""

import re

import pytest
from tests.desk.texts import OMNIBUS, SLIP

from trickbook.desk.comparison import changed_rulebook
from trickbook.loading import shipped
from trickbook.problems import RulesetError


def marked(text: str, language: str = "en") -> tuple[str, list[str], list[str]]:
    found = changed_rulebook(text=text, language=language)
    page = str(found["rulebook"])
    new, old = (re.findall(rf"<{mark}>(.*?)</{mark}>", page) for mark in ("ins", "del"))
    assert found["changes"] == len({line for line in page.splitlines() if "<ins>" in line or "<del>" in line})
    return found["parent"], *([re.sub("<[^>]*>", "", one) for one in those] for those in (new, old))


@pytest.mark.parametrize(("language", "parent"), [("en", "Hearts"), ("zh", "红心大战")])
def test_a_new_worth_is_a_new_row(language: str, parent: str) -> None:
    assert marked(OMNIBUS, language) == (parent, ["J♦", "−10"], [])


def test_a_changed_sentence_stands_beside_the_old_one() -> None:
    text = OMNIBUS.replace("bonus_jack: {cards: JD, is: -10}", "queen: {is: 7}")
    parent, new, old = marked(text)
    assert parent == "Hearts"
    assert any("7" in line for line in new)
    assert any("13" in line for line in old)


def test_only_the_title_differs() -> None:
    assert marked("trickbook: 1\nname: Ours\nextends: hearts\n") == ("Hearts", [], [])


def test_a_house_rule_is_told_on_the_first_game_that_it_fits() -> None:
    text = "trickbook: 1\nname: Jack\nfits: hearts\nworth: {bonus_jack: {cards: JD, is: -10}}\n"
    assert marked(text) == ("Hearts", ["J♦", "−10"], [])


def test_a_text_without_a_parent_has_no_marks() -> None:
    found = changed_rulebook(text=shipped()["hearts"].read_text("utf-8"), language="en")
    assert (found["parent"], found["changes"]) == (None, 0)
    assert "<ins>" not in found["rulebook"]


def test_what_somebody_writes_stays_text() -> None:
    text = OMNIBUS.replace("is: -10}", "is: -10, says: '<ins>a</ins> <b onclick=x>& worse</b>'}")
    found = changed_rulebook(text=text, language="en")
    assert "<b onclick" not in found["rulebook"]


def test_a_text_with_errors_has_no_rulebook() -> None:
    with pytest.raises(RulesetError):
        changed_rulebook(text=SLIP, language="en")
