"""Requests that do not reach the server: the page says so, and goes on as soon as the server answers."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect
from tests.web.conftest import Visit
from tests.web.desk_actions import NO_PASSING, blank, tab, tried, without_bundle, write
from tests.web.page_actions import with_bots

from trickbook.seat.texts import texts

LOST: str = texts("en")["page"]["line"]["lost"]

RECEIVED = """async () => {
  const { sentence } = await import("/page/sentences.js");
  const about = { cards: { QS: { name: "queen of spades" }, "2C": { name: "two of clubs" } }, players: 2 };
  const table = { about, seats: [{ name: "Ann" }, { name: "Bob" }], seat: 1 };
  return sentence(table, { kind: "received", seat: 1, what: "2C QS" });
}"""


def unreachable(page: Page, path: str, answer: str | None = None) -> Callable[[], None]:
    """Let requests to an address fail, or something between answer them, until what is returned is called."""

    def failed(route: Route) -> None:
        if answer is None:
            route.abort("internetdisconnected")
        else:
            route.fulfill(status=502, body=answer, content_type="text/plain")

    page.route(path, failed)
    return lambda: page.unroute(path)


def later(page: Page, reachable: Callable[[], None]) -> None:
    """Let the server be reached, and the time of the next attempt come."""
    reachable()
    page.clock.fast_forward(3000)


@pytest.mark.parametrize("answer", [None, "Bad Gateway"])
def test_a_new_table_waits_for_its_form(visit: Visit, answer: str | None) -> None:
    page = visit("?lang=en#new=1", new=True)
    start = page.locator("form button[type=submit]")
    expect(start).to_be_enabled()
    page.clock.install()
    reachable = unreachable(page, "**/api/form", answer)
    page.locator("#game").select_option("black-maria")
    expect(page.locator(".bottom .wrong")).to_have_text(answer or LOST)
    expect(page.locator(".problems")).to_have_count(0)
    later(page, reachable)
    expect(page.locator(".bottom .wrong")).to_have_text("")
    expect(page.locator(".book h2").first).to_contain_text("Black Maria")
    expect(start).to_be_enabled()


def test_a_new_table_waits_for_the_games(visit: Visit) -> None:
    page = visit(new=True)
    page.locator(".welcome").wait_for()
    page.clock.install()
    reachable = unreachable(page, "**/api/games*")
    page.evaluate("location.hash = 'new=1'")
    start = page.locator("form button[type=submit]")
    expect(page.locator(".bottom .wrong")).to_have_text(LOST)
    expect(start).to_be_disabled()
    later(page, reachable)
    expect(start).to_be_enabled()


def test_a_table_that_was_not_opened_is_opened_at_the_second_press(visit: Visit) -> None:
    page = visit("?lang=en#new=1")
    start = page.locator("form button[type=submit]")
    expect(start).to_be_enabled()
    page.locator("#my-name").fill("Ann")
    reachable = unreachable(page, "**/api/tables")
    start.click()
    expect(page.locator(".bottom .wrong")).to_have_text(LOST)
    reachable()
    start.click()
    page.locator(".plate .name").first.wait_for()


def test_the_desk_says_that_nothing_was_taken_back(visit: Visit) -> None:
    page = visit()
    without_bundle(page)
    page.evaluate("location.hash = 'desk=new'")
    blank(page)
    write(page, NO_PASSING)
    tab(page, "Try a hand")
    tried(page)
    page.locator(".trial .hand .card:not(.dim)").first.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator(".trial .hand .card")).to_have_count(12)
    reachable = unreachable(page, "**/api/desk/trial")
    page.get_by_role("button", name="Take back").click()
    expect(page.locator(".trial .wrong")).to_have_text(LOST)
    reachable()
    page.get_by_role("button", name="Take back").click()
    expect(page.locator(".trial .hand .card")).to_have_count(13)


def test_the_desk_waits_for_the_games(visit: Visit) -> None:
    page = visit(new=True)
    page.locator(".welcome").wait_for()
    page.clock.install()
    reachable = unreachable(page, "**/api/games*")
    page.evaluate("location.hash = 'desk=new'")
    expect(page.locator("dialog .wrong")).to_have_text(LOST)
    later(page, reachable)
    expect(page.get_by_role("button", name="Make this mine")).to_be_enabled()


def test_a_sheet_says_that_its_rulebook_does_not_come(visit: Visit) -> None:
    page = visit()
    with_bots(page, "hearts")
    unreachable(page, "**/rulebook*")
    page.keyboard.press("r")
    expect(page.locator("dialog .wrong")).to_have_text(LOST)


def test_a_language_that_does_not_come_changes_nothing(visit: Visit) -> None:
    page = visit()
    page.locator(".welcome").wait_for()
    reachable = unreachable(page, "**/api/texts*")
    page.get_by_role("button", name="中文").click()
    expect(page.locator("#live")).to_contain_text(LOST)
    assert "lang=en" in page.url
    reachable()
    page.get_by_role("button", name="中文").click()
    expect(page.locator("html")).to_have_attribute("lang", "zh-CN")


def test_a_second_copy_of_a_card_is_told(visit: Visit) -> None:
    page = visit()
    page.locator(".welcome").wait_for()
    assert page.evaluate(RECEIVED) == "You receive: two of clubs, queen of spades"
