"""Questions with very many numbers: their span is told, not each of them, and not nothing."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.terminal.local_tables import local_table, seated

import trickbook
from trickbook.cli.program import program

RULES = """trickbook: 1
extends: whist
steps:
  guess: {before: tricks, ask: players, number: 0 to %d, says: Guess the points.}
"""


def rules_with(folder: Path, high: int) -> Path:
    path = folder / "guesses.yaml"
    path.write_text(RULES % high, "utf-8")
    return path


@pytest.mark.parametrize("high", [199, 200, 900])
def test_a_question_tells_the_span_of_its_numbers(tmp_path: Path, high: int) -> None:
    call = ["sit", str(rules_with(tmp_path, high)), "--seed", "7", "--plain", "--letters"]
    result = CliRunner().invoke(program, [*call, "--record", str(tmp_path / "kept.record")], "01\n12\n")
    assert f"You may answer any number from 0 to {high}." in result.output
    assert "You may answer ." not in result.output


def test_very_many_numbers_are_typed_on_the_screen(tmp_path: Path) -> None:
    rules = trickbook.load(rules_with(tmp_path, 900))
    table = local_table(str(tmp_path / "guesses.yaml"), game=rules.new_game(seed=7))

    async def guess() -> None:
        async with seated(table) as player:
            await player.turn()
            await player.press("7", "1", "3")
            await player.sees("Say 713", "East", " 59")
            assert " 60 " not in player.text()

    asyncio.run(guess())


def test_a_wrong_number_is_told_the_span(tmp_path: Path) -> None:
    game = trickbook.load(rules_with(tmp_path, 900)).new_game(seed=7)
    for wrong in ("01", "901"):
        with pytest.raises(trickbook.TrickbookError) as caught:
            game.apply(game.actors[0], wrong)
        assert str(caught.value).endswith("is not an answer to guess; it is one of the numbers from 0 to 900")
