"""What everybody needs: names that are read out, contrast, keys, small screens, another language."""

import re
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tests.web.acting import act, asked, my_turn, over, play_deal, with_bots
from tests.web.conftest import Visit

SOUND = Path(__file__).with_name("sound.js").read_text("utf-8")

LATIN = re.compile(r"[A-Za-z]{2,}")


def faults(page: Page) -> list[str]:
    """What has no name, or a name twice, and what is too faint to be read."""
    found: list[str] = page.evaluate(SOUND)
    return found


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_names_and_contrast(visit: Visit, scheme: str) -> None:
    page = visit(color_scheme=scheme)
    page.locator(".tables").wait_for()
    assert not faults(page)
    page.get_by_text("New table").click()
    page.locator(".rulebook h2").wait_for()
    assert not faults(page)
    page.evaluate("location.hash = ''")
    with_bots(page, "hearts")
    my_turn(page)
    page.locator(".hand .card").first.click(position={"x": 12, "y": 14})
    assert not faults(page)
    for name in ("Tricks", "Score sheet", "Rules", "More"):
        page.get_by_role("toolbar").get_by_text(name).click()
        page.locator("dialog[open]").wait_for()
        assert not faults(page)
        page.keyboard.press("Escape")


def test_the_check_finds_what_is_wrong(visit: Visit) -> None:
    page = visit()
    page.locator(".tables").wait_for()
    page.evaluate("document.querySelector('.brand').textContent = ''")
    page.evaluate("document.querySelector('.lead').style.color = '#ccc'")
    found = faults(page)
    assert any(fault.startswith("no name") for fault in found)
    assert any(fault.startswith("faint") for fault in found)


def test_cards_are_called_by_name(visit: Visit) -> None:
    page = visit()
    with_bots(page, "hearts")
    my_turn(page)
    cards = page.locator(".hand .card")
    called = cards.evaluate_all("all => all.map((one) => one.ariaLabel)")
    assert all(re.fullmatch(r"\w+ of (clubs|diamonds|spades|hearts)", one) for one in called)
    expect(page.get_by_role("log")).to_contain_text("Your turn")


@pytest.mark.parametrize("game", ["hearts", "double-hearts", "cancellation-hearts", "barbu"])
def test_a_narrow_screen_holds_it_all(visit: Visit, game: str) -> None:
    page = visit(viewport={"width": 375, "height": 720}, has_touch=True, is_mobile=True)
    with_bots(page, game, players=5 if game == "cancellation-hearts" else 4)
    my_turn(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 375
    cards = page.locator(".hand .card")
    boxes = cards.evaluate_all("all => all.map((one) => one.getBoundingClientRect().toJSON())")
    rows = {box["y"]: sorted(one["x"] for one in boxes if one["y"] == box["y"]) for box in boxes}
    assert all(after - before >= 24 for row in rows.values() for before, after in pairwise(row))
    assert all(row[0] >= 0 and row[-1] + boxes[0]["width"] <= 375 for row in rows.values())
    touched = page.locator(".answer, .hand .card").first
    lies = places(page)
    touched.tap(position={"x": 12, "y": 14})
    expect(page.locator(".chosen, .answer[aria-pressed=true]")).to_have_count(1)
    assert places(page) == lies, "nothing moves between the first touch and the second"


def places(page: Page) -> list[float]:
    """Where all stands that one may touch, but for what is chosen."""
    those = page.locator(".answer, .hand .card")
    found = those.evaluate_all("all => all.slice(1).map((one) => one.getBoundingClientRect().y + scrollY)")
    return [float(one) for one in found]


def test_a_deal_by_touch(visit: Visit) -> None:
    page = visit(viewport={"width": 375, "height": 812}, has_touch=True, is_mobile=True)
    with_bots(page, "heartsette")
    play_deal(page)
    assert over(page).count() == 1
    assert not faults(page)
    page.locator("dialog .row.end .main").tap()
    my_turn(page)
    act(page)


def test_keys_alone_will_do(visit: Visit) -> None:
    page = visit()
    page.get_by_text("New table").focus()
    page.keyboard.press("Enter")
    page.locator(".rulebook h2").wait_for()
    page.get_by_label("Game", exact=True).focus()
    page.keyboard.type("Hearts")
    page.locator("#my-name").focus()
    page.keyboard.type("Ann")
    for place in range(3):
        page.locator(".seat-choice select").nth(place).focus()
        page.keyboard.press("ArrowDown")
    page.locator(".bottom .main").focus()
    page.keyboard.press("Enter")
    asked(page).wait_for()
    for _ in range(2):
        before = page.locator(".log li").count()
        choose_by_keys(page)
        page.keyboard.press("Enter")
        expect(page.locator(".log li")).not_to_have_count(before)
        my_turn(page)
    page.keyboard.press("p")
    expect(page.locator("dialog[data-sheet=scores]")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)


def choose_by_keys(page: Page) -> None:
    """Go through the hand with the arrows, and choose until there is something to play."""
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("ArrowRight")
    for _ in range(14):
        if page.locator(".confirm").count():
            return
        page.keyboard.press("Space")
        if not page.locator(".confirm").count():
            page.keyboard.press("ArrowRight")


def test_a_letter_goes_to_a_card(visit: Visit) -> None:
    page = visit()
    with_bots(page, "hearts")
    my_turn(page)
    page.keyboard.press("h")
    expect(page.locator(".hand .card:focus")).to_have_attribute("aria-label", re.compile("of hearts"))


def test_chinese(visit: Visit) -> None:
    page = visit("?lang=zh")
    expect(page.locator("html")).to_have_attribute("lang", "zh-CN")
    with_bots(page, "chinese-hearts", name="安")
    my_turn(page)
    assert not LATIN.findall(page.locator("main").inner_text())
    labels = page.locator("main [aria-label]").evaluate_all("all => all.map((one) => one.ariaLabel)")
    assert not LATIN.findall(" ".join(labels))
    page.get_by_text("English").click()
    expect(page.locator("h1")).to_have_text("Chinese Hearts")
    assert "lang=en" in page.url
