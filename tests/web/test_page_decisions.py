"""Decisions by a word or a number: bids, contracts, trumps."""

from playwright.sync_api import Locator, Page, expect
from tests.web.conftest import Visit
from tests.web.page_actions import act, choose, confirm, hand, my_turn, numbers, play_deal, with_bots


def say(page: Page, word: str) -> None:
    """Give an answer: choose it, and then confirm it."""
    page.locator(f'.answer[data-answer="{word}"]').click()
    confirm(page)


def bids(page: Page) -> list[str]:
    """What each seat has bid, as its plate shows it."""
    plates = [page.locator(f'.plate[data-seat="{seat}"] .saying b') for seat in range(4)]
    return [plate.inner_text() for plate in plates if plate.count()]


def texts(found: Locator) -> list[str]:
    """What they say."""
    return [text.strip() for text in found.all_inner_texts()]


def test_bids_are_numbers_and_each_seat_shows_its_own(visit: Visit) -> None:
    page = visit()
    with_bots(page, "oh-hell", options={"largest": 2})
    my_turn(page)
    assert texts(page.locator(".answer")) == ["0", "1", "2"]
    left = 2 - sum(map(int, bids(page)))
    barred = page.locator(".answer.dim")
    assert texts(barred) == ([str(left)] if left >= 0 else [])
    if left >= 0:
        barred.hover(force=True)
        expect(page.locator(".bubble")).to_contain_text("The dealer, who bids last")
    mine = page.locator(".answer:not(.dim)").last.inner_text()
    say(page, mine)
    expect(page.locator(".plate.mine .saying b")).to_have_text(mine)
    told = bids(page)
    assert len(told) == 4
    play_deal(page)
    assert all(won in (0, 10 + int(bid)) for won, bid in zip(numbers(page), told, strict=True))


def test_a_contract_is_chosen_by_name(visit: Visit) -> None:
    page = visit()
    with_bots(page, "barbu")
    my_turn(page)
    expect(page.locator(".answer")).to_have_count(6)
    page.locator(".answer", has_text="trump").click()
    page.keyboard.press("Escape")
    expect(page.locator(".confirm")).to_have_count(0)
    say(page, "trump_game")
    my_turn(page)
    called = [text.replace("\ufe0e", "") for text in texts(page.locator(".answer"))]
    assert called == ["♣ clubs", "♦ diamonds", "♠ spades", "♥ hearts"]
    say(page, "diamonds")
    my_turn(page)
    said = page.locator(".plate.mine .saying b")
    expect(said).to_have_count(2)
    expect(said.last).to_have_text("♦\ufe0e diamonds")
    act(page)
    expect(hand(page)).to_have_count(12)


def heights(page: Page) -> list[float]:
    """How high all stands that was not chosen."""
    found = page.locator(".plate, .answer, .hand .card:not(.chosen)")
    return sorted(set(found.evaluate_all("all => all.map((one) => one.getBoundingClientRect().y)")))


def test_nothing_moves_when_something_is_chosen(visit: Visit) -> None:
    page = visit("?lang=zh")
    with_bots(page, "barbu", lang="zh")
    my_turn(page)
    before = heights(page)
    page.locator('[data-answer="trump_game"]').click()
    expect(page.locator(".confirm .full")).to_have_text("定约：有将")  # noqa: RUF001
    assert heights(page) == before
    confirm(page)
    expect(page.locator(".plate.mine .saying")).to_have_text("定约：有将")  # noqa: RUF001
    card = page.locator(".hand .card:not(.dim)").first
    for _ in range(20):  # until one holds a card that may be laid open
        page.evaluate("location.hash = ''")
        with_bots(page, "chinese-hearts", lang="zh")
        my_turn(page)
        if card.count() and page.locator(".answer").count():
            break
    expect(page.locator(".plate.acts")).to_have_count(1)
    before = heights(page)
    choose(card)
    expect(page.locator(".confirm")).to_have_count(1)
    assert heights(page) == before


def test_the_log_says_that_a_deal_which_all_passed_is_dealt_again(visit: Visit) -> None:
    page = visit()
    with_bots(page, "bridge", options={"scoring": "chicago"})
    my_turn(page)
    say(page, "pass")
    my_turn(page)
    expect(page.locator(".log")).to_contain_text("The cards are dealt again. In Chicago the same dealer")
