"""Ways to the desk and from it: drafts, files, links, games, keys, phones, and what strangers wrote."""

import json
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tests.desk.texts import OMNIBUS, SLIP
from tests.web.conftest import Visit
from tests.web.desk_actions import NO_PASSING, blank, editor, status, tab, tried, without_bundle, write
from tests.web.page_actions import CORNER


def test_drafts_are_kept_in_the_browser(desk: Page) -> None:
    write(desk, OMNIBUS)
    expect(status(desk)).to_have_text(re.compile("Fine"))
    address = desk.url
    desk.reload()
    expect(desk.locator(".bar h1")).to_have_text("Omnibus")
    assert desk.url == address
    desk.get_by_role("button", name="New or open").click()
    blank(desk)
    expect(status(desk)).to_have_text(re.compile("empty"))
    assert desk.url != address
    desk.get_by_role("button", name="New or open").click()
    desk.locator(".yours").get_by_role("button", name="Omnibus", exact=True).click()
    expect(status(desk)).to_have_text(re.compile("Fine"))
    desk.get_by_role("button", name="New or open").click()
    desk.get_by_role("button", name="Delete Omnibus").click()
    expect(desk.locator("dialog .yours li")).to_have_count(0)


def test_a_mistake_is_told_in_chinese_and_mended(visit: Visit) -> None:
    page = visit("?lang=zh")
    page.get_by_role("link", name="编写游戏").click()
    page.get_by_role("button", name="空白页").click()
    write(page, SLIP)
    problem = page.locator(".problem")
    expect(problem).to_have_attribute("lang", "zh")
    expect(problem.locator("p").first).to_have_text("分值没有 card 这个键")
    expect(problem.locator(".says")).to_have_text("提示：是不是 cards？")  # noqa: RUF001
    problem.locator("summary").click()
    expect(problem.locator("details p")).to_contain_text("这里没有这个键")
    problem.get_by_role("button", name="改为 cards").click()
    expect(problem).to_have_count(0)
    expect(status(page)).to_have_text("没有问题，可以按这些规则打牌。")


@pytest.mark.parametrize(
    ("entry", "label"),
    [("  jack: {cards: JD, is: -10", "补上 }"), ("\tjack: {cards: JD, is: -10}", "换成空格")],
)
def test_a_fix_says_what_it_does(visit: Visit, entry: str, label: str) -> None:
    page = visit("?lang=zh")
    page.get_by_role("link", name="编写游戏").click()
    page.get_by_role("button", name="空白页").click()
    write(page, f"trickbook: 1\nname: 我的\nextends: hearts\nworth:\n{entry}\n")
    page.locator(".problem").get_by_role("button", name=label).click()
    expect(page.locator(".problem.error")).to_have_count(0)


def test_files_come_and_go(desk: Page, tmp_path: Path) -> None:
    file = tmp_path / "ours.yaml"
    file.write_text(OMNIBUS, "utf-8")
    desk.get_by_role("button", name="New or open").click()
    desk.set_input_files("#start-file", file)
    expect(desk.locator(".bar h1")).to_have_text("Omnibus")
    with desk.expect_download() as saved:
        desk.get_by_role("button", name="Save as a file").click()
    assert saved.value.suggested_filename == "omnibus.yaml"
    assert Path(saved.value.path()).read_text("utf-8") == OMNIBUS


def test_a_link_holds_the_text(desk: Page, visit: Visit) -> None:
    write(desk, OMNIBUS.replace("Omnibus", "红心 ♥ 𝄞"))
    expect(status(desk)).to_have_text(re.compile("Fine"))
    desk.get_by_role("button", name="Share").click()
    link = desk.locator("dialog input").input_value()
    other = visit("?lang=zh" + link[link.index("#") :])
    expect(other.locator(".bar h1")).to_have_text("红心 ♥ 𝄞")
    expect(other.locator(".rulebook ins")).to_have_text(["J♦", "−10"])
    damaged = visit("?lang=en#desk=shared&text=AAAA")
    expect(damaged.locator(".desk-text .wrong")).to_have_text("The link is damaged or too long.")
    expect(status(damaged)).to_have_text(re.compile("empty"))


@pytest.mark.parametrize(("lang", "fine"), [("en", "Fine"), ("zh", "没有问题")])
def test_any_game_is_made_ones_own(visit: Visit, lang: str, fine: str) -> None:
    page = visit(f"?lang={lang}#new=1")
    page.locator(".rulebook h2").wait_for()
    page.locator("#game").select_option("black-maria")
    expect(page.locator("#game option:checked")).to_have_attribute("value", "black-maria")
    page.locator(".file button").click()
    expect(page.locator("#start-game option:checked")).to_have_attribute("value", "black-maria")
    page.locator("#start-title").fill("Ours")
    page.locator("dialog button[type=submit]").click()
    expect(status(page)).to_have_text(re.compile(fine))
    expect(page.locator(".bar h1")).to_have_text("Ours")


def test_the_desk_by_keyboard_alone(visit: Visit) -> None:
    page = visit("?lang=en#desk=new")
    expect(page.get_by_role("button", name="Make this mine")).to_be_enabled()
    expect(page.locator("#start-title")).to_be_focused()
    page.keyboard.press("Enter")
    expect(status(page)).to_have_text(re.compile("Fine"))
    editor(page).focus()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.insert_text(SLIP)
    expect(page.locator(".problem")).to_have_count(1)
    page.keyboard.press("F8")
    page.keyboard.press("Tab")
    expect(editor(page)).not_to_be_focused()
    while page.evaluate("document.activeElement.className") != "mend":
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(status(page)).to_have_text(re.compile("Fine"))
    page.get_by_role("tab", name="Rulebook").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("tab", name="Try a hand")).to_be_focused()
    tried(page)


def test_words_are_proposed_and_explained_while_one_writes(visit: Visit) -> None:
    page = visit("?lang=en#desk=new")
    blank(page)
    write(page, "trickbook: 1\nname: Ours\nextends: hearts\nworth:\n  bonus: {")
    page.keyboard.type("ca")
    option = page.locator(".cm-tooltip-autocomplete li[aria-selected]")
    expect(option).to_contain_text("cards:")
    page.wait_for_timeout(200)  # a proposal that has just come is not taken by a key meant for the text
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    page.keyboard.type("JD, is: 1}")
    expect(status(page)).to_have_text(re.compile("Fine"))
    page.locator(".cm-line", has_text="bonus").get_by_text("cards").hover()
    expect(page.locator(".cm-meaning")).to_contain_text("cards")


def test_explanations_and_differences_are_in_the_language_of_the_page(visit: Visit) -> None:
    page = visit("?lang=zh#desk=new")
    page.get_by_role("button", name="空白页").click()
    editor(page).wait_for()
    write(page, OMNIBUS)
    expect(status(page)).to_have_text(re.compile("没有问题"))
    page.locator(".cm-line", has_text="bonus").get_by_text("cards").hover()
    expect(page.locator(".cm-meaning")).to_contain_text("哪些牌")
    tab(page, "有何变化")
    page.get_by_role("button", name="最小的差别").click()
    expect(page.locator(".difference")).to_contain_text("只在你的文本中有")
    expect(page.locator(".difference")).not_to_have_attribute("lang", "en")


def test_a_phone_reads_and_plays(visit: Visit) -> None:
    page = visit("?lang=en#desk=new", viewport={"width": 375, "height": 740}, has_touch=True)
    page.get_by_role("button", name="Make this mine").click()
    expect(status(page)).to_have_text(re.compile("Fine"))
    expect(page.locator(".rulebook h2")).to_have_text("Our game")
    for name in ("Rulebook", "Examples", "Try a hand", "What changes"):
        tab(page, name)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
    tab(page, "Try a hand")
    tried(page).first.tap()


def test_a_touch_on_the_table_speeds_up_the_hand(visit: Visit) -> None:
    """Here nothing else does, for the clock of the page stands still."""
    page = visit("?lang=en#desk=new", new=True)
    blank(page)
    write(page, NO_PASSING)
    tab(page, "Try a hand")
    cards = tried(page)
    page.clock.install()
    page.clock.pause_at(datetime.now(UTC) + timedelta(hours=1))
    with page.expect_response("**/api/desk/trial"):
        page.locator(".trial .hand .card:not(.dim)").first.press("Enter")
        page.keyboard.press("Enter")
    expect(cards).to_have_count(12)
    expect(page.locator(".trial .asking.mine")).to_have_count(0)
    for _ in range(30):
        page.locator(".trial .board").click(position=CORNER)
    expect(page.locator(".trial .asking.mine")).to_have_count(1)


def test_scripts_of_the_desk_are_loaded_in_its_room_alone(visit: Visit) -> None:
    page = visit()
    page.locator(".welcome").wait_for()
    page.evaluate("location.hash = 'new=1'")
    page.locator(".rulebook h2").wait_for()
    loaded = "performance.getEntriesByType('resource').map((one) => new URL(one.name).pathname)"
    assert not [name for name in page.evaluate(loaded) if "/desk/" in name or "/bundle/" in name]
    page.evaluate("location.hash = 'desk=new'")
    editor(page).wait_for()
    assert {"/page/desk/desk.js", "/page/bundle/editor.js"} <= set(page.evaluate(loaded))


def test_the_plain_area_says_how_to_get_more(visit: Visit) -> None:
    page = visit()
    without_bundle(page)
    page.evaluate("location.hash = 'desk=new'")
    blank(page)
    expect(page.locator(".writing .says")).to_contain_text("make table")


def test_what_a_stranger_wrote_is_text(visit: Visit) -> None:
    page = visit("?lang=en#desk=new")
    blank(page)
    evil = "<img src=x onerror=alert(1)>"
    write(page, OMNIBUS.replace("Omnibus", json.dumps(evil)) + f"words:\n  {evil}: 1\n")
    expect(page.locator(".problem").first).to_be_visible()
    assert page.locator(".desk img").count() == 0
