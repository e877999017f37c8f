"""What a validation may cost: a ruleset too long for its many configurations is refused, and not checked."""

from pathlib import Path

import pytest

from trickbook.analysis import configurations
from trickbook.analysis.validation import missing_cards, validate, validate_resolved
from trickbook.loading import resolve_sent

OPTIONS = [f"o{number}" for number in range(12)]
TEXT = "\n".join(
    [
        "trickbook: 1",
        "extends: whist",
        "options:",
        *(f"  {name}: {{type: yes_no, default: no}}" for name in OPTIONS),
        f"play: {{odd: {{when: {' and '.join(OPTIONS)}, keep: hearts}}}}",
    ]
)
"""Options that combine in thousands of ways."""


def test_a_ruleset_of_too_many_ways_is_told_to_be_too_costly(monkeypatch: pytest.MonkeyPatch) -> None:
    resolved = resolve_sent(TEXT, "game.yaml")
    assert "too-costly" not in {problem.code for problem in validate_resolved(resolved, quick=True).problems}
    monkeypatch.setattr(configurations, "MOST_READ", 20_000)
    report = validate_resolved(resolved, quick=True)
    assert not report.fine
    assert [problem.code for problem in report.problems] == ["too-costly"]
    assert "more than 20,000 characters" in str(report.problems[0].message)


def test_a_shipped_game_reads_far_less_than_is_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(configurations, "MOST_READ", configurations.MOST_READ // 8)
    assert validate("house/scatter", quick=True).fine


@pytest.mark.parametrize(("most", "told"), [(7, ["checked-in-part"]), (8, [])])
def test_a_note_says_that_not_every_way_was_tried(
    most: int, told: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(configurations, "MOST_WAYS", most)
    options = "".join(f"  o{number}: {{type: yes_no, default: no}}\n" for number in range(3))
    clause = "play: {odd: {when: o0 and o1 and o2, keep: hearts}}"
    resolved = resolve_sent(f"trickbook: 1\nextends: whist\noptions:\n{options}{clause}\n", "game.yaml")
    assert [problem.code for problem in validate_resolved(resolved, quick=True).problems] == told


@pytest.mark.parametrize(("most", "told"), [(2, ["checked-in-part"]), (3, [])])
def test_a_note_says_that_cards_were_not_sought_in_every_way(
    most: int, told: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """All rules that require cards share the combinations of options; three players leave out the 2D."""
    monkeypatch.setattr(missing_cards, "MOST_WAYS", most)
    options = "".join(f"  o{number}: {{type: yes_no, default: no}}\n" for number in range(2))
    clauses = "".join(f"  c{number}: {{keep: if o{number} then 2D or 3H else 3H}}\n" for number in range(2))
    text = f"trickbook: 1\nextends: hearts\nplayers: {{count: 3}}\noptions:\n{options}play:\n{clauses}"
    found = validate_resolved(resolve_sent(text, "game.yaml"), quick=True).problems
    assert [problem.code for problem in found if problem.code == "checked-in-part"] == told


@pytest.mark.parametrize(("most", "told"), [(7, ["checked-in-part"]), (8, [])])
def test_a_note_says_that_hands_were_not_counted_in_every_way_beside_a_set_option(
    most: int, told: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(configurations, "MOST_WAYS", most)
    options = "".join(f"  o{number}: {{type: number, from: 0, to: 1, default: 0}}\n" for number in range(3))
    deal = "steps: {deal: {each: 13 - o0 - o1 - o2}}"
    resolved = resolve_sent(f"trickbook: 1\nextends: whist\noptions:\n{options}{deal}\n", "game.yaml")
    found = validate_resolved(resolved, {"target": 7}, quick=True).problems
    assert [problem.code for problem in found if problem.code == "checked-in-part"] == told


def test_a_changed_sentence_is_not_sought_in_very_many_ways(tmp_path: Path) -> None:
    """Where options combine in many ways, the usual one says whether an entry has changed."""
    options = "".join(f"  {name}: {{type: yes_no, default: no, says: {name}.}}\n" for name in "abcde")
    never = "not (a or b or c or d or e)"
    path = tmp_path / "ways.yaml"
    path.write_text(
        f"trickbook: 1\nextends: hearts\noptions:\n{options}play:\n"
        f"  no_penalty_first: {{when: first_trick and safe_first and not free_lead and {never}}}\n"
        f"  hearts_wait: {{when: leading and not hearts_broken and not free_lead and {never}}}\n",
        "utf-8",
    )
    assert not [problem for problem in validate(path, quick=True).problems if problem.severity == "error"]
