"""Taking back on the page: asked for and agreed to by touch and by key, in both languages, or refused."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.web.conftest import Visit
from tests.web.page_actions import act, asked, come_in, hand, held, lay, my_turn

PHONE = {"viewport": {"width": 375, "height": 700}, "has_touch": True}


def two(ann: Page, bea: Page) -> None:
    """Ann and Bea sit at a private table, where moves can be taken back."""
    wish: dict[str, Any] = {"seats": ["me", "open", "duck", "duck"], "listed": False, "take_back": True}
    made = lay(ann, "hearts", **wish)
    come_in(bea, made, "Bea")
    my_turn(ann)
    my_turn(bea)


@pytest.mark.parametrize("looks", [{}, PHONE], ids=["desktop", "phone"])
def test_a_pass_is_taken_back_when_the_other_agrees(visit: Visit, looks: dict[str, object]) -> None:
    ann, bea = visit(**looks), visit("?lang=zh", **looks)
    two(ann, bea)
    before = held(ann)
    act(ann)
    expect(asked(ann)).to_have_count(0)
    ann.get_by_role("button", name="Take back").click()
    expect(ann.get_by_text("You: may I take back a move? Bea to act")).to_be_visible()
    expect(bea.get_by_text("可以悔牌吗")).not_to_have_count(0)
    if looks:
        assert bea.evaluate("document.documentElement.scrollWidth") <= 375
    bea.get_by_role("button", name="同意", exact=True).click()
    my_turn(ann)
    assert held(ann) == before
    expect(ann.locator(".consent:visible")).to_have_count(0)
    expect(bea.locator(".consent:visible")).to_have_count(0)
    act(ann)
    expect(asked(ann)).to_have_count(0)


@pytest.mark.parametrize(
    ("answer", "said", "again"),
    [("Agree", "You: a move is taken back.", 1), ("Refuse", "You: the move is not taken back.", 0)],
)
def test_keys_ask_and_answer(visit: Visit, answer: str, said: str, again: int) -> None:
    ann, bea = visit(**PHONE), visit(**PHONE)
    two(ann, bea)
    for tool in ann.locator(".tool").all():
        expect(tool).to_be_in_viewport(ratio=1)
    act(ann)
    expect(asked(ann)).to_have_count(0)
    ann.keyboard.press("b")
    bea.get_by_role("button", name=answer).wait_for()
    bea.locator(".tool").last.focus()
    while bea.locator(f".consent :focus:text({answer!r})").count() == 0:
        bea.keyboard.press("Tab")
    bea.keyboard.press("Enter")
    expect(ann.locator("#live")).to_contain_text(said)
    expect(ann.locator(".consent:visible")).to_have_count(0)
    expect(asked(ann)).to_have_count(again)
    bea.keyboard.press("Tab")
    expect(hand(bea).locator(":scope:focus")).to_have_count(1)


def test_a_private_table_is_made_where_moves_can_be_taken_back(visit: Visit) -> None:
    page = visit("?lang=en#new=1")
    page.locator(".rulebook h2").wait_for()
    back = page.get_by_label("Moves can be taken back")
    expect(back).to_be_hidden()
    page.get_by_label("Listed in the lobby").uncheck()
    back.check()
    page.locator("#my-name").fill("Ann")
    page.locator(".bottom .main").click()
    page.get_by_text("Fill with bots").click()
    my_turn(page)
    expect(page.get_by_role("button", name="Take back")).to_be_visible()


def test_there_is_no_such_button_at_other_tables(visit: Visit) -> None:
    page = visit()
    lay(page, "hearts", seats=["me", "duck", "duck", "duck"])
    my_turn(page)
    expect(page.get_by_role("button", name="Take back")).to_be_hidden()
