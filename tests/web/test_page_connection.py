"""Lost connections: the server is killed and restarted, and play resumes."""

import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.server.local_server import serving
from tests.web.conftest import BRISKLY, ROOT, Visit
from tests.web.page_actions import (
    LONG,
    act,
    asked,
    choose,
    come_in,
    hand,
    held,
    lay,
    my_turn,
    over,
    play_deal,
    with_bots,
)

PAST = re.compile("not your turn|moved on since you decided")
"""What is said to a move that was made too late."""

BREAK = """() => {
  window.was = WebSocket.prototype.send;
  WebSocket.prototype.send = function () { this.close() };
}"""


SWALLOW = """() => {
  window.was = WebSocket.prototype.send;
  WebSocket.prototype.send = function () {}
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


Guests = Callable[[], Page]


@pytest.fixture
def guests(browser: Browser) -> Iterator[Guests]:
    """People who come to a server of the test's own."""
    contexts = []

    def come() -> Page:
        context = browser.new_context(reduced_motion="reduce", viewport={"width": 1280, "height": 800})
        context.set_default_timeout(LONG)
        contexts.append(context)
        return context.new_page()

    yield come
    for context in contexts:
        context.close()


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGTERM])
def test_a_server_that_ended_comes_back_and_the_page_goes_on(
    guests: Guests, tmp_path: Path, end: signal.Signals
) -> None:
    page = guests()
    with server(tmp_path) as (address, process):
        page.goto(f"{address}?lang=en")
        with_bots(page, "hearts", options={"passing": ["hold"]})
        my_turn(page)
        act(page)
        my_turn(page)
        before = held(page)
        process.send_signal(end)
        expect(page.locator(".banner")).to_contain_text("Disconnected")
    with server(tmp_path, int(address.rstrip("/").rpartition(":")[2])):
        expect(page.locator(".banner")).to_be_hidden()
        assert held(page) == before
        act(page)
        expect(hand(page)).to_have_count(len(before) - 1)
        my_turn(page)


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


def test_who_comes_again_reads_the_sheet_of_the_deal_on(visit: Visit) -> None:
    """What was asked there is answered, too."""
    page = visit()
    with_bots(page, "hearts", options={"passing": ["hold"]})
    play_deal(page)
    page.evaluate(BREAK)
    over(page).locator(".points").nth(0).click()
    expect(page.locator(".banner")).to_be_visible()
    page.evaluate("() => { WebSocket.prototype.send = window.was }")
    expect(over(page).locator(".explained h3")).to_contain_text("deal 1")
    over(page).get_by_text("Continue").click()
    my_turn(page)


OVERTAKEN = """async () => {
  const { playback } = await import("/page/playback.js");
  const at = { seat: 0, step: "tricks" };
  const taken = { ...at, kind: "taken", what: [[0, "2C"]] };
  const events = [{ ...at, kind: "played", what: "2C" }, taken, { kind: "scored" }];
  let view = { trick: [[0, "2C"]], tricks: [], deals: [], phase: "tricks" };
  const seen = [];
  let ended;
  const end = new Promise((done) => (ended = done));
  const show = (shown, { ready } = {}) => {
    seen.push((view = shown).name ?? "trick");
    if (ready) ended();
  };
  const over = () => seen.push("over");
  const [shown, rectOf, cardsOf] = [() => view, () => null, () => []];
  const tape = playback({ show, shown, rectOf, cardsOf, over });
  const after = { name: "old", trick: [], tricks: [], deals: [[0]], phase: "tricks" };
  tape.add({ seat: 0, events, after });
  tape.clear();
  show({ name: "new", trick: [], tricks: [], deals: [], phase: "tricks" });
  await end;
  return seen;
}"""


def test_a_state_overtakes_the_trick_that_is_being_shown(visit: Visit) -> None:
    """What was before it is not shown after it."""
    assert visit().evaluate(OVERTAKEN) == ["trick", "new", "new"]


def test_a_line_that_is_dead_though_nobody_closed_it_is_opened_again(guests: Guests, tmp_path: Path) -> None:
    page = guests()
    page.clock.install()
    with serving(tmp_path, BRISKLY) as address:
        page.goto(f"{address}/?lang=en")
        with_bots(page, "hearts", options={"passing": ["hold"]})
        my_turn(page)
        before = held(page)
        choose(page.locator(".hand .card:not(.dim)").first)
        page.evaluate(SWALLOW)
        page.locator(".confirm").click()
        page.clock.fast_forward(20_000)
        page.evaluate("() => { WebSocket.prototype.send = window.was }")
        page.clock.fast_forward(20_000)
        expect(page.locator(".hand .card")).to_have_count(len(before) - 1)


def test_what_was_decided_before_a_bot_played_is_not_made_after_it(guests: Guests, tmp_path: Path) -> None:
    ann, bea = guests(), guests()
    sent: list[str] = []
    ann.on("websocket", lambda socket: socket.on("framesent", lambda text: sent.append(str(text))))
    with serving(tmp_path, BRISKLY._replace(patience=3)) as address:
        for page in (ann, bea):
            page.goto(f"{address}/?lang=en")
        hold = {"passing": ["hold"]}
        made = lay(ann, "hearts", players=3, options=hold, seats=["me", "open", "duck"])
        come_in(bea, made, "Bea")
        while not asked(ann).count():
            if asked(bea).count():
                act(bea)
            ann.wait_for_timeout(30)
        choose(ann.locator(".hand .card:not(.dim)").first)
        ann.context.set_offline(offline=True)
        ann.evaluate(BREAK)
        ann.locator(".confirm").click()
        expect(bea.locator(".plate", has_text="Ann")).not_to_contain_text("cards in hand 17")
        ann.evaluate("() => { WebSocket.prototype.send = window.was }")
        ann.context.set_offline(offline=False)
        expect(ann.locator(".banner")).to_contain_text(PAST)
    plays = [text for text in sent if '"type":"play"' in text]
    assert plays
    assert all('"at":' in text for text in plays)


def test_who_let_others_wait_plays_on(guests: Guests, tmp_path: Path) -> None:
    """A bot fills in when the move clock has run out; the page says so, and gives the seat back."""
    ann, bea = guests(), guests()
    with serving(tmp_path, BRISKLY) as address:
        for page in (ann, bea):
            page.goto(f"{address}/?lang=en")
        made = lay(ann, "hearts", players=3, seats=["me", "open", "duck"], clock=10)
        expect(ann.locator(".late")).to_be_hidden()
        come_in(bea, made, "Bea")
        act(bea)
        expect(ann.locator(".late")).to_contain_text("Your time was up")
        expect(bea.locator(".plate", has_text="Ann")).to_contain_text("A bot is filling in")
        ann.get_by_role("button", name="Play on yourself").click()
        expect(ann.locator(".late")).to_be_hidden()
        expect(bea.locator(".plate", has_text="Ann")).not_to_contain_text("A bot is filling in")


def test_a_seat_goes_to_another_device(visit: Visit) -> None:
    page, other = visit(), visit()
    with_bots(page, "hearts", options={"passing": ["hold"]})
    my_turn(page)
    page.get_by_role("toolbar").get_by_text("More").click()
    page.get_by_text("Continue on another device").click()
    other.goto(page.get_by_label("Continue on another device").input_value())
    other.reload()
    my_turn(other)
    expect(page.locator(".closed")).to_contain_text("open in another window")
    act(other)
    assert "token" not in other.url


def test_who_leaves_is_played_for_and_comes_back(visit: Visit) -> None:
    page = visit()
    with_bots(page, "hearts")
    my_turn(page)
    page.get_by_role("toolbar").get_by_text("More").click()
    page.get_by_text("Leave the table").focus()
    for _ in range(3):
        page.keyboard.down("Enter")  # it is held, which is one press
    expect(page.get_by_role("alert")).to_contain_text("A bot will play for you")
    page.keyboard.up("Enter")
    page.get_by_text("Leave the table").click()
    page.locator(".lobby").wait_for()
    page.locator(".yours a").first.click()
    my_turn(page)
    expect(page.locator(".plate.mine:not(.away)")).to_contain_text("Ann")


def test_an_unknown_table_is_told(visit: Visit) -> None:
    page = visit("?lang=en#table=nothere1&look=1")
    expect(page.locator(".closed")).to_contain_text("You cannot enter")
    page.get_by_text("To the lobby").click()
    page.locator(".lobby").wait_for()
