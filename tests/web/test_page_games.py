"""Every game is played on a narrow screen, by somebody who knows none."""

from random import Random

import pytest
from playwright.sync_api import Locator, Page
from tests.games import GAMES
from tests.web.conftest import Visit
from tests.web.page_actions import act, asked, hurry, lay, over

import trickbook

NARROW = {"width": 390, "height": 844}


def bots_take_the_rest(page: Page, game: str) -> None:
    """Lay a table for as many as usual; the other seats have bots."""
    others = trickbook.load(game).usual - 1
    lay(page, game, players=others + 1, seats=["me", *["duck"] * others])


def too_wide(page: Page) -> bool:
    """Whether anything stands beyond the edge of the screen."""
    wide: bool = page.evaluate("document.documentElement.scrollWidth > innerWidth")
    return wide


@pytest.mark.parametrize("game", GAMES)
def test_a_deal_of_every_game(visit: Visit, game: str) -> None:
    page, seen = visit(viewport=NARROW, has_touch=True, is_mobile=True), set[str]()
    chance = Random(game)  # noqa: S311 - moves by chance
    bots_take_the_rest(page, game)
    while not over(page).count():
        if asked(page).count():
            question = page.locator(".question b").inner_text()
            assert question in seen or not too_wide(page), question
            seen.add(question)
            act(page, Locator.tap, chance)
        hurry(page)
        page.wait_for_timeout(20)
    assert not too_wide(page)
