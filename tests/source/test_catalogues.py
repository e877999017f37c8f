"""Catalogues: what a ruleset says in another language, in a file beside it."""

from __future__ import annotations

import pickle
from typing import TYPE_CHECKING

import pytest

import trickbook
from trickbook.analysis.translations import require_catalogues
from trickbook.loading import resolve, resolve_sent, shipped
from trickbook.problems import RulesetError
from trickbook.rulebook.phrases import display_names
from trickbook.seat import about
from trickbook.source import Mapping, at, catalogues
from trickbook.source.nodes import text

if TYPE_CHECKING:
    from pathlib import Path

    from trickbook.loading import Resolved

GAME = """trickbook: 1
name: Ours
summary: {en: Inline., zh: 文件里的。}
extends: hearts
options:
  bonus: {type: choice, choices: [jack, ten], default: jack, says: Which card.}
worth:
  bonus: {cards: JD, is: if bonus is jack then -10 else -9, says: Ten less.}
"""
CHINESE = """name: 我们的
summary: 目录里的。
options:
  bonus: {name: 减分牌, says: 哪张牌。, choices: {jack: {name: 方块J}}}
worth:
  bonus: 减十分。
"""


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A ruleset of somebody's own, with its catalogue."""
    path = tmp_path / "ours.yaml"
    path.write_text(GAME, "utf-8")
    (tmp_path / "ours.zh.yaml").write_text(CHINESE, "utf-8")
    return path


def said(resolved: Resolved, path: str, key: str) -> str | None:
    """What a merged ruleset says in Chinese."""
    node = at(resolved.root, path.split(".") if path else [])
    assert isinstance(node, Mapping)
    return text(node, key, "zh")


def test_a_text_is_found_by_its_path_and_what_stands_in_the_file_wins(game: Path) -> None:
    found = resolve(game)
    assert said(found, "", "name") == "我们的"
    assert said(found, "", "summary") == "文件里的。"
    assert said(found, "worth.bonus", "says") == "减十分。"
    assert said(found, "options.target", "says") == said(resolve("hearts"), "options.target", "says")


def test_what_has_no_english_name_may_have_one_in_a_catalogue(game: Path) -> None:
    names = display_names(trickbook.load(game).engine().context, "zh")
    assert names["bonus"] == "减分牌"
    assert names["bonus.jack"] == "方块J"
    assert "bonus.ten" not in names


def test_a_text_written_anew_has_no_translation_of_the_old(tmp_path: Path, game: Path) -> None:
    path = tmp_path / "theirs.yaml"
    path.write_text("trickbook: 1\nextends: ./ours.yaml\nworth: {bonus: {says: Much less.}}\n", "utf-8")
    found = resolve(path)
    assert said(found, "worth.bonus", "says") == "Much less."
    assert said(found, "options.bonus", "name") == "减分牌"


def test_a_catalogue_is_read_again_after_it_has_changed(game: Path) -> None:
    found = resolve(game)
    assert said(found, "", "name") == "我们的"
    game.with_name("ours.zh.yaml").write_text("name: 我们自己的红心\n", "utf-8")
    assert said(found, "", "name") == "我们自己的红心"
    game.with_name("ours.zh.yaml").unlink()
    assert said(found, "", "name") == "Ours"


def test_a_ruleset_in_another_process_keeps_its_catalogue(game: Path) -> None:
    assert said(pickle.loads(pickle.dumps(resolve(game))), "", "name") == "我们的"  # noqa: S301 - our own


def test_a_catalogue_leads_to_the_ruleset_that_it_translates(game: Path) -> None:
    assert catalogues.ruleset_of(game.with_name("ours.zh.yaml")) == game
    shipped_one = shipped()["hearts"].parent / "text" / "zh" / "hearts.yaml"
    assert catalogues.ruleset_of(shipped_one) == shipped()["hearts"]
    assert catalogues.ruleset_of(game) is None


def test_english_reads_no_catalogue(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    read = catalogues.catalogue

    def noted(file: str, language: str) -> object:
        opened.append(file)
        return read(file, language)

    monkeypatch.setattr(catalogues, "catalogue", noted)
    for name in ("hearts", str(game)):
        rules = trickbook.load(name, house=["high-hearts"])
        rules.rulebook()
        about(rules)
        rules.new_game(seed=7)
    assert opened == []
    trickbook.load(game).rulebook(lang="zh")
    assert set(opened) >= {str(game), "rulesets/hearts.yaml"}


def test_a_ruleset_that_was_sent_has_no_catalogue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "rules.yaml").write_text(GAME, "utf-8")
    (tmp_path / "rules.zh.yaml").write_text(CHINESE, "utf-8")
    monkeypatch.chdir(tmp_path)
    assert said(resolve("rules.yaml"), "", "name") == "我们的"
    assert said(resolve_sent(GAME, "rules.yaml"), "", "name") == "Ours"


@pytest.mark.parametrize("language", ["../zh", "zh/..", "", "zh\0", "ZH", "fr"])
def test_what_is_no_language_names_no_file(game: Path, language: str) -> None:
    node = resolve(game).root
    assert text(node, "name", language) == "Ours"


DAMAGED = {
    "name: [我": "unclosed",
    "- 我们的": "not-a-map",
    "trickbook: 1\nname: Another": "not-a-catalogue",
    "name: *ours": "alias",
    "# " + "我" * 100_000: "too-large",
}


@pytest.mark.parametrize("written", DAMAGED, ids=DAMAGED.get)
def test_a_damaged_catalogue_falls_back_to_english_and_is_told(game: Path, written: str) -> None:
    path = game.with_name("ours.zh.yaml")
    path.write_text(written, "utf-8")
    found = resolve(game)
    assert said(found, "", "name") == "Ours"
    with pytest.raises(RulesetError) as raised:
        require_catalogues(found, "zh")
    assert {problem.code for problem in raised.value.problems} == {DAMAGED[written]}
    assert {problem.place.file for problem in raised.value.problems if problem.place} == {str(path)}


def test_a_folder_in_the_place_of_a_catalogue_is_told(game: Path) -> None:
    path = game.with_name("ours.zh.yaml")
    path.unlink()
    path.mkdir()
    found = resolve(game)
    assert said(found, "", "name") == "Ours"
    with pytest.raises(RulesetError, match="a folder"):
        require_catalogues(found, "zh")


def test_every_shipped_catalogue_belongs_to_a_shipped_ruleset() -> None:
    root = shipped()["hearts"].parent
    texts = [path.relative_to(root / "text").parts[1:] for path in (root / "text").rglob("*.yaml")]
    assert texts
    assert {root.joinpath(*parts) for parts in texts} <= set(shipped().values())
