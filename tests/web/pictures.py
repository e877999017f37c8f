"""Takes the pictures of the guides: ``python -m tests.web.pictures``."""

import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright
from tests.server.local_server import serving
from tests.web.conftest import BRISKLY, ROOT, launched
from tests.web.page_actions import act, asked, choose, come_in, confirm, hurry, lay, over

FOLDER = ROOT / "interpreter"
SIZE = {"width": 1280, "height": 800}

DESK_TEXT = """\
trickbook: 1
name: Omnibus
extends: hearts

options:
  passing: {default: [left, right]}

worth:
  bonus_jack: {cards: JD, is: -10}
"""
"""What stands on the desk before a mistake is made."""


def main() -> None:
    """Take the pictures of the lobby, of a table, and of the desk."""
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder), BRISKLY) as house,
        sync_playwright() as playwright,
        launched(playwright) as browser,
    ):
        people = [_guest(browser, house) for _ in range(5)]
        _lobby(*people)
        _table(*people[:4])
        _desk(people[4])


def _guest(browser: Browser, house: str) -> Page:
    context = browser.new_context(viewport=SIZE, reduced_motion="reduce", color_scheme="light")
    page: Page = context.new_page()
    page.goto(f"{house}/?lang=en")
    return page


def _lobby(ann: Page, bea: Page, cem: Page, lin: Page, guest: Page) -> None:
    lay(ann, "hearts", name="Ann", seats=["me", "open", "open", "duck"])
    lay(bea, "double-hearts", name="Bea")
    lay(cem, "spades", name="Cem", seats=["me", "duck", "open", "duck"])
    lay(lin, "barbu", name="Lin")
    guest.reload()
    guest.locator(".table-card").first.wait_for()
    guest.screenshot(path=FOLDER / "lobby.png")
    for page in (ann, bea, cem, lin):
        page.evaluate("location.hash = ''")


def _desk(page: Page) -> None:
    page.evaluate("location.hash = 'desk=new'")
    page.get_by_role("button", name="Empty page").click()
    page.locator(".cm-content").focus()
    page.keyboard.insert_text(DESK_TEXT)
    page.locator(".rulebook ins").first.wait_for()
    page.keyboard.press("ControlOrMeta+End")
    page.keyboard.type("  lady: {card: QS}")
    page.locator(".problem .mend").wait_for()
    page.locator(".rulebook ins").first.scroll_into_view_if_needed()
    page.screenshot(path=FOLDER / "desk.png")


def _table(ann: Page, *others: Page) -> None:
    made = lay(ann, "chinese-hearts", name="Ann")
    for page, name in zip(others, ("Bea", "Cem", "Lin"), strict=True):
        come_in(page, made, name)
    while not _worth_seeing(ann):
        for page in (ann, *others):
            if over(page).count():
                over(page).get_by_text("Continue").click()
            if asked(page).count() and not _lay_open(page):
                act(page)
            hurry(page)
        ann.wait_for_timeout(30)
    choose(ann.locator(".hand .card:not(.dim)").last)
    ann.mouse.move(10, 10)
    ann.screenshot(path=FOLDER / "table.png")


def _lay_open(page: Page) -> bool:
    """Lay a card open, if that is asked."""
    cards = page.locator(".hand .card:not(.dim)")
    if not page.locator(".answer").count() or not cards.count():
        return False
    choose(cards.first)
    confirm(page)
    return True


def _worth_seeing(page: Page) -> bool:
    """Half a trick lies there, and some cards may not be played."""
    found = asked(page).count() and page.locator(".played").count() == 2
    tricks = page.locator(".log li", has_text="trick").count()
    return bool(found and tricks >= 2 and page.locator(".hand .dim").count())


if __name__ == "__main__":
    main()
