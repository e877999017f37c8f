"""Every game is played on a narrow screen, by somebody who knows none, and to the end of its match."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.games import SOME_GAMES, shortest
from tests.server.local_server import FREELY, serving
from tests.web.conftest import Visit
from tests.web.page_actions import act, asked, lay, over, play_on

import trickbook
from trickbook.server.process import warm_up

NARROW = {"width": 390, "height": 844}

MISLAID = """() => {
  const box = (node) => node.getBoundingClientRect();
  const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  const found = [...document.querySelectorAll(".plate")].filter((one) => one.scrollWidth > one.clientWidth);
  for (const pile of document.querySelectorAll(".pile"))
    for (const played of document.querySelectorAll(".played"))
      if (meet(box(pile), box(played))) found.push(pile);
  if (document.documentElement.scrollWidth > innerWidth) found.push(document.body);
  return found.map((one) => one.className + one.innerText);
}"""
"""What is wider than its place, or lies under the trick."""

HASTENED = """({ table, token }) => new Promise((done) => {
  const line = new WebSocket(`ws://${location.host}/ws/${table}`);
  const send = (message) => line.send(JSON.stringify(message));
  const any = (all) => all[Math.floor(Math.random() * all.length)];
  let view = {};
  line.onopen = () => send({ type: "hello", protocol: 1, token, seen: 0, lang: "en" });
  line.onmessage = (event) => {
    const { seq, view: whole, changed } = JSON.parse(event.data);
    if (!whole && !changed) return;
    view = { ...view, ...whole, ...changed };
    const { legal, choose, asks, phase } = view;
    if (phase === "over") line.close(), done(view);
    const move = legal ? any(legal) : choose && (choose.from.slice(0, choose.low).join(" ") || "none");
    if (phase !== "over" && asks) send({ type: "play", id: `hasty-${seq}`, at: seq, move });
  };
})"""
"""The rest of a match, played by chance and in haste on a line of its own."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server whose bots play at once."""
    warm_up()
    with serving(tmp_path_factory.mktemp("tables"), FREELY) as address:
        yield f"{address}/"


def bots_take_the_rest(page: Page, game: str) -> dict[str, Any]:
    """Lay a table for as many as usual and a short match; the other seats have bots."""
    others = trickbook.load(game).usual - 1
    seats = ["me", *["duck"] * others]
    return lay(page, game, players=others + 1, seats=seats, options=shortest(game))


def mislaid(page: Page) -> list[str]:
    """What stands beyond its edges, or lies under the trick."""
    found: list[str] = page.evaluate(MISLAID)
    return found


def play_a_deal(page: Page, chance: Random) -> None:
    """Play until the deal is over; what is asked for the first time is looked at, and answered by taps."""
    seen = set[str]()
    while question := play_on(page, seen):
        assert not question.endswith("for Ann")
        assert not mislaid(page), mislaid(page)
        seen.add(question)
        act(page, Locator.tap, chance)
    assert not mislaid(page)


def hasten(page: Page, made: dict[str, Any]) -> dict[str, Any]:
    """Play the rest of the match elsewhere, and take the seat back to see how it ended."""
    over(page).locator(".row.end .main").tap()
    end: dict[str, Any] = page.evaluate(HASTENED, made)
    page.locator(".closed .main").tap()
    return end


@pytest.mark.parametrize("game", SOME_GAMES)
def test_a_match_of_every_game(visit: Visit, game: str) -> None:
    """The first deal is played here, the others in haste; then the page tells who has won (RH-13)."""
    page = visit(viewport=NARROW, has_touch=True, is_mobile=True)
    made = bots_take_the_rest(page, game)
    play_a_deal(page, Random(game))  # noqa: S311 - moves by chance
    if not over(page).locator(".winners").count():
        end = hasten(page, made)
        expect(over(page).locator("tbody tr")).to_have_count(len(end["deals"]))
        expect(over(page).locator("thead .win")).to_have_count(len(end["winners"]))
    expect(over(page).locator(".winners")).not_to_be_empty()
    assert not mislaid(page)
    over(page).get_by_text("Play again").tap()
    expect(page.locator(".where")).to_contain_text("Deal 1")
    asked(page).wait_for()
