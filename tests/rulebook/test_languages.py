"""A text in several languages: who asks for none gets English; prose in any language is no rule."""

from __future__ import annotations

from pathlib import Path

import pytest

import trickbook
from trickbook.source import Mapping, read
from trickbook.source.nodes import text

HEAD = "trickbook: 1\nextends: hearts\n"


def written(folder: Path, rules: str, name: str = "own.yaml", head: str = HEAD) -> str:
    path = folder / name
    path.write_text(head + rules, "utf-8")
    return str(path)


def under(line: str) -> Mapping:
    root, problems = read(line, "line.yaml")
    assert root is not None
    assert problems == ()
    return root


@pytest.mark.parametrize(
    ("line", "language", "told"),
    [
        ("says: Follow.", "zh", "Follow."),
        ("says: {zh: 跟牌, en: Follow.}", "zh", "跟牌"),
        ("says: {zh: 跟牌, en: Follow.}", "en", "Follow."),
        ("says: {zh: 跟牌, en: Follow.}", "fr", "Follow."),
        ("says: {zh: 跟牌, fr: Suivre.}", "en", "跟牌"),
        ("note: Nothing.", "en", None),
    ],
)
def test_a_language_else_english_else_the_first(line: str, language: str, told: str | None) -> None:
    assert text(under(line), "says", language) == told


def test_players_are_told_in_english(tmp_path: Path) -> None:
    rules = trickbook.load(
        written(
            tmp_path,
            "name: {zh: 红心, en: Own hearts}\n"
            "options: {moon: {choices: {old: {says: {zh: 旧, en: the old way}}}}}\n"
            "play: {follow_suit: {says: {zh: 跟牌, en: Follow.}}}",
        )
    )
    assert rules.title == "Own hearts"
    assert rules.engine().options["moon"].choices["old"] == "the old way"
    reason = rules.position("2D KS", trick=["4D"]).explain("KS")
    assert reason is not None
    assert reason.says == "Follow."


def test_a_text_replaces_the_inherited_one_whole(tmp_path: Path) -> None:
    written(tmp_path, "play: {follow_suit: {says: {zh: 跟牌, en: Follow.}}}", "parent.yaml")
    for says, told in (("{zh: 必须跟}", "必须跟"), ("Do follow.", "Do follow.")):
        own = written(
            tmp_path,
            f"play: {{follow_suit: {{says: {says}}}}}",
            head="trickbook: 1\nextends: ./parent.yaml\n",
        )
        reason = trickbook.load(own).position("2D KS", trick=["4D"]).explain("KS")
        assert reason is not None
        assert reason.says == told


def test_prose_leaves_the_digest_as_it_is(tmp_path: Path) -> None:
    plain = trickbook.load(written(tmp_path, "name: Own\n")).digest
    told = "name: {en: Own, zh: 自己}\nsummary: {zh: 红心}\nplay: {follow_suit: {says: {en: Do., zh: 跟}}}\n"
    told += "words: {penalty: {name: {en: the bad cards, zh: 罚分牌}}}\n"
    told += "steps: {shoot: {name: The moon, names: {add: {zh: 其他人付分}}}}\n"
    more = "conflicts: {double-hearts: No.}\nexamples: {one: {given: {hand: 2D}, legal: 2D}}\n"
    assert trickbook.load(written(tmp_path, told)).digest == plain
    assert trickbook.load(written(tmp_path, told + more)).digest == plain


def test_an_entry_called_says_is_a_rule(tmp_path: Path) -> None:
    entry = "play: {says: {after: follow_suit, keep: not QS, says: {zh: 不许黑桃Q}}}\n"
    rules = trickbook.load(written(tmp_path, entry))
    assert rules.digest != trickbook.load(written(tmp_path, "name: Own\n", "other.yaml")).digest
    assert rules.position("2D QS").legal() == ["2D"]


def test_an_entry_called_name_is_a_rule(tmp_path: Path) -> None:
    entry = "play: {name: {after: follow_suit, keep: not QS, says: No queen.}}\n"
    assert trickbook.load(written(tmp_path, entry)).position("2D QS").legal() == ["2D"]


def test_texts_and_examples_do_not_clash(tmp_path: Path) -> None:
    for name, says, card in (("one", "One.", "2D"), ("two", "Two.", "3D")):
        prose = f"play: {{follow_suit: {{says: {{en: {says}, fr: {name}}}}}}}\n"
        example = f"examples: {{same: {{given: {{hand: {card}}}, legal: {card}}}}}\n"
        written(tmp_path, prose + example, f"{name}.yaml")
    both = written(tmp_path, "name: Both\n", head="trickbook: 1\nextends: [./one.yaml, ./two.yaml]\n")
    assert trickbook.load(both).title == "Both"


def test_a_sentence_states_what_its_table_has() -> None:
    file = Path(__file__).with_name("placed.yaml")
    context = trickbook.load(file, options={"mercy": 200, "bag": 3}).engine().context
    entries = [*context.entries("points"), *context.entries("match", "ends")]
    says = {entry.name: entry.says for entry in entries}
    assert says["made"] == "{30} for 100, spades, K♣, left of the dealer."
    assert says["mercy"] == "Over at −200."
