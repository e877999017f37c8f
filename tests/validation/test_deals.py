"""Random deals are as many as they should be, also where matches are short or ruled out."""

from pathlib import Path

import pytest

from trickbook.analysis.configurations import Configurations
from trickbook.analysis.coverage import random_deals
from trickbook.analysis.validation import random_play, validate
from trickbook.core.state import State
from trickbook.engine.engine import Engine
from trickbook.loading import resolve

RULES = {
    "long": "",
    "short": "match: {max_deals: 1}\n",
    "ruled-out": "options: {a: {type: number, from: 0, to: 9, default: 0}}\nrequires: {q: {that: a is 0}}\n",
}


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_a_hundred_deals_are_played(rules: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "rules.yaml"
    path.write_text(f"trickbook: 1\nextends: hearts\nplayers: {{count: 4}}\n{rules}", "utf-8")
    scored: list[int] = []
    plain = Engine.end

    def end(engine: Engine, s: State) -> None:
        scored.append(s.match.deal)
        plain(engine, s)

    monkeypatch.setattr(Engine, "end", end)
    assert not [p for p in random_play.check(Configurations(resolve(path))) if p.severity == "error"]
    assert len(scored) >= random_deals.ALL


NEVER = """\
trickbook: 1
name: Never taken
extends: hearts
steps:
  asking: {after: deal, ask: dealer, when: deal is 3 and any of players (score is 57), answers: [a, b]}
  moving: {after: deal, when: count of hand of dealer > 12 and deal is 99, move: clubs, to: aside}
"""


def test_a_step_that_no_deal_comes_to_is_noted(tmp_path: Path) -> None:
    path = tmp_path / "never.yaml"
    path.write_text(NEVER, "utf-8")
    notes = [str(one.message) for one in validate(path).problems if one.code == "never-seen"]
    assert [note.partition(" in ")[0] for note in notes] == ["`moving` was not taken"], "the search asks"


def test_a_step_of_some_settings_alone_is_found_by_the_search(tmp_path: Path) -> None:
    path = tmp_path / "seldom.yaml"
    option = "options: {kind: {type: yes_no, default: no}}\n"
    step = "{after: deal, ask: dealer, when: kind and hand of dealer has QS, answers: [a, b]}"
    path.write_text(
        f"trickbook: 1\nname: Seldom\nextends: hearts\n{option}steps: {{asking: {step}}}\n", "utf-8"
    )
    assert not [one for one in validate(path).problems if one.code == "never-seen"]
