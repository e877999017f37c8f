# ruff: noqa: RUF001 - Chinese has signs of its own
"""What an author who reads Chinese is told of a text, and of requests that are refused."""

from pathlib import Path

import pytest
from tests.desk.texts import OMNIBUS, SLIP, TOLD

from trickbook.desk.sent_document import check

BAD = Path(__file__).parents[1] / "bad"


def test_a_problem_at_the_desk_is_chinese_and_its_fix_is_the_same() -> None:
    (problem,) = check(text=SLIP, language="zh")["problems"]
    assert (problem["lang"], problem["message"]) == ("zh", "分值没有 `card` 这个键")
    assert problem["hint"] == "是不是 `cards`？"
    assert problem["says"].startswith("这里没有这个键")
    (english,) = check(text=SLIP, language="en")["problems"]
    assert (english["lang"], english["fix"]) == ("en", problem["fix"])


def test_an_unknown_message_stays_english_with_its_hint(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "trickbook.desk.sent_document.translated", lambda text, _: None if "card" in str(text) else "提示"
    )
    (problem,) = check(text=SLIP, language="zh")["problems"]
    assert (problem["lang"], problem["hint"]) == ("en", "did you mean `cards`?")


def test_the_sentence_of_a_requirement_is_chinese() -> None:
    text = "trickbook: 1\nextends: hearts\nhouse: [jokers-any-time]\nplayers: {usual: 6}\n"
    text += "options: {joker_count: {default: 7}}\n"
    (problem,) = check(text=text, language="zh")["problems"]
    reason = "牌必须能平均发完；六人玩时，加一张或七张王牌就不行。"
    assert problem["message"] == f"这些选项不满足 `jokers_divide`：{reason}（6 人）"


def test_the_results_of_examples_are_chinese() -> None:
    text = f"{OMNIBUS}\nexamples:\n  none: {{given: {{hand: QS, trick: [4C]}}, legal: nothing}}\n"
    text += "  seat: {given: {taken: {9: JD}}, points: [0, 0, 0, 0]}\n"
    examples = check(text=text, language="zh")["examples"]
    given = [(one["expected"], one["found"]) for example in examples for one in example["differences"]]
    assert given == [("legal：没有", "legal：QS"), (None, "taken：座位号从 0 到 3，没有 9")]
    found = check(text=TOLD, language="zh")
    assert found["examples"][1]["differences"] == [
        {"expected": "points：4 0 0 0", "found": "points：3 0 0 0"}
    ]
    assert found["problems"][0]["message"] == "jack_and_queen：按规则 points 是 3 0 0 0，而不是 4 0 0 0"


@pytest.mark.parametrize("path", sorted(BAD.glob("*.yaml"))[::12], ids=lambda path: path.stem)
def test_a_wrong_ruleset_is_answered_in_chinese(path: Path) -> None:
    problems = check(text=path.read_text("utf-8"), language="zh")["problems"]
    assert {one["lang"] for one in problems} <= {"zh"}
