"""Actions of an author at the desk."""

import re
from pathlib import Path

from playwright.sync_api import Locator, Page, expect
from tests.desk.texts import OMNIBUS
from tests.web.page_actions import begin

BUNDLE = Path(__file__).parents[2] / "interpreter" / "trickbook" / "server" / "page" / "bundle" / "editor.js"
NO_PASSING = f"{OMNIBUS}options: {{passing: {{default: [hold]}}}}\n"


def editor(page: Page) -> Locator:
    """What is written in: CodeMirror's text, or the plain area."""
    return page.locator(".cm-content, .plain-editor textarea")


def status(page: Page) -> Locator:
    return page.locator(".desk .status")


def blank(page: Page) -> None:
    """Begin with an empty page."""
    page.get_by_role("button", name="Empty page").click()
    editor(page).wait_for()
    expect(page.locator("dialog")).to_have_count(0)


def write(page: Page, text: str) -> None:
    """Put a text in place of all that is written."""
    editor(page).focus()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.press("Delete")
    page.keyboard.insert_text(text)


def tab(page: Page, name: str) -> None:
    page.get_by_role("tab", name=name).click()


def tried(page: Page) -> Locator:
    """The cards of the hand to try, when it is the author's turn."""
    page.locator(".trial .asking.mine").wait_for()
    return page.locator(".trial .hand .card")


def deal_out(page: Page) -> list[int]:
    """Play the deal to its end, the first card by keys; what it counts."""
    counts, cards = page.locator(".trial .points-now"), tried(page)
    held = cards.count()
    page.locator(".trial .hand .card:not(.dim)").first.press("Enter")
    page.keyboard.press("Enter")
    expect(cards).not_to_have_count(held)
    begin(page)
    counts.first.wait_for()
    return [int(one.replace("−", "-")) for one in counts.all_inner_texts()]


def without_bundle(page: Page) -> None:
    """See the page of a server that was set up without npm."""
    page.route(re.compile(r"/api/desk(\?|$)"), lambda route: route.fulfill(json={"editor": None}))
