"""Fair deals in the browser: the page cuts each pack by itself, and finds out a server that is not honest."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect
from tests.server.dishonest import DEAL, LIES, cut, dealt, opened
from tests.server.local_server import serving
from tests.web.conftest import BRISKLY, Visit
from tests.web.page_actions import LONG, play_deal, with_bots

from trickbook.cards.cuts import new_number
from trickbook.replays.sealed_deals import Sealed, verify_deals

HASHES = """async (texts) => {
  const { sha256 } = await import("/page/sha256.js");
  const digits = (byte) => byte.toString(16).padStart(2, "0");
  const hex = (bytes) => Array.from(new Uint8Array(bytes), digits).join("");
  const own = (text) => crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)).then(hex);
  return [texts.map(sha256), await Promise.all(texts.map(own))];
}"""

CUT = """async ([first, second]) => {
  const { cuts, answerTo } = await import("/page/cuts.js");
  window.known = cuts("table");
  return [answerTo(known, 0, first), second && answerTo(known, 0, second)];
}"""

OPENED = """async (opened) => {
  const { check } = await import("/page/cuts.js");
  return check(known, 0, 1, opened)[0];
}"""


def has_cut(page: Page) -> Sealed:
    """The page has cut with its number; the deal as it will be."""
    nonce = new_number()
    page.evaluate("sessionStorage.clear()")
    ((asked, _),) = [page.evaluate(CUT, [cut(Sealed(nonce), shown=False), None])]
    own = page.evaluate("known.noted['1-1'].number")
    sealed = dealt(own, nonce)
    assert asked == {"match": 1, "deal": DEAL, "hash": sealed.hashes[0], "number": None}
    again, answer = page.evaluate(CUT, [cut(Sealed(nonce), shown=False), cut(sealed, shown=True)])
    assert again == asked, "also after the page was loaded again"
    assert answer == {"match": 1, "deal": DEAL, "hash": None, "number": own}
    return sealed


def test_hashes_are_those_of_the_browser(visit: Visit) -> None:
    texts = ["é中" * (number % 5) + "a" * number for number in range(200)]
    ours, known = visit().evaluate(HASHES, texts)
    assert ours == known


def test_the_page_finds_out_every_lie(visit: Visit) -> None:
    page = visit()
    sealed = has_cut(page)
    found = page.evaluate(OPENED, opened(sealed))
    assert found == {"deal": DEAL, "doubt": None, "own": True, "cuts": [*sealed.cuts]}
    for lie, doubt in LIES.values():
        assert page.evaluate(OPENED, opened(lie(has_cut(page))))["doubt"] == doubt


@pytest.fixture
def language() -> str:
    """The language of the page."""
    return "en"


@pytest.fixture
def guest(browser: Browser, tmp_path: Path, language: str) -> Iterator[Page]:
    """Somebody with a phone at a server that waits until all have cut."""
    context = browser.new_context(viewport={"width": 375, "height": 720}, reduced_motion="reduce")
    context.set_default_timeout(LONG)
    with serving(tmp_path, BRISKLY._replace(cutting=LONG)) as address:
        page = context.new_page()
        page.goto(f"{address}/?lang={language}")
        yield page
        context.close()


def seals(page: Page) -> Any:
    """The seals of the deals, and what the page found of them."""
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    page.keyboard.press("?")
    page.locator("summary", has_text=re.compile("Seals of the deals|各局的封印")).press("Enter")
    return page.locator(".seals > div")


@pytest.mark.parametrize(("language", "told"), [("en", "say: You."), ("zh", "你。")])
def test_the_page_cuts_and_checks_by_itself(guest: Page, told: str) -> None:
    made = with_bots(guest, "hearts", players=3, options={"target": 1, "passing": ["hold"]})
    play_deal(guest)
    expect(guest.locator(".doubt")).to_be_hidden()
    record = guest.evaluate(f"fetch('/api/tables/{made['table']}/record').then((found) => found.text())")
    assert set(verify_deals(record).values()) == {None}
    assert len(re.findall("(?m)^# cut 1 [0-9a-f]{64}$", record)) == 1
    expect(seals(guest).first).to_contain_text(told)
    assert guest.evaluate("document.documentElement.scrollWidth") <= 375


def test_a_server_that_changes_the_order_is_told_to_everybody(guest: Page) -> None:
    def lying(text: str | bytes) -> str:
        message = json.loads(text)
        for deal in message.get("opened", {}).values():
            deal["orders"][0] = " ".join(reversed(deal["orders"][0].split()))
        return json.dumps(message)

    def between(line: WebSocketRoute) -> None:
        line.connect_to_server().on_message(lambda text: line.send(lying(text)))

    guest.route_web_socket(re.compile("/ws/"), between)
    with_bots(guest, "hearts", players=3, options={"target": 1, "passing": ["hold"]})
    play_deal(guest)
    expect(guest.get_by_role("alert")).to_have_text(
        "Deal 1 was not fair: the cards lay in another order than all numbers make."
    )
