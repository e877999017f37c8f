"""What is long can be read whole: the rulebook, and reasons of any length, on the smallest screen."""

from pathlib import Path

import pytest
from tests.terminal.local_tables import Player, local_table
from tests.terminal.test_screen import at

import trickbook
from trickbook.bots import BOTS
from trickbook.game import Game
from trickbook.ruleset import Ruleset
from trickbook.terminal.local_table import LocalTable
from trickbook.terminal.match_recorder import MatchRecorder
from trickbook.terminal.screen.pages import TextPage


@pytest.mark.parametrize(("language", "size"), [("en", (80, 24)), ("zh", (120, 30))])
def test_the_whole_rulebook_can_be_read(language: str, size: tuple[int, int]) -> None:
    table = local_table("double-hearts", language=language, options={"trading": "none"})
    book = table.rules.rulebook("text", language, players=4).rstrip().splitlines()

    async def doing(player: Player) -> None:
        await player.press("R")
        await player.until(lambda: book[1] in player.text())
        unseen = {line.strip() for line in book}
        for _ in range(len(book) // 10 + 2):
            shown = player.text()
            unseen -= {line for line in unseen if line in shown}
            await player.press("pagedown")
        assert not unseen
        await player.press("home")
        assert table.about["options"][0]["title"] in player.text()
        await player.press("enter")
        assert not isinstance(player.app.screen, TextPage)

    at(table, size, doing)


def clause(length: int) -> str:
    """A rule in so many words, each of which is another."""
    return " ".join(f"word{number}" for number in range(length))


def talkative(folder: Path, length: int) -> tuple[Ruleset, Game]:
    """A game where the clause against most cards is so long."""
    path = folder / "talkative.yaml"
    path.write_text(
        f"trickbook: 1\nextends: hearts\nname: Talk\nplay: {{opening: {{says: {clause(length)}}}}}\n", "utf-8"
    )
    hands = ["2C AC 5D", "3C QS 2H", "4C 4S 3H", "6C 5S 4H"]
    rules = trickbook.load(path, {"passing": "hold"})
    return rules, rules.new_game(4, seed=1, hands=[hand.split() for hand in hands])


def seat(rules: Ruleset, game: Game) -> LocalTable:
    """A seat in it."""
    keeper = MatchRecorder(None, lambda _path, _text: None)
    bots, names = [BOTS["duck"]] * 4, ["duck"] * 4
    return LocalTable(rules, game, keeper, seat=0, bots=bots, names=names, language="en")


@pytest.mark.parametrize("length", [3, 40, 60])
def test_a_long_clause_has_as_many_lines_as_it_takes(length: int, tmp_path: Path) -> None:
    async def doing(player: Player) -> None:
        await player.press("c")
        await player.until(lambda: f"{clause(length)} (opening)" in " ".join(player.text().split()))
        assert "2♣" in player.text()
        await player.press("escape")
        await player.until(lambda: "word1" not in player.text())

    at(seat(*talkative(tmp_path, length)), (80, 24), doing)


def test_a_clause_longer_than_the_screen_is_read_on_a_page(tmp_path: Path) -> None:
    async def doing(player: Player) -> None:
        await player.press("c")
        await player.until(lambda: "W: full text" in player.text())
        await player.press("W")
        assert isinstance(player.app.screen, TextPage)
        assert "word0 " in player.text()
        await player.press("end")
        await player.until(lambda: "word399 (opening)" in player.text())
        await player.press("W")
        assert not isinstance(player.app.screen, TextPage)

    at(seat(*talkative(tmp_path, 400)), (80, 24), doing)
