"""Each recipe is short, has no problem, plays a deal, and does what it promises."""

from __future__ import annotations

import re
from itertools import islice
from pathlib import Path

import pytest
from tests.guides.guide import ROOT, blocks
from tests.selection import broad

import trickbook
from trickbook.analysis.validation import validate_resolved
from trickbook.bots import play_game
from trickbook.bots.registry import BOTS
from trickbook.examples.runner import run
from trickbook.loading import resolve

GUIDE = (ROOT / "rulesets" / "recipes.md").read_text("utf-8")
RECIPES = {block.file: block.text for block in blocks(GUIDE) if block.file}
_, *PARTS = re.split(
    r"^([\w-]+):\n", Path(__file__).with_name("recipes.yaml").read_text("utf-8"), flags=re.MULTILINE
)
EXAMPLES = dict(zip(PARTS[::2], PARTS[1::2], strict=True))

MOST_LINES = 27
MOST_MOVES = 1000
"""Moves within which a deal with tricks is over, though all may have passed in the deals before."""

OWN_RULES = re.compile(
    r"^(deck|orders|resting|worth|play|winning|points|match|steps|words|facts|piles):", re.MULTILINE
)
"""The sections of a recipe that the checks of all tables read; options and house rules have been checked."""

FEWEST = {"Hearts": 30, "": 70}
"""How many recipes there are at least of Hearts, and of all other games together."""


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_there_is_one_for_each_wish() -> None:
    games = re.findall(r"^### I want .* \((.*)\)$", GUIDE, re.MULTILINE)
    assert len(RECIPES) == len(games) == len({*re.findall("^### .*", GUIDE, re.MULTILINE)})
    assert games.count("Hearts") >= FEWEST["Hearts"]
    assert len(games) - games.count("Hearts") >= FEWEST[""]
    assert {f"{name}.yaml" for name in EXAMPLES} <= RECIPES.keys()


@pytest.mark.parametrize("file", broad(RECIPES, but=lambda _: False))
def test_a_recipe_is_fine_and_does_what_it_promises(file: str) -> None:
    text, name = RECIPES[file], f"./{file}"
    assert len(text.splitlines()) <= MOST_LINES
    Path(file).write_text(text, "utf-8")
    resolved = resolve(name)
    rules = trickbook.Ruleset.ready(resolved, {}, None)
    if OWN_RULES.search(text):
        assert validate_resolved(resolved, quick=True).problems == ()
    assert _plays_a_deal(rules)
    if examples := EXAMPLES.get(file.removesuffix(".yaml")):
        Path("examples.yaml").write_text(f"ruleset: {name}\nexamples:\n{examples}", "utf-8")
        results = run(["examples.yaml"], {name: resolved})
        assert results.passed, str(results)
        assert results.outcomes


def _plays_a_deal(rules: trickbook.Ruleset) -> bool:
    """Return whether random players play the tricks of a deal and end it."""
    game = rules.new_game(seed=1)
    moves = islice(play_game(rules, game, [BOTS["random"]] * len(game.scores)), MOST_MOVES)
    return any(one.before.tricks and len(one.after.deals) > len(one.before.deals) for one in moves)
