"""A record stepped through, on the screen and line by line, with what each card would have meant."""

import asyncio
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from tests.terminal.local_tables import rules_of
from textual.screen import Screen

from trickbook.bots import BOTS, turn_of
from trickbook.cli.program import program
from trickbook.game.game import Game
from trickbook.terminal.screen import StepperApp
from trickbook.terminal.stepper_text import SteppedGame


@cache
def played(name: str) -> Game:
    """A deal between ducks."""
    rules = rules_of(name)
    game = rules.new_game(seed=11)
    while not game.deals and game.turn is not None:
        game = game.apply(game.turn, BOTS["duck"](turn_of(rules, game, game.turn, 1)))
    return game


def text(study: Screen[Any]) -> str:
    lines = study._compositor.render_strips()  # noqa: SLF001 - nothing else gives them
    return "\n".join(strip.text.rstrip() for strip in lines)


def test_arrows_go_on_and_cards_tell_what_they_meant() -> None:
    past = SteppedGame(rules_of("chinese-hearts"), played("chinese-hearts"), "en")

    async def look() -> None:
        app = StepperApp(past, past.at(1, 3))
        study = app.stepper
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.press("right")
            assert study.moment["at"] == {"deal": 1, "trick": 3, "play": 2}
            await app.workers.wait_for_complete()
            await pilot.pause()
            assert "Seat 0 played K♣." in text(study)
            assert "Bots would have chosen: Duck K♣" in text(study)
            assert "p D" in text(study)
            assert {one.move for one in study.outcomes.rows} == {"8♣", "J♣", "K♣"}
            await pilot.press("d")
            assert "seven of diamonds: Follow suit from the hand if you can." in text(study)
            await pilot.press("a")
            assert "eight of clubs: Seat 3 would be ahead with 10♣. It scores" in text(study)

    asyncio.run(look())


def test_arrows_go_from_trick_to_trick() -> None:
    past = SteppedGame(rules_of("chinese-hearts"), played("chinese-hearts"), "en")

    async def look() -> None:
        app = StepperApp(past, past.at(1, 3))
        study = app.stepper
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.press("up")
            assert study.moment["at"] == {"deal": 1, "trick": 2, "play": 1}
            await pilot.press("left")
            assert study.moment["at"] == {"deal": 1, "trick": 1, "play": 4}
            await pilot.press(*["down"] * 14)
            assert "Points of deal 1: Seat 0 −50, Seat 1 −180" in text(study).replace("-", "−")
            await pilot.press("right", "pagedown")
            assert study.moment["at"] == {"deal": 1, "trick": 0, "play": 1}
            await pilot.press("Q")

    asyncio.run(look())


@pytest.fixture
def record(tmp_path: Path) -> str:
    path = tmp_path / "match.record"
    path.write_text(played("hearts").record(), "utf-8")
    return str(path)


def look(*words: str, typed: str = "") -> str:
    result = CliRunner().invoke(program, ["sit", "--from", *words, "--plain"], typed)
    assert result.exit_code == 0, result.output
    return result.output


def test_it_is_read_out_line_by_line(record: str) -> None:
    typed = ["", "back", "trick 0", "deal 7", "somewhere", f"deal {'9' * 5000}", ""]
    told = look(record, "--deal", "1", "--trick", "4", typed="\n".join(typed))
    places = [line for line in told.splitlines() if line.startswith("deal 1")]
    assert places == ["deal 1, trick 4", "deal 1, trick 4", "deal 1, trick 4", "deal 1"]
    assert " played " in told
    assert "(played" in told
    assert " ± " in told.replace("+-", "±")
    assert "there is no deal 7 here" in told
    assert "`trick 5`, `deal 2`: go there." in told


NOWHERE = [(["--deal", "9"], "no deal 9"), (["--deal", "1", "--trick", "40"], "no trick 40")]


@pytest.mark.parametrize(("words", "says"), NOWHERE)
def test_a_moment_that_there_is_not(record: str, words: list[str], says: str) -> None:
    result = CliRunner().invoke(program, ["sit", "--from", record, *words, "--plain"])
    assert (result.exit_code, says in result.output) == (1, True), result.output


def test_only_records_are_looked_at() -> None:
    result = CliRunner().invoke(program, ["sit", "hearts", "--trick", "2", "--plain"])
    assert (result.exit_code, "name it with --from" in result.output) == (2, True)
