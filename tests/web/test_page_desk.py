"""The desk in the browser: a ruleset is written, mended, tried and measured."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.desk.texts import OMNIBUS, SLIP, TOLD
from tests.web.conftest import ROOT, Visit
from tests.web.page_actions import hand, my_turn

BUNDLE = ROOT / "interpreter" / "trickbook" / "server" / "page" / "bundle" / "editor.js"
NO_PASSING = f"{OMNIBUS}options: {{passing: {{default: [hold]}}}}\n"


def editor(page: Page) -> Locator:
    """What is written in: CodeMirror's text, or the plain area."""
    return page.locator(".cm-content, .plain-editor textarea")


def status(page: Page) -> Locator:
    return page.locator(".desk .status")


def blank(page: Page) -> None:
    """Begin with an empty page."""
    page.get_by_role("button", name="Empty page").click()
    editor(page).wait_for()
    expect(page.locator("dialog")).to_have_count(0)


def write(page: Page, text: str) -> None:
    """Put a text in place of all that is written."""
    editor(page).focus()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.press("Delete")
    page.keyboard.insert_text(text)


def tab(page: Page, name: str) -> None:
    page.get_by_role("tab", name=name).click()


def tried(page: Page) -> Locator:
    """The cards of the hand to try, when it is the author's turn."""
    page.locator(".trial .asking.mine").wait_for()
    return page.locator(".trial .hand .card")


def deal_out(page: Page) -> list[int]:
    """Play the deal to its end, always the first card that may be played; what it counts."""
    counts = page.locator(".trial .points-now")
    while True:
        page.locator(".trial .asking.mine").or_(counts.first).first.wait_for()
        if counts.count():
            return [int(one.replace("−", "-")) for one in counts.all_inner_texts()]
        held = page.locator(".trial .hand .card").count()
        page.locator(".trial .hand .card:not(.dim)").first.press("Enter")
        page.keyboard.press("Enter")
        expect(page.locator(".trial .hand .card")).not_to_have_count(held)


def without_bundle(page: Page) -> None:
    """See the page of a server that was set up without npm."""
    page.route("**/api/desk", lambda route: route.fulfill(json={"editor": None}))


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
    return page


def test_omnibus_from_nothing(desk: Page) -> None:
    write(desk, SLIP)
    expect(status(desk)).to_have_text(re.compile("1 error"))
    expect(desk.locator(".problem")).to_contain_text("card is not a key of a worth")
    expect(desk.get_by_role("button", name="Open a table")).to_be_disabled()
    expect(desk.locator(".cm-lintRange-error, .mark-error")).to_have_text("card")
    desk.locator(".problem").get_by_role("button", name="Write cards").click()
    expect(status(desk)).to_have_text("Fine. You can play by these rules.")
    expect(desk.locator(".problem")).to_have_count(0)
    expect(desk.locator(".rulebook h2")).to_have_text("Omnibus")
    expect(desk.locator(".rulebook ins")).to_have_text(["J♦", "−10"])
    expect(desk.locator(".changed-book .says")).to_have_text("1 change against Hearts is marked.")


def test_a_hand_is_tried_and_its_score_follows_the_rules(desk: Page) -> None:
    write(desk, NO_PASSING)
    expect(status(desk)).to_have_text(re.compile("Fine"))
    tab(desk, "Try a hand")
    cards = tried(desk)
    barred = desk.locator(".trial .card.dim").first
    barred.hover()
    expect(desk.locator(".bubble")).to_be_visible()
    expect(desk.locator(".trial .barred li").first).to_contain_text(
        re.compile("suit|hearts|first trick|club")
    )
    assert cards.count() == 13
    before = deal_out(desk)
    assert sum(before) == 26 - 10
    write(desk, NO_PASSING.replace("-10", "-20"))
    counts = desk.locator(".trial .points-now")
    expect(counts).not_to_have_text([str(one).replace("-", "−") for one in before])
    after = [int(one.replace("−", "-")) for one in counts.all_inner_texts()]
    assert sorted(one - new for one, new in zip(before, after, strict=True)) == [0, 0, 0, 10]
    desk.get_by_role("button", name="Take back").click()
    assert tried(desk).count() == 1
    desk.locator("#trial-hand").fill("QS AS")
    desk.locator("#trial-hand").press("Enter")
    expect(desk.locator('.trial .hand [data-card="QS"]')).to_have_count(1)
    desk.locator("#trial-hand").fill("QX")
    desk.locator("#trial-hand").press("Enter")
    expect(desk.locator(".trial .wrong")).to_contain_text("QX")


def test_examples_stand_beside_the_text_with_their_result(desk: Page) -> None:
    write(desk, TOLD)
    expect(desk.get_by_role("tab", name="Examples 1/2")).to_be_visible()
    tab(desk, "Examples")
    expect(desk.locator(".examples li")).to_have_class(["passed", "failed"])
    expect(desk.locator(".examples .failed pre")).to_have_text(
        "expected: points: 4 0 0 0\nby the rules: points: 3 0 0 0"
    )
    desk.locator(".examples .failed button").click()
    desk.keyboard.insert_text("  # here\n")
    expect(status(desk)).to_have_text(re.compile("1 error"))
    desk.get_by_role("button", name="Share").click()
    link = desk.locator("dialog input").input_value()
    desk.evaluate("(to) => { location.hash = to }", link[link.index("#") + 1 :])
    with desk.expect_download() as saved:
        desk.get_by_role("button", name="Save as a file").click()
    assert "  # here\n  jack_and_queen:" in Path(saved.value.path()).read_text("utf-8")


def test_what_changes_is_measured(desk: Page) -> None:
    write(desk, OMNIBUS)
    expect(status(desk)).to_have_text(re.compile("Fine"))
    tab(desk, "What changes")
    desk.get_by_role("button", name="Smallest difference").click()
    expect(desk.locator(".difference")).to_contain_text("points: [-10, 0, 0, 0]")
    desk.get_by_role("button", name="Compare on 1,000 deals").click()
    points = desk.locator(".measures tr", has_text="points a deal")
    expect(points).to_contain_text("*")
    expect(desk.locator(".measures progress")).to_have_attribute("value", "1000")
    expect(desk.locator(".measures")).to_contain_text(re.compile(r"1,0\d\d deals of each"))


def test_a_table_is_opened_with_it_and_a_deal_played(desk: Page) -> None:
    write(desk, NO_PASSING)
    desk.get_by_role("button", name="Open a table").click()
    expect(desk.locator(".opening .rulebook h2")).to_have_text("Omnibus")
    expect(desk.locator("#game option:checked")).to_have_text("Omnibus")
    desk.locator("#my-name").fill("Ann")
    for place in range(3):
        desk.locator(".seat-choice select").nth(place).select_option("duck")
    desk.locator(".bottom .main").click()
    expect(desk.locator("h1")).to_have_text("Omnibus")
    hand(desk).first.wait_for()
    assert my_turn(desk) == "asked"


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
