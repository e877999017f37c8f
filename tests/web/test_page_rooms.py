"""The other rooms of the page: a table with rules of one's own, invitations, records."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect
from tests.web.conftest import Visit
from tests.web.page_actions import (
    LONG,
    act,
    asked,
    come_in,
    hand,
    lay,
    my_turn,
    over,
    play_deal,
    seated,
    with_bots,
)

import trickbook

OMNIBUS = """\
trickbook: 1
extends: hearts
name: Our Omnibus
worth: {bonus_jack: {cards: JD, is: -10}}
"""


def test_rules_of_ones_own(visit: Visit, tmp_path: Path) -> None:
    page = visit()
    file = tmp_path / "omnibus.yaml"
    page.get_by_text("New table").click()
    page.locator(".rulebook h2").wait_for()
    file.write_text(OMNIBUS.replace("cards", "card"), "utf-8")
    page.set_input_files("#file", file)
    problem = page.locator(".problems")
    expect(problem).to_contain_text("`card` is not a key")
    source, caret = problem.locator("pre").inner_text().splitlines()
    assert source.index("card:") == caret.index("^")
    expect(page.locator(".bottom .main")).to_be_disabled()
    file.write_text(OMNIBUS, "utf-8")
    page.set_input_files("#file", file)
    expect(page.locator(".rulebook h2")).to_have_text("Our Omnibus")
    expect(problem).to_have_count(0)
    page.locator("#my-name").fill("Ann")
    for place in range(3):
        page.locator(".seat-choice select").nth(place).select_option("duck")
    page.locator(".bottom .main").click()
    expect(page.locator("h1")).to_have_text("Our Omnibus")
    my_turn(page)


def test_rules_that_were_sent_are_a_game_among_the_others(visit: Visit, tmp_path: Path) -> None:
    page = visit("?lang=en#new")
    title, chosen = page.locator(".rulebook h2"), page.locator("#game option:checked")
    title.wait_for()
    shipped = chosen.inner_text()
    expect(title).to_have_text(shipped)
    file = tmp_path / "omnibus.yaml"
    file.write_text(OMNIBUS.replace("cards", "card"), "utf-8")
    page.set_input_files("#file", file)
    expect(page.get_by_role("alert").first).to_contain_text("did you mean `cards`?")
    expect(chosen).to_have_text("omnibus.yaml")
    file.write_text(OMNIBUS, "utf-8")
    page.set_input_files("#file", file)
    for name in ("Our Omnibus", shipped, "Our Omnibus"):
        page.locator("#game").select_option(label=name)
        expect(title).to_have_text(name)
        expect(chosen).to_have_text(name)


def test_options_and_house_rules_change_the_book(visit: Visit) -> None:
    page = visit()
    page.get_by_text("New table").click()
    page.locator("#game").select_option("hearts")
    expect(page.locator(".rulebook h2")).to_have_text("Hearts")
    page.locator("#options").click()
    page.locator("#option-target").fill("37")
    page.locator("#option-target").press("Tab")
    expect(page.locator(".rulebook")).to_contain_text("37")
    page.locator("#group-scoring").click()
    page.locator("#house-omnibus").check()
    expect(page.locator(".rulebook h2")).to_contain_text("Omnibus")


def test_two_open_a_table_and_a_guest_sits_down(visit: Visit) -> None:
    ann, bea = visit(), visit()
    made = lay(ann, "hearts", name="Gwen", seats=["me", "open", "duck", "duck"])
    expect(ann.get_by_role("button", name="Invite")).to_have_count(1)
    expect(ann.get_by_text("Waiting for players")).to_have_count(1)
    bea.reload()
    bea.locator(".name-line input").fill("Bea")
    bea.locator(".table-card", has_text="Gwen").get_by_text("Sit down").first.click()
    seated(bea)
    expect(bea).to_have_url(re.compile(made["table"]))
    my_turn(ann)
    act(ann)
    expect(ann.get_by_text("Bea to act")).to_have_text(["Pass: Bea to act"])


def test_empty_seats_are_given_to_bots(visit: Visit) -> None:
    page = visit("?lang=en#new")
    expect(page.locator(".seat-choice span")).to_have_text([f"Seat {seat}" for seat in range(4)])
    expect(page.locator(".seat-choice option[value=duck]").first).to_contain_text("Duck")
    page.evaluate("location.hash = ''")
    lay(page, "hearts")
    expect(page.locator(".board .plate .name")).to_have_text(["Seat 1", "Seat 2", "Seat 3"])
    page.get_by_text("Fill with bots").click()
    my_turn(page)
    expect(page.locator(".board .plate .name")).to_have_text(["Duck 1", "Duck 2", "Duck 3"])
    page.keyboard.press("/")
    expect(page.locator(".banner")).to_contain_text("Hint")


def test_the_options_of_a_table_stand_in_line(visit: Visit) -> None:
    page = visit()
    with_bots(page, "chinese-hearts")
    page.keyboard.press("?")
    page.get_by_text("Options of this table").click()
    values = page.locator("details[open] dd")
    assert values.count() > 1
    assert len(set(values.evaluate_all("all => all.map((one) => one.getBoundingClientRect().x)"))) == 1


@pytest.mark.parametrize(
    ("lang", "title", "next_"), [("en", "Seals of", "Next match"), ("zh", "封印", "下一场")]
)
def test_the_seal_of_the_first_deal_is_shown_before_it_begins(
    visit: Visit, lang: str, title: str, next_: str
) -> None:
    page = visit(f"?lang={lang}")
    made = lay(page, "hearts", players=3, seats=["me", "open", "duck"])
    seated(page)
    page.keyboard.press("?")
    page.get_by_text(title).click()
    expect(page.locator(".seals > div")).to_have_text(next_ + made["coming"])


def test_a_match_to_its_end_and_again(visit: Visit) -> None:
    page = visit()
    with_bots(page, "hearts", options={"deals": 1, "passing": ["hold"]})
    play_deal(page)
    expect(page.locator("dialog h2")).to_have_text("The match is over")
    with page.expect_download() as saved:
        page.get_by_text("Save the record").click()
    text = Path(saved.value.path()).read_text("utf-8")
    assert trickbook.replay(text).winners
    page.get_by_text("Review the match").click()
    page.locator(".studied").wait_for(timeout=2 * LONG)
    expect(page.locator(".meant tbody tr").first).to_be_visible()
    expect(page.locator(".open-hand .by")).to_have_text(["Ann", "Duck 1", "Duck 2", "Duck 3"])
    page.go_back()
    over(page).get_by_text("Play again").click()
    asked(page).wait_for()
    act(page)


def test_two_play_again_on_their_phones_also_when_one_has_left(visit: Visit) -> None:
    looks = {"viewport": {"width": 375, "height": 700}, "has_touch": True}
    ann, bea = visit(**looks), visit("?lang=zh", **looks)
    agreed = {"deals": 1, "passing": ["hold"]}
    come_in(bea, lay(ann, "hearts", seats=["me", "open", "duck", "duck"], options=agreed), "Bea")
    play_deal(ann, bea)
    bea.keyboard.press("Escape")
    expect(bea.locator("dialog")).to_have_count(0)  # only then do keys reach the table again
    bea.keyboard.press("p")
    expect(bea.get_by_role("button", name="再来一场")).to_be_focused()
    bea.keyboard.press("Enter")
    expect(ann.locator("#live")).to_contain_text("The next match begins.")
    expect(bea.locator("#live")).to_contain_text("下一场开始。")
    play_deal(ann, bea)
    bea.keyboard.press("Escape")
    expect(bea.locator("dialog")).to_have_count(0)
    bea.keyboard.press("?")
    for _ in range(2):
        bea.get_by_role("button", name="离开牌桌").press("Enter")
    expect(bea.locator(".welcome")).to_be_visible()
    over(ann).get_by_text("Play again").tap()
    hand(ann).first.wait_for()
    expect(ann.locator(".plate[data-seat='1'] .badge.warn")).to_have_text("away")


def test_who_is_invited_may_look_on_at_a_table_that_is_not_listed(visit: Visit) -> None:
    ann, bea = visit(), visit()
    made = with_bots(ann, "hearts", listed=False)
    my_turn(ann)
    bea.evaluate("(to) => { location.hash = to }", f"table={made['table']}&invitation={made['invitation']}")
    expect(bea.locator(".door")).to_contain_text("Ann")
    bea.locator(".door").get_by_text("Watch").click()
    seated(bea)
    for page in (ann, bea):
        page.keyboard.press("r")
        expect(page.locator(".rulebook h2").first).to_have_text("Hearts")


def test_a_match_by_rules_that_were_sent_is_gone_through(visit: Visit) -> None:
    page = visit()
    agreed = {"deals": 1, "passing": ["hold"]}
    with_bots(page, None, text=OMNIBUS, options=agreed, listed=False)
    play_deal(page)
    page.get_by_text("Review the match").click()
    page.locator(".studied").wait_for(timeout=2 * LONG)
    expect(page.locator(".meant tbody tr").first).to_be_visible()


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """The record of a deal."""
    game = trickbook.load("chinese-hearts").new_game(seed=7)
    while not game.deals:
        game = game.apply(game.actors[0], game.legal(game.actors[0])[-1])
    file = tmp_path / "a.record"
    file.write_text(game.record(), "utf-8")
    return file


class Held:
    """Requests for moments that are held back: the first that tries moves, and the next that does not."""

    def __init__(self, page: Page) -> None:
        """Hold them back from now on."""
        self.page, self.tried, self.plain = page, list[Route](), list[Route]()
        page.route("**/api/study", self._hold)

    def _hold(self, route: Route) -> None:
        tried = route.request.post_data_json["tried"]
        if tried and not self.tried:
            self.tried.append(route)
        elif not tried and self.tried and not self.plain:
            self.plain.append(route)
        else:
            route.continue_()

    def free(self, which: list[Route]) -> None:
        """Let one go, once it is there."""
        while not which:
            self.page.wait_for_timeout(20)
        which[0].continue_()


@pytest.mark.parametrize("late", [False, True])
def test_a_moment_is_there_before_it_is_known_what_moves_would_have_meant(
    visit: Visit, kept: Path, *, late: bool
) -> None:
    """One may go on meanwhile; the next moment comes before that is known of the first, or later."""
    page = visit("?lang=en#replay=1")
    held, meaning, name = Held(page), page.locator(".meaning"), page.locator(".meaning h2")
    page.set_input_files("#record", kept)
    expect(meaning).to_contain_text("may take a minute")
    first = name.inner_text()
    page.keyboard.press("ArrowRight")
    if late:
        held.free(held.tried)
        expect(meaning).to_contain_text("After each move")
        expect(name).to_have_text(first)
    held.free(held.plain)
    expect(name).not_to_have_text(first)
    if not late:
        expect(meaning).to_contain_text("may take a minute")
        held.free(held.tried)
    expect(meaning).to_contain_text("After each move")
    expect(name).not_to_have_text(first)


def test_a_record_is_gone_through(visit: Visit, kept: Path) -> None:
    page = visit("?lang=en#replay=1")
    page.set_input_files("#record", kept)
    expect(page.locator(".meaning")).to_contain_text("After each move", timeout=2 * LONG)
    third = page.locator(".chips").nth(1).get_by_text("3", exact=True)
    third.click()
    expect(third).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".open-hand.acts .went")).to_have_count(1)
    rows = page.locator(".meant tbody tr")
    expect(rows.filter(has_text="played")).to_have_count(1)
    first = page.locator(".meaning h2").inner_text()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".meaning h2")).not_to_have_text(first)
    expect(page.locator(".played")).to_have_count(1)
    expect(page.locator(".study")).not_to_have_attribute("aria-busy", "true")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".meaning h2")).to_have_text(first)


def test_what_is_no_record_is_said_to_be_none(visit: Visit, tmp_path: Path) -> None:
    page = visit("?lang=en#replay=1")
    file = tmp_path / "a.record"
    file.write_text("nonsense", "utf-8")
    page.set_input_files("#record", file)
    expect(page.locator(".wrong").first).not_to_be_empty()
