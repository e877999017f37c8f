"""The desk in the browser: a ruleset is written, mended, tried and measured."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tests.desk.texts import OMNIBUS, SLIP, TOLD
from tests.web.desk_actions import NO_PASSING, deal_out, status, tab, tried, write
from tests.web.page_actions import hand, my_turn

with_one_editor = pytest.mark.parametrize("desk", ["bundle"], indirect=True)
"""What is done beside the text is the same, whichever editor it is written in."""


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


@with_one_editor
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


@with_one_editor
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


@with_one_editor
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
