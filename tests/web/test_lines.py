"""The line to the server: it goes, the server is killed and comes back, and play goes on."""

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, expect
from tests.web.acting import act, choose, hand, held, my_turn, with_bots
from tests.web.conftest import LONG, ROOT, Visit

BREAK = """() => {
  window.was = WebSocket.prototype.send;
  WebSocket.prototype.send = function () { this.close() };
}"""


@contextmanager
def server(data: Path, port: int = 0) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """A server in a process of its own, that may be killed."""
    call = [
        sys.executable,
        "-m",
        "trickbook",
        "serve",
        "--pause",
        "0.05",
        "--port",
        str(port),
        "--data",
        str(data),
    ]
    with subprocess.Popen(call, stdout=subprocess.PIPE, text=True, cwd=ROOT / "interpreter") as process:
        assert process.stdout
        found = re.search(r"http://\S+", process.stdout.readline())
        assert found
        try:
            yield found.group(), process
        finally:
            process.kill()


def test_a_killed_server_comes_back_and_the_page_goes_on(browser: Browser, tmp_path: Path) -> None:
    context = browser.new_context(reduced_motion="reduce", viewport={"width": 1280, "height": 800})
    context.set_default_timeout(LONG)
    page = context.new_page()
    with server(tmp_path) as (address, process):
        page.goto(f"{address}?lang=en")
        with_bots(page, "hearts", options={"passing": ["hold"]})
        my_turn(page)
        act(page)
        my_turn(page)
        before = held(page)
        process.kill()
        expect(page.locator(".banner")).to_contain_text("line is down")
    with server(tmp_path, int(address.rstrip("/").rpartition(":")[2])):
        expect(page.locator(".banner")).to_be_hidden()
        assert held(page) == before
        act(page)
        expect(hand(page)).to_have_count(len(before) - 1)
        my_turn(page)
    context.close()


def test_a_move_that_was_under_way_when_the_line_went_is_made_once(visit: Visit) -> None:
    page = visit()
    with_bots(page, "hearts", options={"passing": ["hold"]})
    my_turn(page)
    before = held(page)
    choose(page.locator(".hand .card:not(.dim)").first)
    page.context.set_offline(offline=True)
    page.evaluate(BREAK)
    page.locator(".confirm").click()
    page.evaluate("() => { WebSocket.prototype.send = window.was }")
    page.context.set_offline(offline=False)
    expect(page.locator(".hand .card")).to_have_count(len(before) - 1)


def test_who_leaves_is_played_for_and_comes_back(visit: Visit) -> None:
    page = visit()
    with_bots(page, "hearts")
    my_turn(page)
    page.get_by_role("toolbar").get_by_text("More").click()
    page.get_by_text("Leave the table").click()
    expect(page.get_by_role("alert")).to_contain_text("A bot will play for you")
    page.get_by_text("Leave the table").click()
    page.locator(".lobby").wait_for()
    page.locator(".yours a").first.click()
    my_turn(page)
    expect(page.locator(".plate.mine:not(.away)")).to_contain_text("Ann")


def test_an_unknown_table_is_told(visit: Visit) -> None:
    page = visit("?lang=en#table=nothere1&look=1")
    expect(page.locator(".closed")).to_contain_text("closed to you")
    page.get_by_text("To the lobby").click()
    page.locator(".lobby").wait_for()
