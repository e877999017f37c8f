"""What people do at the page."""

import json
import re
from typing import Any

from playwright.sync_api import Locator, Page, expect

OPEN = """async (asked) => {
  const answer = await fetch("/api/tables", {
    method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(asked),
  });
  const made = await answer.json();
  if (!answer.ok) throw new Error(JSON.stringify(made));
  localStorage.setItem(`trickbook.table.${made.table}`, JSON.stringify(made));
  return made;
}"""


def lay(page: Page, game: str | None, **asked: Any) -> dict[str, Any]:
    """Lay a table and sit down at it; the other seats are open."""
    page.locator(".welcome").wait_for()
    made: dict[str, Any] = page.evaluate(
        OPEN, {**({"game": game} if game else {}), "name": "Ann", "lang": "en", **asked}
    )
    page.evaluate("(table) => { location.hash = `table=${table}` }", made["table"])
    page.locator(".plate").first.wait_for()
    return made


def with_bots(page: Page, game: str | None, **asked: Any) -> dict[str, Any]:
    """Lay a table whose other seats bots have."""
    return lay(page, game, seats=["me", *["duck"] * (asked.get("players", 4) - 1)], **asked)


def come_in(page: Page, made: dict[str, Any], name: str) -> None:
    """Follow an invitation, and sit down."""
    page.evaluate("(to) => { location.hash = to }", f"table={made['table']}&invitation={made['invitation']}")
    page.locator(".door input").fill(name)
    page.locator(".door .main").click()
    page.locator(".plate").first.wait_for()


def asked(page: Page) -> Locator:
    """There is something to be done."""
    return page.locator(".asking.mine")


def over(page: Page) -> Locator:
    """The sheet that comes when a deal is over."""
    return page.locator("dialog[data-sheet=deal]")


def my_turn(page: Page) -> str:
    """Wait until something is to be done, or the deal is over."""
    either = asked(page).or_(over(page))
    either.first.wait_for()
    return "over" if over(page).count() else "asked"


def held(page: Page) -> list[str]:
    """The cards of the hand."""
    names = page.locator(".hand .card:not(.lies)").evaluate_all("all => all.map((one) => one.dataset.card)")
    return [str(name) for name in names]


def act(page: Page) -> None:
    """Do the first thing that may be done, by mouse: choose, and then play."""
    word = page.locator(".answer:not(.dim)").first
    if word.count():
        word.click()
    else:
        for _ in range(9):
            if page.locator(".confirm").count():
                break
            page.locator(".hand .card:not(.dim, .chosen, .beside)").first.click(position={"x": 12, "y": 14})
    page.locator(".confirm").click()
    expect(page.locator(".confirm")).to_have_count(0)


def play_deal(*pages: Page) -> None:
    """Play until the deal is over before everybody."""
    while not all(over(page).count() for page in pages):
        for page in pages:
            if not over(page).count() and asked(page).count():
                act(page)
            hurry(page)
        pages[0].wait_for_timeout(30)


def hurry(page: Page) -> None:
    """A touch on the table shows at once what there is to see."""
    page.evaluate("document.querySelector('.board')?.click()")


def numbers(page: Page) -> list[int]:
    """The points of the first deal, as the score sheet has them."""
    cells = page.locator("dialog .score-sheet tbody tr").first.locator("td").all_inner_texts()
    return [int(re.sub(r"\+", "", text).replace("−", "-")) for text in cells]


def kept(page: Page, table: str) -> dict[str, Any]:
    """What the browser keeps about a table."""
    found: dict[str, Any] = json.loads(page.evaluate(f"localStorage.getItem('trickbook.table.{table}')"))
    return found
