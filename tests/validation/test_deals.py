"""Random deals are as many as they should be, also where matches are short or ruled out."""

from pathlib import Path

import pytest

from trickbook.analysis.configurations import Configurations
from trickbook.analysis.coverage import random_deals
from trickbook.analysis.coverage.instrumented_engine import InstrumentedEngine
from trickbook.analysis.validation import random_play
from trickbook.loading import resolve
from trickbook.state import State

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
    plain = InstrumentedEngine._end  # noqa: SLF001 - the end of a deal is what is counted

    def end(engine: InstrumentedEngine, s: State) -> None:
        scored.append(s.match.deal)
        plain(engine, s)

    monkeypatch.setattr(InstrumentedEngine, "_end", end)
    assert not [p for p in random_play.check(Configurations(resolve(path))) if p.severity == "error"]
    assert len(scored) >= random_deals.ALL
