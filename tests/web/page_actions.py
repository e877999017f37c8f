"""Actions of people on the page."""

import json
import re
from collections.abc import Callable, Collection
from contextlib import suppress
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

from playwright.sync_api import Locator, Page, Route, TimeoutError, WebSocketRoute, expect  # noqa: A004 - it is the browser's

LONG = 300_000
"""So many milliseconds anything may take, where others are at work, too."""

SHORT = 5_000
"""So many milliseconds something is tried that may be possible no more."""

Touch = Callable[..., None]
"""A click or a tap."""

PLAYER = Path(__file__).with_name("player.js").read_text("utf-8")
"""What plays in the page, many times as fast as a mouse."""

CORNER = {"x": 12, "y": 14}
"""Where of each card something is to be seen, however they overlap."""

OPEN = """async (asked) => {
  const answer = await fetch("/api/tables", {
    method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(asked),
  });
  const made = await answer.json();
  if (!answer.ok) throw new Error(JSON.stringify(made));
  localStorage.setItem(`trickbook.table.${made.table}`, JSON.stringify(made));
  return made;
}"""


def laid(page: Page, game: str | None, **asked: Any) -> dict[str, Any]:
    """Lay a table, where one has a seat; the others are open."""
    page.locator(".welcome").wait_for()
    wish = {**({"game": game} if game else {}), "name": "Ann", "lang": "en", **asked}
    made: dict[str, Any] = page.evaluate(OPEN, wish)
    return made


def lay(page: Page, game: str | None, **asked: Any) -> dict[str, Any]:
    """Lay a table, and sit down at it."""
    made = laid(page, game, **asked)
    page.evaluate("(table) => { location.hash = `table=${table}` }", made["table"])
    seated(page)
    return made


def with_bots(page: Page, game: str | None, **asked: Any) -> dict[str, Any]:
    """Lay a table whose other seats bots have; the cards are dealt."""
    made = lay(page, game, seats=["me", *["duck"] * (asked.get("players", 4) - 1)], **asked)
    hand(page).first.wait_for()
    return made


def come_in(page: Page, made: dict[str, Any], name: str) -> None:
    """Follow an invitation, and sit down."""
    page.evaluate("(to) => { location.hash = to }", f"table={made['table']}&invitation={made['invitation']}")
    page.locator(".door input").fill(name)
    page.locator(".door .main").click()
    seated(page)


def seated(page: Page) -> None:
    """Wait until the table is seen as it is: before that its plates are empty."""
    page.locator(".plate .name").first.wait_for()


def hand(page: Page) -> Locator:
    """The cards in the hand."""
    return page.locator(".hand .card:not(.lies)")


def asked(page: Page) -> Locator:
    """There is something to be done, and no sheet lies over it: so it is until it is done."""
    return page.locator("body:not(:has(dialog[open])) .asking.mine")


def over(page: Page) -> Locator:
    """The sheet that comes when a deal is over."""
    return page.locator("dialog[data-sheet=deal][open]")


def my_turn(page: Page) -> str:
    """Wait until something is to be done, or the deal is over; nobody waits for what has been seen."""
    return "over" if play_on(page, ()) is None else "asked"


def held(page: Page) -> list[str]:
    """The cards that the hand has at this moment."""
    return names(hand(page))


def names(cards: Locator) -> list[str]:
    """What cards are called."""
    return [str(name) for name in cards.evaluate_all("all => all.map((one) => one.dataset.card)")]


def choose(card: Locator, touch: Touch = Locator.click) -> None:
    """Touch a card, and see that it is chosen."""
    key = card.get_attribute("data-key")
    touch(card, position=CORNER)
    expect(card.page.locator(f'.hand .chosen[data-key="{key}"]')).to_have_count(1)


def confirm(page: Page, touch: Touch = Locator.click) -> None:
    """Play what is chosen, unless it is asked for no more: others may have moved."""
    button, until = page.locator(".confirm"), monotonic() + LONG / 1000
    while button.count():
        assert monotonic() < until
        perhaps(button, touch)


def perhaps(node: Locator, touch: Touch) -> None:
    """Touch something that may go meanwhile."""
    with suppress(TimeoutError):
        touch(node, timeout=SHORT)


def act(page: Page, touch: Touch = Locator.click, chance: Random | None = None) -> None:
    """Do the first thing that may be done, or any by chance: choose, and then play."""
    words = page.locator(".answer:not(.dim)")
    if count := words.count():
        perhaps(words.nth(chance.randrange(count) if chance else 0), touch)
    else:
        for _ in range(9):
            if page.locator(".confirm").count():
                break
            choose(page.locator(".hand .card:not(.dim, .chosen, .beside)").first, touch)
    confirm(page, touch)


class Held:
    """What the server says is held back, until it is let through."""

    def __init__(self, page: Page) -> None:
        """Hold back what comes on lines that the page will open."""
        self.page, self.came = page, list[str | bytes]()
        page.route_web_socket(re.compile("/ws/"), self._between)

    def _between(self, line: WebSocketRoute) -> None:
        self.line = line
        line.connect_to_server().on_message(lambda text: self.came.append(text))  # noqa: PLW0108 - it takes no other

    def let_through(self, kind: str, count: int) -> None:
        """Let through all up to the so-manieth message of a kind, once that has come."""
        until = monotonic() + LONG / 1000
        while [json.loads(text)["type"] for text in self.came].count(kind) < count:
            assert monotonic() < until
            self.page.wait_for_timeout(20)
        while count:
            text = self.came.pop(0)
            count -= json.loads(text)["type"] == kind
            self.line.send(text)


def play_deal(*pages: Page) -> None:
    """Play until the deal is over before everybody, by presses that come from within the page."""
    for page in pages:
        begin(page)
    for page in pages:
        over(page).wait_for()


def begin(page: Page) -> None:
    """Let somebody play until the deal is over, while others do something else."""
    page.evaluate(f"void ({PLAYER})()")


def play_on(page: Page, known: Collection[str]) -> str | None:
    """Play until a question comes that is not known, and return it; nothing when the deal is over."""
    question: str | None = page.evaluate(PLAYER, [*known])
    return question


def play_by_touch(*pages: Page, touch: Touch = Locator.click) -> None:
    """Play until the deal is over before everybody, as a mouse or a finger does."""
    while not all(over(page).count() for page in pages):
        for page in pages:
            if asked(page).count():
                act(page, touch)
            hurry(page)
        pages[0].wait_for_timeout(30)


def hurry(page: Page) -> None:
    """A touch on the table shows at once what there is to see."""
    page.evaluate("document.querySelector('.board')?.click()")


def without_figures(page: Page) -> None:
    """Replays show no figures: they take seconds of a core, and would be worked out when nobody waits."""
    page.route("**/api/study", _plain)


def _plain(route: Route) -> None:
    route.continue_(post_data={**route.request.post_data_json, "tried": False})


def numbers(page: Page) -> list[int]:
    """The points of the first deal, as the score sheet has them."""
    cells = page.locator("dialog .score-sheet tbody tr").first.locator("td").all_inner_texts()
    return [int(re.sub(r"\+", "", text).replace("−", "-")) for text in cells]


def kept(page: Page, table: str) -> dict[str, Any]:
    """What the browser keeps about a table."""
    found: dict[str, Any] = json.loads(
        page.evaluate(f"localStorage.getItem('trickbook.engine.engine.{table}')")
    )
    return found
