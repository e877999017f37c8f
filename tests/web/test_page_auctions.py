"""Auctions as a ladder, and cards that are played for another seat."""

import re

import pytest
from playwright.sync_api import Page, expect
from tests.web.conftest import Visit
from tests.web.page_actions import act, choose, confirm, my_turn, play_on, with_bots
from tests.web.test_page_looks import faults

BIDS = """\
trickbook: 1
name: Bids
extends: [auction, partners, trumps, highest-wins]
words: {trumps: suit of high}
steps:
  bid:
    first: dealer
    answers: [pass, double, {levels: 1 to 7, of: [clubs, diamonds, hearts, spades, no_trump]}]
    names: {no_trump: NAME}
    rules: {double: {before: higher, only: answer is not double, says: There is nothing to double.}}
  tricks: {when: high > double, leader: bidder}
points: {made: {when: side has bidder and won >= level of high + 6, player: points + level of high}}
"""

DUMMY = """\
trickbook: 1
name: Dummy
extends: whist
steps:
  lay_open: {upon: play, when: count of played is 1, move: hand of (dealer + 2), to: table of (dealer + 2)}
  tricks:
    from: hand or table
    leader: dealer + 3
    played_by: if player is dealer + 2 then dealer else nobody
"""


def bid(page: Page, answer: str) -> None:
    """Choose a bid, and confirm it."""
    page.locator(f'[data-answer="{answer}"]').click()
    confirm(page)


@pytest.mark.parametrize("width", [1280, 375])
def test_bids_stand_in_a_grid(visit: Visit, width: int) -> None:
    page = visit(viewport={"width": width, "height": 800})
    with_bots(page, None, text=BIDS.replace("NAME", "NT"))
    my_turn(page)
    cells = page.locator(".rungs .answer")
    expect(cells).to_have_count(35)
    boxes = cells.evaluate_all("all => all.map((one) => one.getBoundingClientRect().toJSON())")
    rows, columns = {box["y"] for box in boxes}, {box["x"] for box in boxes}
    assert (len(rows), len(columns)) == (5, 7)
    assert all(box["width"] >= 40 and box["height"] >= 30 for box in boxes)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    expect(page.locator(".answers .answer")).to_have_text(["pass", "double"])
    expect(page.locator('[data-answer="2H"]')).to_have_accessible_name("2 hearts")
    assert not faults(page)


def test_bids_are_seen_at_the_seats(visit: Visit) -> None:
    page = visit()
    with_bots(page, None, text=BIDS.replace("NAME", "NT"))
    my_turn(page)
    bid(page, "1H")
    mine = page.locator(".plate.mine .saying")
    expect(mine.locator("b")).to_have_text(re.compile("1♥"))
    if my_turn(page) == "asked" and page.locator(".rungs").count():
        expect(page.locator('[data-answer="1H"]')).to_have_class(re.compile("dim"))
        bid(page, "7S")
        expect(mine.locator(".earlier")).to_have_text(re.compile("1♥"))
        expect(mine.locator("b")).to_have_text(re.compile("7♠"))


def test_a_long_name_of_a_strain_stands_before_its_row(visit: Visit) -> None:
    page = visit()
    with_bots(page, None, text=BIDS.replace("NAME", "without trumps"))
    my_turn(page)
    expect(page.locator(".strain")).to_have_count(5)
    expect(page.locator(".strain").last).to_have_text("without trumps")
    last = page.locator('[data-answer="7NT"]')
    expect(last).to_have_text("7")
    expect(last).to_have_accessible_name("7 without trumps")


@pytest.mark.parametrize(
    ("names", "graded", "beside"),
    [
        ("{1C: a little, no_trump: NT}", 34, ["pass", "double", "a little"]),
        (
            "{1C: low, 2C: lower, 1H: high, 2H: higher}",
            0,
            ["pass", "double", "low", "high", "lower", "higher"],
        ),
    ],
)
def test_bids_whose_names_hide_their_level_stand_beside_the_grid(
    visit: Visit, names: str, graded: int, beside: list[str]
) -> None:
    page, text = visit(), BIDS.replace("{no_trump: NAME}", names)
    if not graded:
        text = text.replace(
            "1 to 7, of: [clubs, diamonds, hearts, spades, no_trump]", "1 to 2, of: [clubs, hearts]"
        )
    with_bots(page, None, text=text)
    my_turn(page)
    expect(page.locator(".rungs .answer")).to_have_count(graded)
    expect(page.locator(".answers .answer")).to_have_text(beside)


def test_many_numbers_scroll_beside_the_pass(visit: Visit) -> None:
    page = visit(viewport={"width": 390, "height": 844})
    levels = "{levels: 1 to 7, of: [clubs, diamonds, hearts, spades, no_trump]}"
    text = BIDS.replace(levels, "{levels: 10 to 400, by: 10}").replace("    names: {no_trump: NAME}\n", "")
    with_bots(page, None, text=text.replace("  tricks: {when: high > double, leader: bidder}\n", ""))
    my_turn(page)
    expect(page.locator(".numbers .answer")).to_have_count(40)
    expect(page.locator('[data-answer="pass"]')).to_be_in_viewport()
    bid(page, "200")
    if my_turn(page) == "asked" and page.locator(".numbers").count():
        expect(page.locator(".numbers .answer").first).to_have_text("210")


@pytest.mark.parametrize("width", [1280, 390])
def test_the_cards_of_a_dummy_are_played_where_they_lie(visit: Visit, width: int) -> None:
    page = visit(viewport={"width": width, "height": 844})
    with_bots(page, None, text=DUMMY)
    plate, played = page.locator('.plate[data-seat="2"]'), 0
    own = set[str]()
    while question := play_on(page, own):
        if "for Duck 2" in question:
            expect(page.locator(".hand:not(.other) .card:not(.dim)")).to_have_count(0)
            choose(plate.locator(".card:not(.dim)").first)
            confirm(page)
            played += 1
        else:
            expect(plate.locator(".open-cards span.card")).to_have_count(13 - played)
            act(page)
            own.add(question)
    assert played == 13
