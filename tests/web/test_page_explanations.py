"""Explanations on the page: illegal cards, past tricks, points, motion."""

import re

import pytest
from playwright.sync_api import Page, expect
from tests.web.conftest import Visit
from tests.web.page_actions import (
    CORNER,
    act,
    choose,
    confirm,
    hand,
    held,
    my_turn,
    names,
    numbers,
    over,
    play_deal,
    with_bots,
)

WATCH = """() => {
  const trick = document.querySelector(".trick");
  window.seen = [];
  const look = () => seen.push({
    lies: [...trick.children].map((one) => [one.dataset.seat, one.querySelector(".card").dataset.card]),
    taker: trick.querySelector(".takes")?.dataset.seat ?? null,
    flies: document.getAnimations().map((one) => one.effect)
      .filter(({ target }) => trick.contains(target)).map((one) => one.getKeyframes()[0].transform),
  });
  new MutationObserver(look).observe(trick, { childList: true, subtree: true, attributeFilter: ["class"] });
}"""
"""Notes down all that ever lies in the middle, and what flies there."""

ASKED = """() => {
  const asking = document.querySelector(".asking");
  window.asked = [];
  const look = () => asked.push(asking.matches(".mine"));
  look();
  new MutationObserver(look).observe(asking, { attributeFilter: ["class"] });
}"""
"""Notes down whether something is asked, at each change."""


def follow(page: Page) -> str:
    """Play until a suit is to be followed with another in the hand; a card of the other."""
    my_turn(page)
    while True:
        led = names(page.locator(".played .card"))[:1]
        others = [name for name in held(page) if led and name[-1] != led[0][-1]]
        if others and len(others) < len(held(page)):
            return others[0]
        act(page)
        assert my_turn(page) == "asked"


def test_a_dimmed_card_tells_the_clause(visit: Visit) -> None:
    page = visit()
    with_bots(page, "hearts", options={"passing": ["hold"]})
    card = page.locator(f'.hand .dim[data-card="{follow(page)}"]')
    bubble = page.locator(".bubble")
    page.mouse.move(2, 2)
    expect(bubble).to_have_count(0)
    card.hover(force=True, position=CORNER)
    expect(bubble).to_have_text("Follow suit if you can.")
    page.mouse.move(2, 2)
    expect(bubble).to_have_count(0)
    card.focus()
    expect(bubble).to_have_text("Follow suit if you can.")
    expect(card).to_have_attribute("aria-describedby", "why")
    page.keyboard.press("Escape")
    expect(bubble).to_have_count(0)


def test_the_last_trick_is_the_one_that_lay_there(visit: Visit) -> None:
    page = visit()
    with_bots(page, "hearts", options={"passing": ["hold"]})
    my_turn(page)
    page.evaluate(WATCH)
    act(page)
    my_turn(page)
    full = [one for one in page.evaluate("seen") if len(one["lies"]) == 4]
    called = [page.locator(f'.plate[data-seat="{seat}"] .name').inner_text() for seat in range(4)]
    page.keyboard.press("l")
    past = page.locator(".past-trick").last
    plays = past.locator("li")
    expect(plays).to_have_count(4)
    shown = list(zip(past.locator(".by").all_inner_texts(), names(plays.locator(".card")), strict=True))
    assert shown == [(called[int(seat)], card) for seat, card in full[0]["lies"]]
    taker = next(one["taker"] for one in full if one["taker"])
    expect(past.locator(".takes .by")).to_have_text(called[int(taker)])


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_card_flies_from_the_hand_unless_less_motion_is_asked_for(visit: Visit, motion: str) -> None:
    page = visit(reduced_motion=motion)
    with_bots(page, "hearts", options={"passing": ["hold"]})
    my_turn(page)
    page.evaluate(WATCH)
    card = page.locator(".hand .card:not(.dim)").first
    name = card.get_attribute("data-card")
    choose(card)
    confirm(page)
    expect(hand(page)).to_have_count(12)
    seen = page.evaluate("seen")
    mine = next(one for one in seen if one["lies"] and one["lies"][-1] == ["0", name])
    ways = [re.fullmatch(r"translate\(\S+px, (\S+)px\) scale\(\S+\)", way) for way in mine["flies"]]
    assert [bool(way and float(way[1]) > 50) for way in ways] == [True] * (motion != "reduce")
    assert motion != "reduce" or not any(one["flies"] for one in seen)


def test_points_are_explained_and_play_goes_on(visit: Visit) -> None:
    page = visit()
    with_bots(page, "hearts", options={"passing": ["hold", "left"]})
    play_deal(page)
    for seat, points in enumerate(numbers(page)):
        cell = over(page).locator(".points").nth(seat)
        cell.click()
        name = over(page).locator("thead th").nth(seat + 1).inner_text()
        expect(over(page).locator(".explained h3").first).to_have_text(f"{name}, deal 1")
        expect(over(page).locator(".explained > p").last).to_contain_text(f"Total {points}")
        assert explained(page) == points
    page.evaluate(ASKED)
    over(page).get_by_text("Continue").click()
    my_turn(page)
    expect(page.locator(".log li", has_text=re.compile("Duck .: Pass"))).to_have_count(3)
    changes = page.evaluate("asked")
    assert changes == sorted(changes), "nothing is asked before all that went on behind the sheet is shown"


def explained(page: Page) -> int:
    """What the lines of an explanation come to: cards add up, a change puts another number in place."""
    total = 0
    for text in over(page).locator(".explained .lines .worth").all_inner_texts():
        before, _, after = text.replace("−", "-").partition("→")
        assert not after or int(before) == total
        total = int(after) if after else total + int(before)
    return total


LAID_OPEN = """async () => {
  const { sentence } = await import("/page/sentences.js");
  const about = { cards: { AH: { name: "ace of hearts" } }, players: 2 };
  const table = { seat: 1, seats: [{ name: "Ann" }, { name: "Bea" }], about };
  return sentence(table, { kind: "exposed", seat: 0, what: "AH" });
}"""


def test_a_card_that_the_rules_lay_open_is_told(visit: Visit) -> None:
    """CH-5: the fourth card follows the third by itself; nobody says so."""
    page = visit()
    page.locator(".welcome").wait_for()
    assert page.evaluate(LAID_OPEN) == "Ann, exposed: ace of hearts"


def test_what_is_remembered_is_told_once_there_is_something_to_remember(visit: Visit) -> None:
    page = visit()
    remembered = page.locator(".notes dl")
    with_bots(page, "chinese-hearts")
    my_turn(page)
    expect(page.locator(".notes h2")).to_have_text(["Scores", "Log"])
    page.evaluate("location.hash = ''")
    with_bots(page, "barbu", options={"order": "chosen"})
    page.locator('[data-answer="trump_game"]').click()
    confirm(page)
    page.locator('[data-answer="hearts"]').click()
    expect(page.locator(".confirm")).to_contain_text("Trump suit")
    expect(remembered.locator("dt", has_text="Trumps")).to_have_count(0)
    confirm(page)
    expect(remembered.locator("div", has=page.locator("dt", has_text="Trumps")).first).to_contain_text("♥")
    expect(remembered.locator("div", has_text="Had trump game").locator("dd")).to_have_text("Ann")
    expect(remembered.locator("dd .short").first).to_have_class("short ink-3")
