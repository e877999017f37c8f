"""A real browser before a real server."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import which
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect, sync_playwright
from tests.server.local_server import FREELY, serving
from tests.server.timeouts import patience
from tests.web.desk_actions import BUNDLE, blank, without_bundle
from tests.web.page_actions import LONG

from trickbook.server.workers.warmup import warm_up

__all__ = ["BRISKLY", "ROOT", "Visit", "browser", "house", "patience", "visit"]

ROOT = Path(__file__).parents[2]

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)

expect.set_options(timeout=LONG)

BRISKLY = FREELY._replace(pause=0.05)

Visit = Callable[..., Page]


@contextmanager
def launched(playwright: Playwright) -> Iterator[Browser]:
    """Debian's chromium, or else the one that playwright brought."""
    path = which("chromium") or which("chromium-browser") or which("google-chrome")
    found = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
    yield found
    found.close()


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the server; before, the fast engine is compiled, and nobody counts the seconds."""
    warm_up()
    with serving(tmp_path_factory.mktemp("tables"), BRISKLY) as address:
        yield f"{address}/"


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A browser for all."""
    with sync_playwright() as playwright, launched(playwright) as found:
        yield found


@pytest.fixture
def visit(browser: Browser, house: str) -> Iterator[Visit]:
    """Somebody with a browser of their own comes to the page.

    Whatever a page complains of, and every request to another host, fails the test.
    """
    contexts, wrong = [], []

    def come(path: str = "?lang=en", **looks: Any) -> Page:
        looks = {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce", **looks}
        context = browser.new_context(**looks)
        context.set_default_timeout(LONG)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda said: _complained(said.type, said.text, wrong))
        page.on("request", lambda asked: _at_home(asked.url, house, wrong))
        page.goto(house + path)
        return page

    yield come
    for context in contexts:
        context.close()
    assert not wrong


@pytest.fixture(params=["bundle", "plain"])
def desk(request: pytest.FixtureRequest, visit: Visit) -> Page:
    """The desk with an empty page, by either editor."""
    page = visit()
    if request.param == "plain":
        without_bundle(page)
    else:
        assert BUNDLE.exists(), "make test-web bundles it"
    page.get_by_role("link", name="Write a game").click()
    blank(page)
    expect(page.locator(".writing .says")).to_have_count(int(request.param == "plain"))
    return page


def _complained(kind: str, text: str, wrong: list[str]) -> None:
    """It is no fault of the page if the server refuses something with reasons, or the network is off."""
    if kind == "error" and not any(one in text for one in ("status of 400", "ERR_INTERNET_DISCONNECTED")):
        wrong.append(text)


def _at_home(url: str, house: str, wrong: list[str]) -> None:
    if not url.startswith((house, house.replace("http", "ws", 1), "blob:", "data:")):
        wrong.append(f"a request to {url}")
