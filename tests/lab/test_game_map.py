"""The map of rulesets: how far they are from each other, and the dendrogram."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np
import pytest

import trickbook
from trickbook.cli.commands import map as module
from trickbook.lab.game_measures.measures import GameMeasures, entry_distances, measure_distances
from trickbook.lab.intervals import Estimate
from trickbook.lab.report.game_map import game_map

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Call


def measures(order: float, spread: float, drama: float | None = 0.4) -> GameMeasures:
    same = Estimate(0.5)
    return GameMeasures(Estimate(order), same, same, Estimate(spread), Estimate(drama), same)


def test_measures_count_in_units_of_their_deviation() -> None:
    found = measure_distances([measures(0.2, 0.1), measures(0.4, 0.1), measures(0.6, 0.1)])
    assert found.tolist() == [
        pytest.approx([0, 0.5, 1]),
        pytest.approx([0.5, 0, 0.5]),
        pytest.approx([1, 0.5, 0]),
    ]
    both = measure_distances([measures(0.2, 0.1), measures(0.6, 0.1), measures(0.2, 0.3), measures(0.6, 0.3)])
    assert both[0].tolist() == pytest.approx([0, np.sqrt(0.5), np.sqrt(0.5), 1])


def test_a_measure_that_a_game_lacks_is_as_that_of_the_others() -> None:
    found = measure_distances([measures(0.2, 0.1, 0.3), measures(0.2, 0.1, 0.5), measures(0.2, 0.1, None)])
    assert found[2].tolist() == pytest.approx([0.5, 0.5, 0])


def test_alike_games_are_no_distance_apart() -> None:
    assert measure_distances([measures(0.2, 0.1)] * 2).tolist() == [[0, 0], [0, 0]]


def test_entries_that_differ_are_a_share_of_all() -> None:
    (found,) = (
        entry_distances([trickbook.load(name).resolved.root for name in names])
        for names in [("hearts", "grey-maria", "whist", "hearts")]
    )
    assert (found == found.T).all()
    assert found[0, 3] == 0
    assert 0 < found[0, 1] < 0.1 < found[0, 2] < 1


def test_alike_rulesets_branch_side_by_side_and_the_picture_is_the_same_again() -> None:
    names = ["one", "far away", "two", "<three>"]
    apart = np.array([[0, 0.9, 0.1, 0.3], [0.9, 0, 0.8, 0.9], [0.1, 0.8, 0, 0.3], [0.3, 0.9, 0.3, 0]])
    drawn = game_map(names, apart, "Four of them.")
    assert drawn == game_map(names, apart, "Four of them.")
    shown = [text for text in re.findall(r">([^<>]+)</text>", drawn) if text in (*names, "&lt;three&gt;")]
    assert abs(shown.index("one") - shown.index("two")) == 1
    assert {shown[0], shown[-1]} & {"far away"}
    assert "<desc>Four of them.</desc>" in drawn


def test_a_command_draws_all_that_can_be_measured(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    large = tmp_path / "large.yaml"
    large.write_text("trickbook: 1\nextends: hearts\ndeck: {packs: 3}\n", "utf-8")
    monkeypatch.setattr(module, "shipped_games", lambda: ["hearts", "whist", str(large)])
    monkeypatch.setattr(module, "shipped", lambda: {"house/sun": tmp_path, "trick-taking": tmp_path})
    file = tmp_path / "map.svg"
    result = call("map", str(file), "--deals", "2")
    assert result.exit_code == 0, result.output
    assert f"Left out: {large}. " in result.output
    assert (
        f"3 rulesets; 2 deals of each kind, 10 playouts a play, seed 1.\nWritten to {file}." in result.output
    )
    text = file.read_text("utf-8")
    assert all(f">{name}</text>" in text for name in ("hearts", "whist", "house/sun"))
    assert call("map", str(file), "--deals", "2").exit_code == 2
    assert call("map", str(file), "--deals", "2", "--force").exit_code == 0
    assert file.read_text("utf-8") == text
