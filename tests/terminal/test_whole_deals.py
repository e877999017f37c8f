"""A whole deal of every game, and the end of its match, played by keys alone."""

import asyncio
from random import Random

import pytest
from tests.games import SOME_GAMES, shortest
from tests.terminal.local_tables import Player, local_table, rules_of, seated

from trickbook.game import Game
from trickbook.ruleset import Ruleset
from trickbook.seat.hints import hint
from trickbook.seat.seat_view import seat_view
from trickbook.terminal.local_table import LocalTable
from trickbook.terminal.screen.pages import ScoreSheetPage


async def act(player: Player, table: LocalTable) -> None:
    """Choose what a hint advises, and play it."""
    before = table.game
    await player.press(*player.keys(str(hint(table.rules, before, 0)["move"])))
    assert table.game is before  # choosing plays nothing
    await player.press("enter")
    await player.until(lambda: table.game is not before)


async def play(name: str, language: str) -> None:
    table = local_table(name, language=language)
    async with seated(table) as player:
        while not table.game.deals:
            await player.until(lambda: table.game.deals or (player.board.state and player.board.state.offer))
            if table.game.deals:
                break
            await act(player, table)
        await player.until(lambda: isinstance(player.app.screen, ScoreSheetPage))
        await player.press("enter")
        await player.turn()
        assert table.game.deal == 2
        assert len(player.scene.view["deals"]) == 1


@pytest.mark.parametrize("name", SOME_GAMES)
def test_a_whole_deal_is_played_by_keys(name: str) -> None:
    asyncio.run(play(name, "zh" if name == "chinese-hearts" else "en"))


def near_its_end(rules: Ruleset, chance: Random) -> Game:
    """A match before the last move of the first seat, whose moves so far were by chance."""
    game = last = rules.new_game(seed=7)
    while game.actors:
        seat = game.actors[0]
        last = game if seat == 0 else last
        game = game.apply(seat, any_move(game, chance) if seat == 0 else str(hint(rules, game, seat)["move"]))
    return last


def any_move(game: Game, chance: Random) -> str:
    """A move of the first seat by chance; where there are too many to list, the first."""
    view = seat_view(game, 0)
    first = view["choose"] and " ".join(view["choose"]["from"][: view["choose"]["low"]])
    return str(chance.choice(view["legal"]) if view["legal"] else first or "none")


async def finish(name: str) -> None:
    options = shortest(name)
    game = near_its_end(rules_of(name, None, tuple(options.items())), Random(name))  # noqa: S311 - by chance
    table = local_table(name, game=game, options=options)
    async with seated(table) as player:
        while table.game.actors:
            await player.until(lambda: not table.game.actors or (player.board.state and player.scene.offer))
            if table.game.actors:
                await act(player, table)
        await player.until(lambda: isinstance(player.app.screen, ScoreSheetPage))
        while player.scene.view["winners"] != list(table.game.winners):  # who is out reads on
            await player.press("enter")
            await player.until(lambda: isinstance(player.app.screen, ScoreSheetPage))
        await player.press("A")
        await player.until(lambda: table.match == 2)  # where one is dummy, its end may have come already
        assert table.game.deal == 1


@pytest.mark.parametrize("name", SOME_GAMES)
def test_a_match_ends_and_another_begins(name: str) -> None:
    asyncio.run(finish(name))
