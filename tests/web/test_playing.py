"""Whole deals in browsers: cards, pairs, passing, and what happens when somebody reloads or slips."""

from playwright.sync_api import Page, expect
from tests.web.acting import (
    act,
    asked,
    come_in,
    held,
    hurry,
    lay,
    my_turn,
    numbers,
    over,
    play_deal,
    with_bots,
)
from tests.web.conftest import Visit


def test_two_play_a_deal_of_chinese_hearts(visit: Visit) -> None:
    ann, bea = visit(), visit()
    made = lay(ann, "chinese-hearts", seats=["me", "duck", "open", "duck"])
    come_in(bea, made, "Bea")
    bea.locator(".hand .card").first.wait_for()
    assert not set(held(ann)) & set(held(bea))
    play_deal(ann, bea)
    assert numbers(ann) == numbers(bea)
    ann.locator("dialog .points").nth(0).click()
    expect(ann.locator("dialog .explained h3")).to_contain_text("Ann")
    over(ann).get_by_text("Go on").click()
    expect(ann.locator(".where")).to_contain_text("Deal 2")


def test_two_play_a_deal_of_double_hearts_with_a_pair(visit: Visit) -> None:
    ann, bea = visit(), visit()
    made = lay(ann, "double-hearts", options={"trading": ["none"]}, seats=["me", "duck", "open", "duck"])
    come_in(bea, made, "Bea")
    pairs = 0
    while not (over(ann).count() and over(bea).count()):
        for page in (ann, bea):
            if not over(page).count() and asked(page).count():
                pairs += lead_pair(page)
            hurry(page)
        ann.wait_for_timeout(30)
    assert pairs
    assert numbers(ann) == numbers(bea)


def lead_pair(page: Page) -> int:
    """Lead a pair, if the hand has one to lead; if not, do whatever may be done."""
    free = page.locator(".hand .card:not(.dim):not(.lies)")
    names = [str(name) for name in free.evaluate_all("all => all.map((one) => one.dataset.card)")]
    twins = [place for place, name in enumerate(names) if names[place : place + 2] == [name, name]]
    if page.locator(".played").count() or page.locator(".answer").count() or not twins:
        act(page)
        return 0
    for card in (free.nth(twins[0]).element_handle(), free.nth(twins[0] + 1).element_handle()):
        assert card
        card.click(position={"x": 12, "y": 14})
    page.locator(".confirm").click()
    expect(page.locator(".confirm")).to_have_count(0)
    return 1


def test_three_cards_are_passed_and_three_come(visit: Visit) -> None:
    page = visit()
    with_bots(page, "hearts")
    before = set(held(page))
    expect(page.locator(".question")).to_contain_text("choose 3 cards for Duck 2")
    for place in range(3):
        page.locator(".hand .card").nth(place).click(position={"x": 12, "y": 14})
    gone = set(held(page)[:3])
    page.locator(".confirm").click()
    expect(page.locator(".question, .asking > .says").first).not_to_contain_text("Pass")
    assert not set(held(page)) & gone
    assert len(held(page)) == 13
    assert len(before & set(held(page))) == 10


def test_a_slip_costs_nothing(visit: Visit) -> None:
    page = visit()
    with_bots(page, "chinese-hearts")
    my_turn(page)
    while page.locator(".answer").count():
        act(page)
        my_turn(page)
    held_before = held(page)
    cards = page.locator(".hand .card:not(.dim)")
    cards.first.click(position={"x": 12, "y": 14})
    expect(page.locator(".chosen")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".chosen")).to_have_count(0)
    assert held(page) == held_before


def test_a_card_that_may_not_be_played_says_why(visit: Visit) -> None:
    page = visit()
    with_bots(page, "hearts", options={"passing": ["hold"]})
    while not page.locator(".asking.mine").count() or not page.locator(".hand .card.dim").count():
        if asked(page).count():
            act(page)
        page.wait_for_timeout(50)
    before = held(page)
    sent: list[str] = []
    page.on("websocket", lambda socket: socket.on("framesent", sent.append))
    dim = page.locator(".hand .card.dim").first
    dim.click(force=True, position={"x": 12, "y": 14})
    expect(page.locator(".bubble")).to_be_visible()
    assert len(page.locator(".bubble").inner_text()) > 10
    expect(page.locator(".chosen")).to_have_count(0)
    assert held(page) == before
    assert not sent


def test_a_reload_amid_a_trick_goes_on(visit: Visit) -> None:
    page = visit()
    with_bots(page, "hearts", options={"passing": ["hold"]})
    while not page.locator(".played").count() or not asked(page).count():
        if asked(page).count():
            act(page)
        page.wait_for_timeout(50)
    lies = page.locator(".played .card").evaluate_all("all => all.map((one) => one.dataset.card)")
    before = held(page)
    page.reload()
    page.locator(".asking.mine").wait_for()
    assert page.locator(".played .card").evaluate_all("all => all.map((one) => one.dataset.card)") == lies
    assert held(page) == before
    act(page)
    my_turn(page)
    assert len(held(page)) < len(before)


def test_of_two_tabs_the_newer_plays(visit: Visit) -> None:
    page = visit()
    with_bots(page, "hearts")
    second = page.context.new_page()
    second.goto(page.url)
    second.locator(".hand .card").first.wait_for()
    page.get_by_text("Play on here").click()
    page.locator(".hand .card").first.wait_for()
    expect(second.get_by_text("Play on here")).to_be_visible()


def test_who_looks_on_sees_no_hand(visit: Visit) -> None:
    ann, cat = visit(), visit()
    made = lay(ann, "chinese-hearts")
    cat.evaluate("(table) => { location.hash = `table=${table}&look=1` }", made["table"])
    expect(cat.locator(".where")).to_contain_text("you look on")
    assert not held(cat)
    expect(ann.locator(".where")).to_contain_text("1 looks on")
