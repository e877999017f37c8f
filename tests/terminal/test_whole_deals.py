"""A whole deal of every game, played by keys alone."""

import asyncio

import pytest
from tests.games import GAMES
from tests.terminal.local_tables import local_table, seated

from trickbook.seat.hints import hint
from trickbook.terminal.screen.pages import ScoreSheetPage


async def play(name: str, language: str) -> None:
    table = local_table(name, language=language)
    async with seated(table) as player:
        while not table.game.deals:
            await player.until(lambda: table.game.deals or (player.board.state and player.board.state.offer))
            if table.game.deals:
                break
            move = str(hint(table.rules, table.game, 0)["move"])
            before = table.game
            await player.press(*player.keys(move))
            assert table.game is before  # choosing plays nothing
            await player.press("enter")
            await player.until(lambda: table.game is not before)  # noqa: B023 - it is awaited at once
        await player.until(lambda: isinstance(player.app.screen, ScoreSheetPage))
        await player.press("enter")
        await player.turn()
        assert table.game.deal == 2
        assert len(player.scene.view["deals"]) == 1


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_deal_is_played_by_keys(name: str) -> None:
    asyncio.run(play(name, "zh" if name == "chinese-hearts" else "en"))
