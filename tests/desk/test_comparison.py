"""What a text changes: the figures of `trickbook compare`, in pieces, and the smallest difference."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from tests.desk.texts import OMNIBUS, SLIP

from trickbook.cli.program import program
from trickbook.desk.comparison import SECONDS, Progress, comparison, difference
from trickbook.loading import shipped
from trickbook.problems import RulesetError, TrickbookError

ALONE = shipped()["hearts"].read_text("utf-8")


def compared(text: str, deals: int) -> list[dict[str, Any]]:
    progress, lines = Progress(deals=deals), []
    while not progress.is_over:
        progress, told = comparison(text, "en", progress)
        lines.append(json.loads(json.dumps(told)))
    return lines


def test_the_figures_are_those_of_the_command(tmp_path: Path) -> None:
    file = tmp_path / "rules.yaml"
    file.write_text(OMNIBUS, "utf-8")
    lines = compared(OMNIBUS, 60)
    assert [line["over"] for line in lines] == [False] * (len(lines) - 1) + [True]
    assert [line["deals"] for line in lines] == sorted(line["deals"] for line in lines)
    said = ["compare", "hearts", str(file), "--deals", "60", "--seed", "1", "--json"]
    shown = json.loads(CliRunner().invoke(program, said, prog_name="trickbook").stdout)
    rows = {row["measure"]: row for row in lines[-1]["rows"]}
    assert [*rows] == [one["measure"] for one in shown["differences"]]
    for one in shown["differences"]:
        assert rows[one["measure"]]["significant"] == one["significant"]
        assert float(rows[one["measure"]]["base"].rstrip(" %")) == pytest.approx(
            one["base"] * (100 if "%" in rows[one["measure"]]["base"] else 1), abs=0.05
        )
    assert lines[-1]["parent"] == "Hearts"
    assert lines[-1]["sentence"].startswith("With your text, ")


def test_a_comparison_ends_when_its_time_is_over() -> None:
    progress, told = comparison(OMNIBUS, "zh", Progress(seconds=SECONDS))
    assert progress.is_over
    assert told["over"]
    assert told["parent"] == "红心大战"
    assert told["sentence"].startswith("采用你的文本后，")


def test_the_smallest_difference_is_that_of_diff() -> None:
    found = difference(text=OMNIBUS, language="en")
    assert not found["same"]
    assert found["lines"][:4] == [
        "worth:",
        "  bonus_jack: only in your text, after queen (line 6 of your text)",
        "      cards: JD",
        "      is: -10",
    ]
    assert "    points: [-10, 0, 0, 0]    # your text" in found["lines"]


def test_nothing_is_compared_with_nothing() -> None:
    for asked in (lambda: difference(text=ALONE, language="en"), lambda: comparison(ALONE, "en", Progress())):
        with pytest.raises(TrickbookError, match="extends no shipped game"):
            asked()
    with pytest.raises(RulesetError):
        comparison(SLIP, "en", Progress())


def test_games_for_other_numbers_of_players_share_no_table() -> None:
    text = "trickbook: 1\nname: Two\nextends: hearts\nplayers: {count: 2, usual: 2}\n"
    with pytest.raises(TrickbookError, match="nobody can play both at one table"):
        comparison(text, "en", Progress())
