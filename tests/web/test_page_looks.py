"""Accessibility: names for screen readers, contrast, keys, small screens, another language."""

import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.selection import broad
from tests.web.conftest import Visit
from tests.web.page_actions import (
    CORNER,
    act,
    choose,
    hand,
    held,
    my_turn,
    over,
    play_by_touch,
    play_deal,
    with_bots,
)

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
    choose(hand(page).first)
    assert not faults(page)
    sheets = {"Tricks": ".past", "Scores": ".score-sheet", "Rules": ".rulebook h2", "More": ".keys"}
    for name, inner in sheets.items():
        page.get_by_role("toolbar").get_by_text(name).click()
        page.locator("dialog[open]").locator(inner).first.wait_for()
        assert not faults(page)
        page.keyboard.press("Escape")
        expect(page.locator("dialog")).to_have_count(0)


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
    expect(hand(page)).to_have_count(13)
    called = hand(page).evaluate_all("all => all.map((one) => one.ariaLabel)")
    assert all(re.fullmatch(r"\w+ of (clubs|diamonds|spades|hearts)", one) for one in called)
    expect(page.get_by_role("log")).to_contain_text("Your turn")


@pytest.mark.parametrize(
    "game",
    broad(["hearts", "double-hearts", "cancellation-hearts", "barbu"], but={"double-hearts"}.__contains__),
)
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
    touched.tap(position=CORNER)
    expect(page.locator(".chosen, .answer[aria-pressed=true]")).to_have_count(1)
    assert places(page) == lies, "nothing moves between the first touch and the second"


def places(page: Page) -> list[float]:
    """Where all stands that one may touch, but for what is chosen."""
    those = page.locator(".answer, .hand .card")
    found = those.evaluate_all("all => all.slice(1).map((one) => one.getBoundingClientRect().y + scrollY)")
    return [round(one, 2) for one in found]


FITS = """(all) => {
  const sheet = document.querySelector("dialog").getBoundingClientRect();
  const text = document.createRange();
  return all.filter((one) => {
    one.scrollIntoView({ block: "nearest", inline: "nearest" });
    text.selectNodeContents(one);
    const { left, right, top, height } = text.getBoundingClientRect();
    const ends = [left + 2, right - 2].map((x) => document.elementFromPoint(x, top + height / 2));
    return height > 40 || left < sheet.left || right > sheet.right || !ends.every((end) => one.contains(end));
  }).map((one) => one.innerText);
}"""
"""Of the cells of a sheet those that are broken into lines, or not seen whole even if one goes to them."""

ENDS = """(all) => all.map((one) => {
  const text = document.createRange();
  text.selectNodeContents(one);
  return Math.round(text.getBoundingClientRect().right);
})"""

APART = """(lines) => {
  lines.insertAdjacentHTML("beforeend", "<li><b class='worth'>−420 → −1680</b><p>Doubled twice</p></li>");
  const [much, why] = lines.lastElementChild.children;
  const text = document.createRange();
  text.selectNodeContents(much);
  return why.getBoundingClientRect().left - text.getBoundingClientRect().right;
}"""
"""How far from each other a long number and the reason for it stand."""


@pytest.mark.parametrize(
    ("lang", "game", "name", "asked"),
    [
        ("zh", "chinese-hearts", "小明", {"options": {"limit": 1}}),
        ("en", "hearts", "Bartholomew the Elder", {"options": {"deals": 1}, "players": 6}),
    ],
)
def test_a_narrow_screen_shows_the_whole_sheet(
    visit: Visit, lang: str, game: str, name: str, asked: dict[str, Any]
) -> None:
    page = visit(f"?lang={lang}", viewport={"width": 375, "height": 720}, has_touch=True, is_mobile=True)
    with_bots(page, game, name=name, lang=lang, **asked)
    play_deal(page)
    cells = over(page).locator(".score-sheet").locator("th, td")
    assert cells.evaluate_all(FITS) == []
    point, total = (over(page).locator(part).evaluate_all(ENDS) for part in (".points", "tfoot td"))
    assert point == total
    over(page).locator(".points").first.tap()
    over(page).locator(".explained h3").wait_for()
    assert cells.evaluate_all(FITS) == []
    assert over(page).locator(".lines").first.evaluate(APART) >= 8
    assert page.evaluate("document.documentElement.scrollWidth") <= 375


def test_a_deal_by_touch(visit: Visit) -> None:
    page = visit(viewport={"width": 375, "height": 812}, has_touch=True, is_mobile=True)
    with_bots(page, "heartsette")
    play_by_touch(page, touch=Locator.tap)
    assert not faults(page)
    over(page).locator(".row.end .main").tap()
    my_turn(page)
    act(page, Locator.tap)


def test_keys_alone_will_do(visit: Visit) -> None:
    page = visit()
    page.get_by_text("New table").focus()
    page.keyboard.press("Enter")
    page.locator(".rulebook h2").wait_for()
    go_to_game(page, "hearts")
    fill_in(page)
    play_by_keys(page)
    expect(page.locator(".question")).not_to_contain_text("Pass")
    play_by_keys(page)
    expect(hand(page)).to_have_count(12)
    my_turn(page)
    page.keyboard.press("l")
    expect(page.locator(".past-trick li")).to_have_count(4)
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    page.keyboard.press("p")
    expect(page.locator("dialog[data-sheet=scores]")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)


def go_to_game(page: Page, name: str) -> None:
    """Type the first letter of a game until it is the one, and wait for its form."""
    games = page.get_by_label("Game", exact=True)
    games.focus()
    for _ in range(9):
        if games.input_value() == name:
            break
        page.keyboard.press(name[0])
    expect(games).to_have_value(name)
    expect(page.locator(".book:not([aria-busy]) h2").first).to_be_visible()


def fill_in(page: Page) -> None:
    """Tell a name, give all other seats to bots, and open the table."""
    page.locator("#my-name").focus()
    page.keyboard.type("Ann")
    for place in range(3):
        seat = page.locator(".seat-choice select").nth(place)
        seat.focus()
        page.keyboard.press("ArrowDown")
        expect(seat).to_have_value("duck")
    page.locator(".bottom .main").focus()
    page.keyboard.press("Enter")


def play_by_keys(page: Page) -> None:
    """Go through the hand with the arrows, choose until there is something to play, and play it."""
    my_turn(page)
    page.evaluate("document.activeElement.blur()")
    for _ in range(14):
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Space")
        if page.locator(".confirm").count():
            break
    page.keyboard.press("Enter")
    expect(page.locator(".confirm")).to_have_count(0)


def test_a_letter_goes_to_a_card(visit: Visit) -> None:
    page = visit()
    with_bots(page, "hearts")
    my_turn(page)
    suit = held(page)[-1][-1]
    page.keyboard.press(suit.lower())
    focus = page.locator(".hand .card:focus")
    expect(focus).to_have_attribute("data-card", re.compile(f"{suit}$"))


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
    expect(page).to_have_url(re.compile("lang=en"))


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("width", [920, 1280])
def test_the_fan_of_the_lobby_covers_nothing(visit: Visit, width: int, language: str) -> None:
    page = visit(f"?lang={language}", viewport={"width": width, "height": 800})
    cards = page.locator(".fan .card")
    cards.first.wait_for()
    left = min(box["x"] for one in cards.all() if (box := one.bounding_box()))
    for button in page.locator(".welcome .button").all():
        box = button.bounding_box()
        assert box
        assert box["x"] + box["width"] <= left
