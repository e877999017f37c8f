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
from tests.web.visitors import Visitor, arrived, faults, leave

from trickbook.server.process import warm_up

__all__ = ["BRISKLY", "ROOT", "Visit", "browser", "house", "patience", "visit"]

ROOT = Path(__file__).parents[2]

BROWSERS = "chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"
"""What a browser may be called; the first one has no windows, and takes a quarter less time."""

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
    """A browser of this machine, or else the one that playwright brought."""
    path = next(filter(None, map(which, BROWSERS)), None)
    found = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
    yield found
    found.close()


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the server; before, machine code is compiled, and nobody counts the seconds."""
    warm_up()
    with serving(tmp_path_factory.mktemp("tables"), BRISKLY) as address:
        yield f"{address}/"


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A browser for all."""
    with sync_playwright() as playwright, launched(playwright) as found:
        yield found


@pytest.fixture(scope="session")
def gone() -> list[Visitor]:
    """Visitors who have left, and come again in other tests."""
    return []


@pytest.fixture
def visit(
    request: pytest.FixtureRequest, browser: Browser, house: str, gone: list[Visitor]
) -> Iterator[Visit]:
    """Somebody with a browser of their own comes to the page.

    A complaint of the page, and every request to another host, fails the test. A test that sets the
    clock of a page or listens to its lines has a visitor who is ``new``, and comes to no other test.
    """
    here, new_ones, failed = list[Visitor](), list[Visitor](), request.session.testsfailed

    def come(path: str = "?lang=en", *, new: bool = False, **looks: Any) -> Page:
        visitor = arrived(browser, [] if new else gone, **looks)
        (new_ones if new else here).append(visitor)
        visitor.page.goto(house + path)
        return visitor.page

    yield come
    wrong = [fault for one in (*here, *new_ones) for fault in faults(one, house)]
    if wrong or request.session.testsfailed > failed:
        new_ones += here
    else:
        for visitor in here:
            leave(visitor)
        gone += here
    for visitor in new_ones:
        visitor.page.context.close()
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
