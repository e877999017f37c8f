"""Visitors of the page, each with a browser context of their own.

A new context and its first page cost a second of a core: more than most tests. So whoever has left comes
again in another test, with nothing kept, nothing open and the looks of the newcomer.
"""

from typing import Any, Final, NamedTuple

from playwright.sync_api import Browser, Page
from tests.web.page_actions import LONG

FORGET: Final = "addEventListener('pagehide', () => (localStorage.clear(), sessionStorage.clear()))"
"""Nothing is kept by the page any more once it has deleted what it kept."""

NOT_OURS: Final = ("status of 400", "status of 502", "ERR_INTERNET_DISCONNECTED")
"""It is no fault of the page if the server refuses something with reasons, or cannot be reached."""


class Device(NamedTuple):
    """What a context is from its beginning."""

    touch: bool = False
    mobile: bool = False


class Visitor(NamedTuple):
    """Somebody with a page, the addresses that it asked for, and what it complained of."""

    device: Device
    page: Page
    requests: list[str]
    complaints: list[str]


def arrived(browser: Browser, gone: list[Visitor], **looks: Any) -> Visitor:
    """Let somebody come who has gone, or else somebody new, and look at the page in their own way."""
    device = Device(looks.get("has_touch", False), looks.get("is_mobile", False))
    visitor = next((one for one in gone if one.device == device), None)
    if visitor:
        gone.remove(visitor)
    else:
        visitor = _new(browser, device)
    visitor.page.set_viewport_size(looks.get("viewport", {"width": 1280, "height": 800}))
    visitor.page.emulate_media(
        reduced_motion=looks.get("reduced_motion", "reduce"), color_scheme=looks.get("color_scheme", "light")
    )
    return visitor


def _new(browser: Browser, device: Device) -> Visitor:
    context = browser.new_context(
        has_touch=device.touch, is_mobile=device.mobile, permissions=["clipboard-write"]
    )
    context.set_default_timeout(LONG)
    visitor = Visitor(device, context.new_page(), [], [])
    visitor.page.on("pageerror", lambda error: visitor.complaints.append(str(error)))
    visitor.page.on("console", lambda said: _listen(visitor, said.type, said.text))
    visitor.page.on("request", lambda asked: visitor.requests.append(asked.url))
    return visitor


def _listen(visitor: Visitor, kind: str, text: str) -> None:
    if kind == "error" and not any(one in text for one in NOT_OURS):
        visitor.complaints.append(text)


def faults(visitor: Visitor, house: str) -> list[str]:
    """What the page of a visitor complained of, and its requests to other hosts."""
    home = (house, house.replace("http", "ws", 1), "blob:", "data:")
    strange = [url for url in visitor.requests if not url.startswith(home)]
    return [*visitor.complaints, *(f"a request to {url}" for url in strange)]


def leave(visitor: Visitor) -> None:
    """Leave nothing behind: no second tab, no line, no pointer above anything, nothing kept."""
    page = visitor.page
    for other in page.context.pages[1:]:
        other.close()
    page.context.set_offline(offline=False)
    page.unroute_all()
    page.evaluate(FORGET)
    page.goto("about:blank")
    page.mouse.move(0, 0)
    visitor.requests.clear()
    visitor.complaints.clear()
