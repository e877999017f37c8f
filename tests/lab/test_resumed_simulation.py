"""``--resume``: what was played is never thrown away, and a new run never passes for an old one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.cli.conftest import Call
from tests.lab.test_rows import a_study

from trickbook.lab import result_store, runner
from trickbook.lab.parquet import file_outline
from trickbook.lab.sums import StudySums

OF = a_study("hearts")


def begun(path: Path, deals: int) -> None:
    """A run that was stopped after so many deals."""
    store: result_store.ResultStore[StudySums] = result_store.new_store(result_store.result_location(path))
    parts = runner.run_study(OF, 10**9, store=store)
    for progress in parts:
        if progress.found.deals >= deals:
            break
    parts.close()


def simulate(call: Call, path: Path, *words: str) -> str:
    result = call("simulate", "hearts", "--out", str(path), *words)
    assert result.exit_code == 0, result.output
    return result.output


def test_fewer_deals_throw_nothing_away(call: Call, tmp_path: Path) -> None:
    path, whole = tmp_path / "k.parquet", tmp_path / "whole.parquet"
    begun(path, 2000)
    parts = [*path.with_name("k.parquet.parts").glob("*.parquet")]
    more = str(sum(file_outline(part).rows for part in parts) + 500)
    told = simulate(call, path, "--deals", "30", "--resume")
    assert f"More deals were played before; they stay in {path}.parts." in told
    assert file_outline(path).rows < 100
    left = len([*path.with_name("k.parquet.parts").glob("*.parquet")])
    assert 0 < left < len(parts)
    assert "More deals" not in simulate(call, path, "--deals", more, "--resume")
    simulate(call, whole, "--deals", more, "--seed", str(OF.seed))
    assert file_outline(path).rows == file_outline(whole).rows
    assert not path.with_name("k.parquet.parts").exists()


@pytest.mark.parametrize(
    "words", [("simulate", "--out"), ("compare", "+omnibus", "--keep"), ("arena", "--keep")]
)
def test_nothing_to_resume_is_told(call: Call, tmp_path: Path, words: tuple[str, ...]) -> None:
    path = tmp_path / "two.parquet"
    run = (words[0], "hearts", *words[1:], str(path), "--deals", "3", "--resume")
    result = call(*run)
    assert result.exit_code == 2
    assert f"{path} holds nothing to resume; leave out --resume, or name a --seed to begin" in result.output
    assert not [*tmp_path.iterdir()]
    result = call(*run, "--seed", "5")
    assert result.exit_code == 0
    assert f"{path} holds nothing to resume; a run with seed 5 begins." in result.stderr
    result = call(*run)
    assert (result.exit_code, result.stderr) == (0, "")
    assert "seed 5" in result.stdout


def test_an_early_interrupt_tells_how_to_go_on(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_given: object) -> Iterator[None]:
        raise KeyboardInterrupt
        yield

    monkeypatch.setattr(runner, "run_study", interrupted)
    path = tmp_path / "two.parquet"
    result = call("simulate", "hearts", "--deals", "300", "--seed", "5", "--out", str(path))
    again = f"trickbook simulate hearts --players 4 --seed 5 --bots random --deals 300 --out {path} --resume"
    assert f"No deal is stored yet. To continue: {again}\n" in result.stderr
