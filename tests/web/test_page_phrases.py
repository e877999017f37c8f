"""Ready phrases on the page: said by touch and by key, read in one's own language, and muted."""

import pytest
from playwright.sync_api import expect
from tests.web.conftest import Visit
from tests.web.page_actions import come_in, lay, my_turn

PHONE = {"viewport": {"width": 375, "height": 700}, "has_touch": True}


@pytest.mark.parametrize("looks", [{}, PHONE], ids=["desktop", "phone"])
def test_two_say_phrases_each_in_their_own_language(visit: Visit, looks: dict[str, object]) -> None:
    ann, bea = visit(**looks), visit("?lang=zh", **looks)
    made = lay(ann, "hearts", seats=["me", "open", "duck", "duck"])
    come_in(bea, made, "Bea")
    my_turn(ann)
    ann.get_by_role("button", name="Say").click()
    for node in ann.locator(".phrases button, .option input").all():
        expect(node).to_be_in_viewport(ratio=1)
    ann.get_by_role("button", name="Well played!").click()
    expect(ann.locator(".mine .speech")).to_have_text("Well played!")
    expect(bea.locator(".plate[data-seat='0'] .speech")).to_contain_text("打得好")
    expect(bea.locator("#live")).to_contain_text("打得好")
    expect(bea.locator(".plate[data-seat='0'] .speech")).to_be_in_viewport(ratio=1)
    bea.get_by_role("button", name="说话").click()
    for node in bea.locator(".phrases button, .option input").all():
        expect(node).to_be_in_viewport(ratio=1)
    bea.get_by_role("button", name="谢谢").click()
    expect(ann.locator(".plate[data-seat='1'] .speech")).to_have_text("Thank you!")
    expect(ann.locator(".plate[data-seat='1'] .speech")).to_be_in_viewport(ratio=1)


def test_phrases_are_said_and_players_muted_by_keys(visit: Visit) -> None:
    ann, bea = visit(), visit()
    made = lay(ann, "hearts", seats=["me", "open", "duck", "duck"])
    come_in(bea, made, "Bea")
    my_turn(ann)
    ann.keyboard.press("m")
    ann.get_by_label("Do not show what Bea says").focus()
    ann.keyboard.press("Space")
    ann.keyboard.press("Escape")
    my_turn(bea)
    bea.keyboard.press("m")
    bea.get_by_role("button", name="Hello!").focus()
    bea.keyboard.press("Enter")
    expect(bea.locator(".mine .speech")).to_have_text("Hello!")
    ann.keyboard.press("m")
    ann.get_by_role("button", name="Wow!").focus()
    ann.keyboard.press("Enter")
    expect(bea.locator(".plate[data-seat='0'] .speech")).to_have_text("Wow!")
    expect(ann.locator(".mine .speech")).to_have_text("Wow!")
    expect(ann.locator("#live")).not_to_contain_text("Hello!")
    ann.reload()
    my_turn(ann)
    ann.keyboard.press("m")
    expect(ann.get_by_label("Do not show what Bea says")).to_be_checked()


def test_spectators_see_phrases_and_say_none(visit: Visit) -> None:
    ann, guest = visit(), visit()
    made = lay(ann, "hearts", seats=["me", "duck", "duck", "duck"])
    guest.evaluate("(table) => { location.hash = `table=${table}&look=1` }", made["table"])
    my_turn(ann)
    guest.locator(".plate .name").first.wait_for()
    ann.keyboard.press("m")
    ann.get_by_role("button", name="Wow!").click()
    expect(guest.locator(".plate[data-seat='0'] .speech")).to_have_text("Wow!")
    guest.keyboard.press("m")
    expect(guest.get_by_label("Do not show what Ann says")).to_have_count(1)
    expect(guest.locator(".phrases")).to_have_count(0)
