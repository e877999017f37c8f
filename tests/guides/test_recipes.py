"""Each recipe is short, is fine with all random deals, says no surprise, and does what it promises."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.guides.guide import ROOT, blocks
from tests.selection import broad

from trickbook.analysis.validation import validate
from trickbook.examples.runner import run

GUIDE = (ROOT / "rulesets" / "recipes.md").read_text("utf-8")
RECIPES = {block.file: block.text for block in blocks(GUIDE) if block.file}
_, *PARTS = re.split(
    r"^([\w-]+):\n", Path(__file__).with_name("recipes.yaml").read_text("utf-8"), flags=re.MULTILINE
)
EXAMPLES = dict(zip(PARTS[::2], PARTS[1::2], strict=True))

MOST_LINES = 15
FEWEST = 30


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_there_is_one_for_each_wish() -> None:
    assert len(RECIPES) == len(re.findall("^### I want ", GUIDE, re.MULTILINE)) >= FEWEST
    assert {f"{name}.yaml" for name in EXAMPLES} <= RECIPES.keys()


@pytest.mark.parametrize("name", broad(RECIPES, but=lambda _: False))
def test_a_recipe_is_fine(name: str) -> None:
    assert len(RECIPES[name].splitlines()) <= MOST_LINES
    Path(name).write_text(RECIPES[name], "utf-8")
    assert validate(name).problems == ()


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_recipe_does_what_it_promises(name: str) -> None:
    Path(f"{name}.yaml").write_text(RECIPES[f"{name}.yaml"], "utf-8")
    Path("examples.yaml").write_text(f"ruleset: ./{name}.yaml\nexamples:\n{EXAMPLES[name]}", "utf-8")
    results = run(["examples.yaml"])
    assert results.passed, str(results)
    assert results.outcomes
