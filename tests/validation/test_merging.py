"""What files laid over one another do to each other's entries."""

from pathlib import Path

import pytest
from tests.counting import calls

from trickbook.loading import Resolved, resolve
from trickbook.source import Mapping, at

HEAD = "trickbook: 1\nname: House rule\nfits: hearts\n"


def over(folder: Path, *houses: str, text: str = "") -> Resolved:
    """Hearts with house rules of these texts, and a text of its own, laid over it."""
    for number, house in enumerate(houses):
        (folder / f"h{number}.yaml").write_text(f"{HEAD}{house}\n", "utf-8")
    laid = f"house: [{', '.join(f'./h{number}.yaml' for number in range(len(houses)))}]\n" if houses else ""
    (folder / "game.yaml").write_text(f"trickbook: 1\nextends: hearts\n{laid}{text}\n", "utf-8")
    return resolve(folder / "game.yaml")


def order(resolved: Resolved, section: str) -> list[str]:
    """The names of a section, in order."""
    node = at(resolved.root, [section])
    assert isinstance(node, Mapping)
    return list(node.entries)


def test_an_entry_stands_behind_another_that_is_moved_itself(tmp_path: Path) -> None:
    text = "worth: {gong: {after: queen, cards: TC, is: 1}, queen: {before: hearts}}"
    resolved = over(tmp_path, text=text)
    assert not resolved.problems
    assert order(resolved, "worth")[:3] == ["queen", "gong", "hearts"]


def test_two_house_rules_may_remove_the_same(tmp_path: Path) -> None:
    resolved = over(tmp_path, *["play: {no_penalty_first: null}"] * 2)
    assert not resolved.problems
    assert "no_penalty_first" not in order(resolved, "play")


def test_what_one_house_rule_starts_anew_and_another_changes_the_ruleset_above_decides(
    tmp_path: Path,
) -> None:
    houses = ["worth: {queen: {before: hearts}}", "worth: {queen: {replaces: yes, cards: QS, is: 13}}"]
    assert [problem.code for problem in over(tmp_path, *houses).problems] == ["clash"]
    text = "worth: {queen: {replaces: yes, cards: QS, is: 5}}"
    assert not over(tmp_path, *houses, text=text).problems


@pytest.mark.parametrize("first", [0, 1])
def test_a_house_rule_starts_anew_what_another_brings_in_any_order(tmp_path: Path, first: int) -> None:
    houses = [
        "worth: {gong: {cards: TC, is: 1, says: Gong.}}",
        "worth: {gong: {replaces: yes, cards: TC, is: 9}}",
    ]
    resolved = over(tmp_path, houses[first], houses[1 - first])
    assert not resolved.problems
    gong = at(resolved.root, ["worth", "gong"])
    assert isinstance(gong, Mapping)
    assert list(gong.entries) == ["cards", "is"]


def test_sixty_house_rules_that_all_clash_are_told_of_at_once(tmp_path: Path) -> None:
    """Twice as many house rules take about twice the work: none is held against each other one anew."""

    def clashing(number: int, problems: int) -> None:
        names = [f"e{place}" for place in range(60)]
        entries = (
            ", ".join(f"{name}: {{cards: QS, is: {value}}}" for name in names) for value in range(number)
        )
        assert len(over(tmp_path, *(f"worth: {{{one}}}" for one in entries)).problems) == problems

    few, many = calls(lambda: clashing(30, 29 * 60)), calls(lambda: clashing(60, 59 * 60))
    assert many < 2.5 * few
