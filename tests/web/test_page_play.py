"""Whole deals in browsers: cards, pairs, passing, reloads and mistakes."""

import re

from playwright.sync_api import Page, expect
from tests.web.conftest import Visit
from tests.web.page_actions import (
    CORNER,
    Held,
    act,
    asked,
    begin,
    choose,
    come_in,
    confirm,
    hand,
    held,
    laid,
    lay,
    my_turn,
    names,
    numbers,
    over,
    play_by_touch,
    play_deal,
    play_on,
    with_bots,
)


def test_two_play_a_deal_of_chinese_hearts(visit: Visit) -> None:
    """Some people and bots play over a network (WH-54)."""
    ann, bea = visit(), visit()
    made = lay(ann, "chinese-hearts", seats=["me", "duck", "open", "duck"])
    come_in(bea, made, "Bea")
    for page in (ann, bea):
        expect(page.locator(".hand .card")).to_have_count(13)
    assert not set(held(ann)) & set(held(bea))
    play_by_touch(ann, bea)
    assert numbers(ann) == numbers(bea)
    ann.locator("dialog .points").nth(0).click()
    expect(ann.locator("dialog .explained h3")).to_contain_text("Ann")
    over(ann).get_by_text("Continue").click()
    expect(ann.locator(".where")).to_contain_text("Deal 2")


def test_two_play_double_hearts_until_a_pair_was_led(visit: Visit) -> None:
    """One server, a client for each player (DH-19)."""
    ann, bea = visit(), visit()
    made = lay(ann, "double-hearts", options={"trading": ["none"]}, seats=["me", "duck", "open", "duck"])
    come_in(bea, made, "Bea")
    begin(bea)
    while not lead_pair(ann):
        for page in (ann, bea):
            over(page).get_by_text("Continue").click()
        begin(bea)
    play_deal(ann)
    over(bea).wait_for()
    assert numbers(ann) == numbers(bea)


def lead_pair(page: Page) -> bool:
    """Lead a pair, as soon as the hand has one to lead; whether it had one in this deal."""
    known = set[str]()
    free = page.locator(".hand .card:not(.dim):not(.lies)")
    while question := play_on(page, known):
        called = names(free)
        twins = [place for place, name in enumerate(called) if called[place : place + 2] == [name, name]]
        leads = not page.locator(".played").count()
        if leads and twins:
            for place in (twins[0], twins[0] + 1):
                choose(free.nth(place))
            confirm(page)
            return True
        act(page)
        known |= set() if leads else {question}
    return False


def test_three_cards_are_passed_and_three_come(visit: Visit) -> None:
    page = visit()
    with_bots(page, "hearts")
    expect(page.locator(".question")).to_contain_text("choose 3 cards for Duck 1")
    expect(hand(page)).to_have_count(13)
    before = held(page)
    for place in range(3):
        choose(hand(page).nth(place))
    confirm(page)
    for name in before[:3]:
        expect(page.locator(f'.hand [data-card="{name}"]')).to_have_count(0)
    expect(hand(page)).to_have_count(13)
    assert len(set(before[3:]) & set(held(page))) == 10


def test_a_slip_costs_nothing(visit: Visit) -> None:
    page = visit()
    with_bots(page, "chinese-hearts")
    my_turn(page)
    while page.locator(".answer").count():
        act(page)
        my_turn(page)
    before = held(page)
    choose(page.locator(".hand .card:not(.dim)").first)
    page.keyboard.press("Escape")
    expect(page.locator(".chosen")).to_have_count(0)
    expect(asked(page)).to_have_count(1)
    assert held(page) == before


def test_what_is_chosen_stays_chosen_while_others_move(visit: Visit) -> None:
    """Three bots pass at once, which takes its time to be shown; then only one's own plate still acts."""
    page = visit(new=True)
    line = Held(page)
    made = laid(page, "hearts", seats=["me", "duck", "duck", "duck"])
    page.evaluate("(table) => { location.hash = `table=${table}` }", made["table"])
    line.let_through("state", 1)
    choose(hand(page).first)
    expect(page.locator(".plate.acts:not(.mine)")).to_have_count(3)
    line.let_through("move", 3)
    expect(page.locator(".plate.acts:not(.mine)")).to_have_count(0)
    expect(asked(page)).to_have_count(1)
    expect(page.locator(".hand .chosen")).to_have_count(1)
    for place in (1, 2):
        choose(hand(page).nth(place))
    page.locator(".confirm").click()
    line.let_through("move", 1)
    expect(page.locator(".chosen")).to_have_count(0)


def test_a_card_that_may_not_be_played_says_why(visit: Visit) -> None:
    page = visit(new=True)
    sent: list[str] = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(str(frame))))
    with_bots(page, "hearts", options={"passing": ["hold"]})
    my_turn(page)
    while not page.locator(".hand .card.dim").count():
        act(page)
        my_turn(page)
    before, so_far = held(page), len(sent)
    assert so_far, "what is sent is noticed"
    page.locator(".hand .card.dim").first.click(force=True, position=CORNER)
    expect(page.locator(".bubble")).to_have_text(re.compile(r"\w.{10}"))
    expect(page.locator(".chosen")).to_have_count(0)
    expect(asked(page)).to_have_count(1)
    assert held(page) == before
    assert len(sent) == so_far


def test_a_reload_amid_a_trick_goes_on(visit: Visit) -> None:
    page = visit()
    with_bots(page, "hearts", options={"passing": ["hold"]})
    my_turn(page)
    while not page.locator(".played").count():
        act(page)
        my_turn(page)
    lies, before = names(page.locator(".played .card")), held(page)
    page.reload()
    asked(page).wait_for()
    assert names(page.locator(".played .card")) == lies
    assert held(page) == before
    act(page)
    expect(hand(page)).to_have_count(len(before) - 1)
    my_turn(page)


def test_of_two_tabs_the_newer_plays(visit: Visit) -> None:
    page = visit()
    with_bots(page, "hearts")
    second = page.context.new_page()
    second.goto(page.url)
    second.locator(".hand .card").first.wait_for()
    page.get_by_text("Play here").click()
    page.locator(".hand .card").first.wait_for()
    expect(second.get_by_text("Play here")).to_be_visible()


def test_who_looks_on_sees_no_hand(visit: Visit) -> None:
    ann, cat = visit(), visit()
    made = with_bots(ann, "chinese-hearts")
    asked(ann).wait_for()
    cat.evaluate("(table) => { location.hash = `table=${table}&look=1` }", made["table"])
    expect(cat.locator(".where")).to_contain_text("you are watching")
    expect(cat.locator(".figure.held").first).to_contain_text("13")
    expect(cat.locator(".hand .card")).to_have_count(0)
    expect(ann.locator(".where")).to_contain_text("1 spectator")
