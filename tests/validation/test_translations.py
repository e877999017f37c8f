"""What `validate` says of catalogues, and what `translate` writes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from trickbook.analysis.draft.catalogue import catalogue, text_tree
from trickbook.analysis.translations import checked_catalogues, untranslated
from trickbook.analysis.validation import validate
from trickbook.cli.editing import translate
from trickbook.loading import resolve, shipped
from trickbook.problems import RulesetError
from trickbook.source import read
from trickbook.source.catalogues import texts_by_path

if TYPE_CHECKING:
    from pathlib import Path

GAME = """trickbook: 1
name: Ours
extends: hearts
steps:
  pass: {name: the pass, says: Pass three cards.}
worth:
  bonus_jack: {cards: JD, is: -10, says: Ten less.}
"""

WRONG = {
    "name: 我们的": [],
    "worth: {bonus_jack: 减十分。}": [],
    "worth: {bonus_jack: {says: }}": [],
    "worth: {bonus_jack: {name: 方块J}}": [("nothing-to-translate", "1:22", None)],
    "steps.pass.says: 传三张。": [],
    "steps: {pass: {name: 传牌}}": [],
    "wort: {bonus_jack: 减十分。}": [("nothing-to-translate", "1:1", "did you mean `worth`?")],
    "worth: {bonus_jac: 减十分。}": [("nothing-to-translate", "1:9", "did you mean `bonus_jack`?")],
    "worth: {bonus_jack: {say: 减十分。}}": [("nothing-to-translate", "1:22", "did you mean `says`?")],
    "worth: {bonus_jack: {cards: 方块J}}": [("nothing-to-translate", "1:22", None)],
    "play: {follow_suit: 必须跟。}": [("nothing-to-translate", "1:1", None)],
    "name: [我们的]": [("not-a-translation", "1:7", "write one text")],
    "name: 我\nname: 我们": [("duplicate-key", "2:1", "keep one of the two, or give one another name")],
}


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A ruleset of somebody's own."""
    path = tmp_path / "ours.yaml"
    path.write_text(GAME, "utf-8")
    return path


@pytest.mark.parametrize("written", WRONG)
def test_keys_that_the_ruleset_does_not_have_are_told(game: Path, written: str) -> None:
    path = game.with_name("ours.zh.yaml")
    path.write_text(written, "utf-8")
    report = validate(game, quick=True)
    told = [
        (problem.code, f"{problem.place.line}:{problem.place.column}", problem.hint and str(problem.hint))
        for problem in report.problems
        if problem.place and problem.place.file == str(path)
    ]
    assert told == WRONG[written]
    assert len(told) == len(report.problems)


def test_texts_without_a_translation_are_noted(game: Path) -> None:
    found = resolve(game)
    assert [problem.place.path for problem in untranslated(found) if problem.place] == []
    whole = [problem.place.path for problem in untranslated(found, "zh") if problem.place]
    assert whole == ["name", "steps.pass.name", "steps.pass.says", "worth.bonus_jack.says"]
    game.with_name("ours.zh.yaml").write_text("name: 我们的\nworth: {bonus_jack: 减十分。}", "utf-8")
    left = [problem.place.path for problem in untranslated(found) if problem.place]
    assert left == ["steps.pass.name", "steps.pass.says"]
    assert {problem.severity for problem in untranslated(found)} == {"note"}


@pytest.mark.parametrize("name", shipped())
def test_the_shipped_catalogues_are_whole_and_say_nothing_else(name: str) -> None:
    found = resolve(name)
    checked = list(checked_catalogues(found))
    assert [problem for _, problems in checked for problem in problems] == []
    assert list(untranslated(found, "zh")) == []


def test_a_catalogue_to_fill_in_has_the_english_above_each_key_and_keeps_what_is_said(game: Path) -> None:
    path = game.with_name("ours.zh.yaml")
    done = CliRunner().invoke(translate, [str(game), "--into", "zh"])
    assert (done.exit_code, done.output) == (0, f"{path} is written: 4 texts, 4 to translate.\n")
    assert path.read_text("utf-8").endswith("    # Ten less.\n    says:\n")
    assert validate(game, quick=True).problems == ()
    path.write_text("worth.bonus_jack: 减十分。", "utf-8")
    assert CliRunner().invoke(translate, [str(game), "--into", "zh"]).exit_code == 2
    done = CliRunner().invoke(translate, [str(game), "--into", "zh", "--force"])
    assert done.output == f"{path} is written: 4 texts, 3 to translate.\n"
    assert "    # Ten less.\n    says: 减十分。\n" in path.read_text("utf-8")


TRANSLATED = """# 译者安
# Ours
name: 我们的
worth.bonus_jack: 减十分。  # 方块J
steps:
  # 传牌
  pass: {name: 传, says: 传三张。}  # 左边
words.jack.name: 方块J
# 完
"""


@pytest.mark.parametrize("out", [[], ["--out", "theirs.yaml"]])
def test_translations_and_comments_are_kept(
    game: Path, monkeypatch: pytest.MonkeyPatch, out: list[str]
) -> None:
    """The translator's own, wherever they stand; the English above each key is written only once."""
    monkeypatch.chdir(game.parent)
    game.write_text(GAME.replace("worth:", "words: {jack: JD}\nworth:"), "utf-8")
    path = game.parent / (out[-1] if out else "ours.zh.yaml")
    path.write_text(TRANSLATED, "utf-8")
    for _ in range(2):
        done = CliRunner().invoke(translate, [game.name, "--into", "zh", "--force", *out])
        assert done.exit_code == 0, done.output
        assert path.read_text("utf-8") == (
            "# 译者安\n# Ours\nname: 我们的\n\n"
            "steps:\n  # 传牌\n  # 左边\n  pass:\n    # the pass\n    name: 传\n"
            "    # Pass three cards.\n    says: 传三张。\n\n"
            "worth:\n  # 方块J\n  bonus_jack:\n    # Ten less.\n    says: 减十分。\n\n"
            "words:\n  jack:\n    name: 方块J\n# 完\n"
        )


def test_a_catalogue_that_translates_what_is_gone_is_not_replaced(game: Path) -> None:
    path = game.with_name("ours.zh.yaml")
    path.write_text("worth: {bonus_queen: 减十三分。}\n", "utf-8")
    with pytest.raises(RulesetError, match=r"says nothing at `worth\.bonus_queen` that could be translated"):
        CliRunner().invoke(translate, [str(game), "--into", "zh", "--force"], catch_exceptions=False)
    assert path.read_text("utf-8") == "worth: {bonus_queen: 减十三分。}\n"


ODD = (
    "是",
    "a: b",
    "#",
    "no",
    "7",
    "null",
    "'",
    '"',
    "\\",
    "a, b",
    "{",
    "-",
    " a ",
    "长" * 300,
    "a " * 150,
    "\n\t\u00a0\u200e",
)


def test_any_text_is_read_as_it_was_written() -> None:
    texts: dict[tuple[str, ...], str | None] = {
        ("words", f"w{number}", key): text for number, text in enumerate(ODD) for key in ("name", "says")
    }
    texts |= {("words", f"s{number}", "says"): text for number, text in enumerate(ODD)}
    root, problems = read(catalogue(text_tree(texts)), "text.yaml")
    assert problems == ()
    found = texts_by_path(root)
    for path, text in texts.items():
        bare = found.get(".".join(path)) or found[".".join(path[:-1])]
        assert bare.text == text
