"""Finished matches on the page: found by game, player and day; one's own by link; private ones never."""

from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Page, expect
from tests.web.conftest import Visit
from tests.web.page_actions import over, play_deal, with_bots, without_figures

ENDED = {"target": 1}
PHONE = {"viewport": {"width": 375, "height": 720}, "has_touch": True}
LANGUAGES = {"en": ("Find a match", "Find", "Review the match"), "zh": ("查找牌局", "查找", "复盘")}


def played(page: Page, name: str, *, listed: bool) -> None:
    """Play a match of one deal to its end, and go to the lobby."""
    with_bots(page, "hearts", name=name, options=ENDED, listed=listed)
    play_deal(page)
    over(page).wait_for()
    page.evaluate("location.hash = ''")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_stranger_finds_a_match_and_reviews_it(visit: Visit, language: str) -> None:
    name = f"Zoe {language}"
    played(visit(), name, listed=True)
    title, find, review = LANGUAGES[language]
    page = visit(f"?lang={language}", **PHONE)
    without_figures(page)
    page.get_by_role("link", name=title).tap()
    page.locator("[name=player]").fill(name.upper())
    page.get_by_role("button", name=find, exact=True).tap()
    found = page.locator(".table-card")
    expect(found).to_have_count(1)
    expect(found.locator(".sitters")).to_contain_text(name)
    expect(found.locator(".win")).not_to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth") <= 375
    found.get_by_role("link", name=review).tap()
    expect(page.locator(".open-hands .open-hand")).to_have_count(4)
    expect(page.locator(".open-hands")).to_contain_text(name)


def test_an_unlisted_match_is_only_found_by_its_own_players(visit: Visit) -> None:
    page, stranger = visit(), visit("?lang=en#archive=1&player=Yara")
    without_figures(page)
    played(page, "Yara", listed=False)
    stranger.reload()
    expect(stranger.get_by_role("status")).to_have_text("No match was found.")
    page.locator(".lobby .yours a", has_text="Hearts").last.click()
    expect(page.locator(".open-hands .open-hand")).to_have_count(4)


def test_matches_are_found_by_keys_from_day_to_day(visit: Visit) -> None:
    played(visit(), "Xeni", listed=True)
    page = visit()
    page.get_by_role("link", name="Find a match").focus()
    page.keyboard.press("Enter")
    game, player = page.locator("[name=game]"), page.locator("[name=player]")
    game.locator("option[value=hearts]").wait_for(state="attached")
    game.select_option("hearts")
    player.focus()
    page.keyboard.type("xeni")
    today = datetime.now(UTC).astimezone()
    for days, count in ((0, 1), (-1, 0)):
        page.locator("[name=until]").fill((today + timedelta(days)).date().isoformat())
        player.focus()
        page.keyboard.press("Enter")
        expect(page.locator("[name=game]")).to_have_value("hearts")
        expect(page.locator("[name=player]")).to_have_value("xeni")
        expect(page.locator(".table-card")).to_have_count(count)
    game.select_option("spades")
    page.locator("[name=until]").fill("")
    page.locator("[name=player]").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_have_text("No match was found.")
