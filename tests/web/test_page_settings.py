"""What belongs to a browser: larger cards, sounds, the matches played in it, and the page as an app."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.web.conftest import Visit
from tests.web.page_actions import LONG, hand, my_turn, over, play_deal, with_bots, without_figures

LANGUAGES = {"en": ("Settings", "Larger cards", "Sounds"), "zh": ("设置", "大牌面", "声音")}

COUNTED = """() => {
  window.tones = 0;
  window.OscillatorNode = class extends OscillatorNode {
    start(when) { window.tones += 1; super.start(when); }
  };
}"""
"""Tones are counted before they are heard."""

PHONE = {"viewport": {"width": 375, "height": 720}, "has_touch": True}
ENDED = {"target": 1}
"""A match that is over after a deal."""


def width(page: Page) -> float:
    """How wide a card in the hand is."""
    box = hand(page).first.bounding_box()
    assert box
    return float(box["width"])


def enter(node: Locator) -> None:
    """Press the Enter key on something."""
    node.press("Enter")


def switch(page: Page, title: str, name: str) -> None:
    """Turn a setting on or off, by keyboard."""
    page.get_by_role("button", name=title).focus()
    page.keyboard.press("Enter")
    page.get_by_label(name).focus()
    page.keyboard.press("Space")
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("screen", [(1280, 800), (375, 720)])
def test_cards_become_larger(visit: Visit, language: str, screen: tuple[int, int]) -> None:
    page = visit(f"?lang={language}", viewport={"width": screen[0], "height": screen[1]})
    with_bots(page, "hearts")
    my_turn(page)
    before = width(page)
    title, larger, _ = LANGUAGES[language]
    switch(page, title, larger)
    assert width(page) > before * 1.15
    assert page.evaluate("document.documentElement.scrollWidth") <= screen[0]
    page.reload()
    my_turn(page)
    assert width(page) > before * 1.15
    switch(page, title, larger)
    assert width(page) == before


@pytest.mark.parametrize("language", LANGUAGES)
def test_sounds_are_off_until_somebody_wants_them(visit: Visit, language: str) -> None:
    page = visit(f"?lang={language}")
    page.evaluate(COUNTED)
    with_bots(page, "hearts", options=ENDED)
    my_turn(page)
    play_deal(page)
    assert page.evaluate("window.tones") == 0
    page.keyboard.press("Escape")
    title, _, sounds = LANGUAGES[language]
    switch(page, title, sounds)
    with_bots_again(page)
    my_turn(page)
    assert page.evaluate("window.tones") > 0


def with_bots_again(page: Page) -> None:
    """Go to the lobby, and sit down with bots."""
    page.evaluate("location.hash = ''")
    with_bots(page, "hearts")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_lobby_counts_the_matches_of_this_browser(visit: Visit, language: str) -> None:
    page = visit(f"?lang={language}")
    with_bots(page, "hearts", options=ENDED)
    play_deal(page)
    won = page.locator("dialog .score-sheet thead th").nth(1).evaluate("one => one.matches('.win')")
    page.reload()
    over(page).wait_for()
    page.keyboard.press("Escape")
    enter(page.locator(".brand"))
    row = page.locator(".lobby .score-sheet tbody tr")
    expect(row).to_have_count(1)
    expect(row.locator("td")).to_have_text(["1", "1" if won else "0"])
    delete = row.locator("xpath=ancestor::section").get_by_role("button")
    enter(delete)
    expect(page.get_by_role("alert")).not_to_be_empty()
    expect(row).to_have_count(1)
    enter(delete)
    expect(row).to_have_count(0)
    expect(page.locator(".lobby p:focus")).not_to_be_empty()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_link_opens_the_deal_for_others(visit: Visit, language: str) -> None:
    page, friend = visit(f"?lang={language}", **PHONE), visit(f"?lang={language}", **PHONE)
    for one in (page, friend):
        without_figures(one)
    with_bots(page, "hearts", options=ENDED, listed=False)
    play_deal(page)
    enter(page.locator("dialog a.button"))
    summary, copy = page.locator(".steps summary"), page.locator(".steps details button")
    enter(summary)
    enter(page.locator(".steps [data-key='1 2']"))
    expect(page.locator(".steps [data-key='1 2']")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".steps [data-key='1 2']")).to_be_focused()
    enter(copy)
    expect(page.locator(".steps details [role=status]")).not_to_be_empty()
    expect(copy).to_be_focused()
    assert page.evaluate("document.documentElement.scrollWidth") <= 375
    address = page.locator(".steps .address").input_value()
    assert "deal=1" in address
    assert "token" not in address
    with friend.expect_request(re.compile(f"record.*lang={language}")):
        friend.goto(address.replace("/#", f"/?lang={language}#"))
    expect(friend.locator(".open-hands .open-hand")).to_have_count(4)
    expect(friend.locator(".steps h2")).to_have_text("Hearts" if language == "en" else "红心大战")


@pytest.mark.parametrize(("language", "game"), [("en", "german-whist"), ("zh", "pinochle-for-two")])
def test_a_quick_table_is_the_first_that_waits_or_a_new_one(visit: Visit, language: str, game: str) -> None:
    ann, ben, cyd = (visit(f"?lang={language}", **PHONE) for _ in range(3))
    for page, name in ((ann, "Ann"), (ben, "Ben"), (cyd, "Cyd")):
        button = page.locator(".quick button:enabled")
        enter(button)
        expect(page.locator(".name-line input")).to_be_focused()
        page.keyboard.type(name)
        page.keyboard.press("Tab")
        page.locator(".quick select:focus").select_option(game)
        page.keyboard.press("Tab")
        expect(button).to_be_focused()
        expect(button).to_be_in_viewport(ratio=1)
        page.keyboard.press("Enter")
        page.locator(".plate .name").first.wait_for()
        expect(page.locator("main")).to_be_focused()
    tables = [
        page.evaluate("new URLSearchParams(location.hash.slice(1)).get('table')") for page in (ann, ben, cyd)
    ]
    assert tables[0] == tables[1] != tables[2]
    hand(ann).first.wait_for(timeout=LONG)


def test_the_page_can_be_installed_as_an_app(visit: Visit) -> None:
    page = visit()
    page.locator(".tables").wait_for()
    session: Any = page.context.new_cdp_session(page)
    found = session.send("Page.getAppManifest")
    assert found["errors"] == []
    icons = json.loads(found["data"])["icons"]
    assert [
        page.request.get(page.url.partition("?")[0].rstrip("/") + one["src"]).status for one in icons
    ] == [200, 200]
