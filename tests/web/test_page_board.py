"""What lies on the table: trumps and piles, cards with names of their own, answers, the hand in view."""

import re

import pytest
from playwright.sync_api import Page, expect
from tests.selection import broad
from tests.web.conftest import Visit
from tests.web.page_actions import act, hurry, my_turn, over, play_deal, with_bots

WIDE, NARROW = {"width": 1280, "height": 800}, {"width": 390, "height": 844}

NAMED = """async () => {
  const { face, short } = await import("/page/cards.js");
  const fool = { rank: "X", suit: "C", name: "the fool", named: true };
  const cards = { XC: fool, KC: { rank: "K", suit: "C", name: "a king" } };
  const about = { cards, suits: [{ letter: "C", sign: "♣", name: "clubs" }] };
  const text = (node) => node.textContent.replace("\\uFE0E", "");
  return ["XC", "KC"].map((name) => [text(face(about, name)), text(short(about, name))]);
}"""

LOWEST = "(all) => Math.max(...all.map((one) => one.getBoundingClientRect().bottom))"

ASKS = """\
trickbook: 1
name: Asks
extends: hearts
options: {passing: {default: [hold]}}
steps:
  mood: {before: tricks, upon: turn, ask: player, answers: [calm, wild]}
"""

AGAIN = """\
trickbook: 1
name: Again
extends: whist
words: {again: {is: trumps, name: the same again}}
"""


def test_a_card_with_a_name_of_its_own_bears_it(visit: Visit) -> None:
    page = visit()
    page.locator(".welcome").wait_for()
    assert page.evaluate(NAMED) == [["thefool", "the fool"], ["KK", "K♣"]]


@pytest.mark.parametrize("width", [1280, 390])
def test_trumps_stand_on_the_table_where_there_are_no_notes(visit: Visit, width: int) -> None:
    page = visit(viewport={"width": width, "height": 844})
    with_bots(page, "whist")
    my_turn(page)
    told = page.locator(".agreed") if width < 640 else page.locator(".notes dl > div")
    expect(told.filter(has_text="Trumps")).to_be_visible()
    expect(told.filter(has_text="Trumps")).to_contain_text(re.compile("clubs|diamonds|spades|hearts"))
    expect(page.locator(".agreed").first).to_be_visible(visible=width < 640)


def test_the_same_cards_are_told_once(visit: Visit) -> None:
    page = visit()
    with_bots(page, None, text=AGAIN)
    my_turn(page)
    told = page.locator(".notes dt")
    expect(told.filter(has_text="Trumps")).to_have_count(1)
    expect(told.filter(has_text="The same")).to_have_count(0)


def test_unseen_cards_are_counted(visit: Visit) -> None:
    page = visit()
    with_bots(page, "briscola", players=2)
    my_turn(page)
    expect(page.locator(".pile").filter(has_text="Undealt").locator("b")).to_have_text("33")
    expect(page.locator(".pile").filter(has_text="Turned").locator(".card")).to_have_count(1)


def test_five_have_a_column_each_on_a_narrow_screen(visit: Visit) -> None:
    page = visit(viewport=NARROW, has_touch=True, is_mobile=True)
    with_bots(page, "hearts", players=5, options={"passing": ["hold"]})
    play_deal(page)
    scroll = over(page).locator(".scroll")
    assert scroll.evaluate("(one) => one.scrollWidth <= one.clientWidth")
    assert page.locator(".sheet-body").evaluate("(one) => one.scrollWidth <= one.clientWidth")


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
@pytest.mark.parametrize(
    "game", broad(["bridge", "coinche", "five-hundred", "schnapsen", "skat"], but={"bridge"}.__contains__)
)
def test_the_hand_is_in_view_while_one_bids(visit: Visit, game: str, size: dict[str, int]) -> None:
    page = visit(viewport=size)
    with_bots(page, game, players={"schnapsen": 2, "skat": 3}.get(game, 4))
    to_the_question(page)
    page.locator(".answer:not(.dim)").first.click()
    low = page.locator(".hand .card").evaluate_all(LOWEST)
    assert low <= size["height"]


def test_an_answer_given_again_and_again_is_told_once(visit: Visit) -> None:
    page = visit()
    with_bots(page, None, text=ASKS)
    for answer in ("calm", "calm", "wild"):
        to_the_question(page)
        page.locator(f'[data-answer="{answer}"]').dblclick()
        my_turn(page)
        act(page)
    expect(page.locator(".plate.mine .saying")).to_have_text(re.compile(r"calm\s+wild"))


def test_many_answers_amid_a_trick_leave_the_hand_in_view(visit: Visit) -> None:
    """On a narrow screen those that are forbidden make room then."""
    page = visit(viewport=NARROW)
    words = [f"a_rather_long_answer_{letter}" for letter in "abcdefghij"]
    rules = "rules: {some: {only: answer is calm or answer is wild, says: No.}}"
    with_bots(page, None, text=ASKS.replace("wild]", f"wild, {', '.join(words)}], {rules}"))
    to_the_question(page)
    while not page.locator(".played").count():
        page.locator('[data-answer="calm"]').dblclick()
        my_turn(page)
        act(page)
        to_the_question(page)
    expect(page.locator(".answer.dim")).to_have_count(10)
    expect(page.locator(".answer").filter(visible=True)).to_have_count(2)
    assert page.locator(".hand .card").evaluate_all(LOWEST) <= NARROW["height"]


def test_a_number_is_told_with_what_was_asked(visit: Visit) -> None:
    page = visit()
    asks = ASKS.replace("upon: turn, ask: player, answers: [calm, wild]", "ask: players, number: 0 to 3")
    with_bots(page, None, text=asks)
    to_the_question(page)
    page.locator('[data-answer="2"]').dblclick()
    my_turn(page)
    expect(page.locator(".plate.mine .saying > span")).not_to_have_class("unseen")


def to_the_question(page: Page) -> None:
    """Play on until there is something to answer: where a deal ends without a question, in the next."""
    while not page.locator(".answer").count():
        if my_turn(page) == "over":
            page.keyboard.press("Escape")
        elif not page.locator(".answer").count():
            act(page)
        hurry(page)
